import {
  type ComparedKeys,
  FUNNEL_STEPS,
  type StatsPeriod,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import { formatCount } from "../../lib/format.ts";
import { type Column, countColumn, CsvButton, DataTable, TableCard } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { comparisonColumns, periodOf, RANGE_WORDS, StatsChange, type StatsPeriodProps } from "./stats-range.tsx";
import { shareText, STEP_NAMES, percentOf } from "./stats-text.ts";

interface StatsKeysProps {
  range: StatsRange;
  title: string;
  /** Header of the keys: 'Source'. */
  of: string;
  /** Header of the counts: 'Visits'. */
  counted: string;
  /** A sentence that explains the counts. */
  note?: string;
  rows: ComparedKeys;
  isPart?: boolean;
}

/** Counts of a range by key, beside what they are compared with. */
export function StatsKeys({ range, of, counted, note, rows, ...card }: StatsKeysProps) {
  const { unit, compared } = RANGE_WORDS[range];
  const highest = Math.max(1, ...rows.map(({ now }) => now));
  const sum = rows.reduce((all, { now }) => all + now, 0);
  const columns: readonly Column<ComparedKeys[number]>[] = [
    { header: of, value: ({ key }) => key, bar: ({ now }) => now / highest },
    countColumn(counted, ({ now }) => now),
    { header: "%", value: ({ now }) => percentOf(now, sum), show: ({ now }) => `${percentOf(now, sum)}%` },
    ...comparisonColumns<ComparedKeys[number]>(unit, (row) => row),
  ];
  return (
    <TableCard
      {...card}
      note={`${note === undefined ? "" : `${note} `}Compared: ${compared}.`}
      caption={`${card.title}, most first`}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      empty="Nothing was counted in this time."
      stacks={3}
    />
  );
}

/** The steps from a visit to a paying reader, drawn by their share of the visits. */
export function StatsFunnelCard({ range, query, className }: StatsPeriodProps) {
  const period = periodOf({ range, query });
  const steps = FUNNEL_STEPS.map((step) => ({ step, name: STEP_NAMES[step], count: period?.funnel[step] }));
  const visits = period?.visits.now ?? 0;
  const rows = steps.flatMap(({ name, count }) => (count ? [{ name, ...count }] : []));
  const { title: of, unit, compared } = RANGE_WORDS[range];
  const title = `Funnel ${of}`;
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { header: "Step", value: ({ name }) => name },
    countColumn("Count", ({ now }) => now),
    { header: "Of visits", value: ({ now }) => shareText(now, visits) },
    ...comparisonColumns<(typeof rows)[number]>(unit, (row) => row),
  ];
  return (
    <SectionCard
      title={title}
      note={`Each step counts sessions of a day; the last two count people who still are on the list. Compared: ${compared}.`}
      className={className}
      actions={rows.length > 0 && <CsvButton title={title} columns={columns} rows={rows} />}
    >
      <ol className="grid gap-2">
        {steps.map(({ step, name, count }) => {
          const share = visits > 0 && count ? Math.min(1, count.now / visits) : 0;
          return (
            <li key={step} className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-sm">
              <span>{name}</span>
              <span className="flex items-baseline justify-end gap-2 whitespace-nowrap tabular-nums">
                {count ? (
                  <>
                    <b>{formatCount(count.now)}</b>
                    {step !== "visits" && <span className="text-ink-muted">{shareText(count.now, visits)}</span>}
                    <StatsChange of={count} />
                  </>
                ) : (
                  <Skeleton className="h-5 w-16" />
                )}
              </span>
              <span aria-hidden className="col-span-2 mt-1 flex h-4 justify-center">
                <span className="min-w-0.5 rounded-sm bg-accent" style={{ width: `${(share * 100).toFixed(1)}%` }} />
              </span>
            </li>
          );
        })}
      </ol>
      <div className="mt-3 min-h-11.5">
        {rows.length > 0 && (
          <Disclosure summary="Numbers by the step">
            <DataTable caption={title} columns={columns} rows={rows} rowKey={({ name }) => name} stacks={3} />
          </Disclosure>
        )}
      </div>
    </SectionCard>
  );
}

const BREAKDOWNS = [
  ["Pages", "Page", "Views", ({ pages }) => pages],
  ["Countries", "Country", "Visits", ({ countries }) => countries],
  ["Devices", "Device", "Visitors", ({ devices }) => devices],
] as const satisfies readonly (readonly [string, string, string, (period: StatsPeriod) => ComparedKeys])[];

/** Shows the pages, countries and devices of the visits in the range. */
export function StatsBreakdownCard({ range, query, className }: StatsPeriodProps) {
  const period = periodOf({ range, query });
  const { title } = RANGE_WORDS[range];
  return (
    <SectionCard title={`Pages, countries and devices ${title}`} className={className}>
      <Tabs
        label="Breakdown"
        items={BREAKDOWNS.map(([name, of, counted, pick]) => ({
          value: name,
          label: name,
          content: period ? (
            <StatsKeys isPart range={range} title={`${name} ${title}`} of={of} counted={counted} rows={pick(period)} />
          ) : (
            <Skeleton className="h-64 w-full" />
          ),
        }))}
      />
    </SectionCard>
  );
}

interface Minute {
  ago: number;
  count: number;
}

const MINUTES: readonly Column<Minute>[] = [
  { header: "Minutes ago", value: ({ ago }) => String(ago) },
  countColumn("Came", ({ count }) => count),
];

/** Sessions begun in each of the last 30 minutes, as bars and a table. */
export function StatsArrivals({ minutes }: { minutes: readonly number[] }) {
  const highest = Math.max(1, ...minutes);
  const total = minutes.reduce((sum, count) => sum + count, 0);
  const oldestFirst = minutes.map((count, at): Minute => ({ ago: minutes.length - 1 - at, count }));
  const rows = oldestFirst.toReversed();
  return (
    <figure className="w-full min-w-24">
      <div aria-hidden className="flex h-8 items-end gap-px">
        {oldestFirst.map(({ ago, count }) => (
          <span
            key={ago}
            className="flex-1 rounded-t-xs bg-accent"
            style={{ height: `${Math.max(4, (count / highest) * 100)}%`, opacity: count === 0 ? 0.25 : 1 }}
          />
        ))}
      </div>
      <figcaption className="mt-1 text-xs text-ink-muted">{formatCount(total)} came in the last 30 minutes</figcaption>
      <Disclosure isSmall summary="By the minute">
        <div className="flex justify-end">
          <CsvButton title="Arrivals of the last 30 minutes" columns={MINUTES} rows={rows} />
        </div>
        <DataTable
          caption="Arrivals of the last 30 minutes"
          columns={MINUTES}
          rows={rows}
          rowKey={({ ago }) => String(ago)}
        />
      </Disclosure>
    </figure>
  );
}
