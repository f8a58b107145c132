import { queryOptions } from "@tanstack/react-query";
import { MONTHS } from "../../../worker/contracts/days.ts";
import {
  COUNTED_MEASURES,
  type CountedMeasure,
  type MonthFigures,
  reasonLabel,
  PUBLISHED_COUNT_MIN,
  getTransparency,
} from "../../../worker/contracts/transparency.ts";
import { call } from "../../lib/api.ts";
import { formatCount } from "../../lib/format.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";

export const transparencyKeys = { months: ["transparency"] as const };

/** Returns the query for the published numbers. */
export function transparency() {
  return queryOptions({
    queryKey: transparencyKeys.months,
    queryFn: ({ signal }) => call(getTransparency, {}, { signal }),
  });
}

const MEASURES: Record<CountedMeasure, string> = {
  received: "Received",
  approved: "Approved",
  rejected: "Rejected",
  removed: "Removed after reports",
};

/** Returns a text such as `October 2026`. */
const monthName = (month: string): string => `${MONTHS[Number(month.slice(5)) - 1] ?? ""} ${month.slice(0, 4)}`;

/** Returns a duration as text, in a suitable unit. */
function durationText(minutes: number): string {
  const [count, unit] =
    minutes < 120
      ? [minutes, "minute"]
      : minutes < 2_880
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1_440), "day"];
  return `${formatCount(count)} ${unit}${count === 1 ? "" : "s"}`;
}

const cell = (count: number | null) => (count === null ? "—" : formatCount(count));

type Row = { name: string } & Record<CountedMeasure, number | null>;

const COLUMNS: readonly Column<Row>[] = [
  { header: "", value: ({ name }) => name },
  ...COUNTED_MEASURES.map((measure): Column<Row> => ({
    header: MEASURES[measure],
    value: (row) => cell(row[measure]),
  })),
];
const named = (header: string): readonly Column<Row>[] =>
  COLUMNS.map((column, at) => (at === 0 ? { ...column, header } : column));

const AREA_COLUMNS = named("Area");
const TYPE_COLUMNS = named("Type");
const REASON_COLUMNS: readonly Column<MonthFigures["reasons"][number]>[] = [
  { header: "Reason", value: ({ reason }) => reasonLabel(reason) },
  { header: "Listings", value: ({ count }) => cell(count) },
];

/** Shows the numbers of one month. Breakdowns are collapsed, except those of the newest month. */
export function MonthSection({ figures, isNewest }: { figures: MonthFigures; isNewest: boolean }) {
  const { month, medianMinutes, appeals, areas, types, reasons } = figures;
  const name = monthName(month);
  return (
    <section aria-labelledby={`month-${month}`} className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id={`month-${month}`} className="text-xl font-bold">
        {name}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
        {COUNTED_MEASURES.map((measure) => (
          <Figure key={measure} term={MEASURES[measure]} value={formatCount(figures[measure])} />
        ))}
        <Figure
          term="Median time to a decision"
          value={medianMinutes === null ? "Too few to say" : durationText(medianMinutes)}
        />
        <Figure
          term="Appeals"
          value={formatCount(appeals.received)}
          note={
            appeals.upheld + appeals.denied > 0
              ? `${formatCount(appeals.upheld)} upheld, ${formatCount(appeals.denied)} not upheld`
              : undefined
          }
        />
      </dl>
      <div className="mt-4 grid gap-2">
        <Disclosure summary="By area" open={isNewest}>
          <DataTable
            caption={`${name} by area`}
            columns={AREA_COLUMNS}
            rows={areas.map(({ area, ...counts }) => ({ name: area, ...counts }))}
            rowKey={(row) => row.name}
            stacks={2}
          />
        </Disclosure>
        <Disclosure summary="By type" open={isNewest}>
          <DataTable
            caption={`${name} by type`}
            columns={TYPE_COLUMNS}
            rows={types.map(({ type, ...counts }) => ({ name: type, ...counts }))}
            rowKey={(row) => row.name}
            stacks={2}
          />
        </Disclosure>
        <Disclosure summary="Reasons for rejections and removals" open={isNewest}>
          <DataTable
            caption={`${name}: reasons`}
            columns={REASON_COLUMNS}
            rows={reasons}
            rowKey={({ reason }) => reason}
          />
        </Disclosure>
      </div>
    </section>
  );
}

function Figure({ term, value, note }: { term: string; value: string; note?: string | undefined }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted">{term}</dt>
      <dd className="text-2xl font-bold tabular-nums">
        {value}
        {note !== undefined && <span className="block text-sm font-normal text-ink-muted">{note}</span>}
      </dd>
    </div>
  );
}

/** Explains why some cells are empty. */
export const SUPPRESSION_TEXT = `A dash means fewer than ${PUBLISHED_COUNT_MIN}, or a number that would reveal such a count. This keeps single listings from being identified.`;
