import { useId, useState } from "react";
import { type ComparedKeys, FUNNEL_STEPS, type StatsPeriod } from "../../../worker/contracts/stats-periods.ts";
import { formatCount } from "../../lib/format.ts";
import { type Column, countColumn, CsvButton, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { NativeSelect } from "../../ui/field.tsx";
import { Hint } from "../../ui/hint.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TableCard } from "../../ui/table-card.tsx";
import {
  changedCount,
  comparisonColumns,
  exportedComparison,
  fileTitle,
  readLoadedPeriod,
  RANGE_WORDS,
  StatsChange,
  type StatsPeriodProps,
} from "./stats-range.tsx";
import { withBreakOpportunities } from "./stats-sources.tsx";
import { percentOf, wholePercent, shareText, STEP_NAMES } from "./stats-text.ts";

export const NOTHING_COUNTED = "Nothing yet";

/** Chart of the steps from a visit to a paying subscriber, as shares of the visits. */
export function StatsFunnelCard({ range, query }: StatsPeriodProps) {
  const period = readLoadedPeriod({ range, query });
  const steps = FUNNEL_STEPS.map((step) => ({ step, name: STEP_NAMES[step], count: period?.funnel[step] }));
  const visits = period?.visits.now ?? 0;
  const rows = steps.flatMap(({ name, count }) => (count ? [{ name, ...count }] : []));
  const title = "Funnel";
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { header: "Step", value: ({ name }) => name },
    countColumn("Count", ({ now }) => now),
    { header: "Of visits", value: ({ now }) => shareText(now, visits) },
    ...comparisonColumns<(typeof rows)[number]>(RANGE_WORDS[range].unit, (row) => row),
  ];
  return (
    <SectionCard
      title={title}
      hint={
        <Hint about={title}>
          Opened (a listing), Called (pressed Call) and Signed up count each session once a day. Confirmed and VIP count
          people who are still subscribed.
        </Hint>
      }
      actions={rows.length > 0 && <CsvButton title={fileTitle(title, range)} columns={columns} rows={rows} />}
    >
      <ol className="table-follows grid gap-2">
        {steps.map(({ step, name, count }) => {
          const share = visits > 0 && count ? Math.min(1, count.now / visits) : 0;
          return (
            <li key={step} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-sm">
              <span>{name}</span>
              <span className="flex items-baseline justify-end gap-2 whitespace-nowrap tabular-nums">
                {count ? (
                  <>
                    <b>{formatCount(count.now)}</b>
                    {step !== "visits" && count.now > 0 && (
                      <span className="text-ink-muted">{shareText(count.now, visits)}</span>
                    )}
                    <StatsChange of={count} />
                  </>
                ) : (
                  <Skeleton className="h-5 w-16" />
                )}
              </span>
              <span aria-hidden className="col-span-2 mt-1 flex h-2.5 overflow-hidden rounded-full bg-sunken">
                {share > 0 && (
                  <span className="min-w-0.5 bg-accent" style={{ width: `${(share * 100).toFixed(1)}%` }} />
                )}
              </span>
            </li>
          );
        })}
      </ol>
      <div className="mt-3 min-h-9">
        {rows.length > 0 && (
          <Disclosure isSmall summary="Show as a table">
            <DataTable caption={title} columns={columns} rows={rows} rowKey={({ name }) => name} stacks={3} />
          </Disclosure>
        )}
      </div>
    </SectionCard>
  );
}

interface BySelectProps<Choice extends string> {
  label: string;
  /** True to hide the label visually, because the context makes clear what the select is for. */
  hidesLabel?: boolean;
  value: Choice;
  choices: readonly (readonly [Choice, string])[];
  onChange(value: NoInfer<Choice>): void;
}

/** A small select above a table. */
export function BySelect<Choice extends string>({
  label,
  hidesLabel = false,
  value,
  choices,
  onChange,
}: BySelectProps<Choice>) {
  const id = useId();
  return (
    <>
      <div className="flex items-center gap-2 print:hidden">
        <label htmlFor={id} className={`text-sm text-ink-muted ${hidesLabel ? "sr-only" : "max-sm:sr-only"}`}>
          {label}
        </label>
        <NativeSelect id={id} value={value} onChange={({ target }) => onChange(target.value as Choice)}>
          {choices.map(([choice, name]) => (
            <option key={choice} value={choice}>
              {name}
            </option>
          ))}
        </NativeSelect>
      </div>
      <p aria-hidden className="hidden print:block">
        {label}: {choices.find(([choice]) => choice === value)?.[1]}
      </p>
    </>
  );
}

const BREAKDOWNS = {
  Source: ["Visits", ({ sources }) => sources],
  Page: ["Views", ({ pages }) => pages],
  Country: ["Visits", ({ countries }) => countries],
  Device: ["Visitors", ({ devices }) => devices],
} as const satisfies Record<string, readonly [string, (period: StatsPeriod) => ComparedKeys]>;
type Breakdown = keyof typeof BREAKDOWNS;
const BREAKDOWN_CHOICES = (Object.keys(BREAKDOWNS) as Breakdown[]).map((name) => [name, name] as const);

/** Card that counts the visits in the range by source, page, country or device. */
export function StatsBreakdownCard({ range, query }: StatsPeriodProps) {
  const [by, setBy] = useState<Breakdown>("Source");
  const period = readLoadedPeriod({ range, query });
  const [counted, pick] = BREAKDOWNS[by];
  const rows: ComparedKeys | undefined = period && pick(period);
  const counts = rows?.map(({ now }) => now) ?? [];
  const highest = Math.max(1, ...counts);
  const sum = counts.reduce((all, now) => all + now, 0);
  const columns: readonly Column<ComparedKeys[number]>[] = [
    {
      header: by,
      value: ({ key }) => key,
      show: ({ key }) => withBreakOpportunities(key),
      bar: ({ now }) => now / highest,
    },
    changedCount(
      counted,
      ({ now }) => now,
      (row) => row,
    ),
    { header: "%", value: ({ now }) => percentOf(now, sum), show: ({ now }) => wholePercent(now, sum) },
    ...exportedComparison<ComparedKeys[number]>(RANGE_WORDS[range].unit, (row) => row),
  ];
  return (
    <TableCard
      title="Breakdown"
      fileTitle={fileTitle(`${counted} by ${by.toLowerCase()}`, range)}
      caption={`${counted} by ${by.toLowerCase()}, highest first`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      empty={NOTHING_COUNTED}
    >
      <div className="mb-3">
        <BySelect label="By" value={by} choices={BREAKDOWN_CHOICES} onChange={setBy} />
      </div>
    </TableCard>
  );
}
