import type { UseQueryResult } from "@tanstack/react-query";
import {
  type Compared,
  STATS_RANGES,
  type StatsPeriod,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatClock } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import type { Column } from "../../ui/data-table.tsx";
import { arrowText } from "./stats-text.ts";

interface RangeWords {
  label: string;
  /** Short label for phones. */
  short: string;
  unit: StatsPeriod["unit"];
  /** Completes the sentence "Arrows compare …". The current hour, day or month is not compared. */
  compared: string;
  /** Names the counts that an arrow compares. @param end beginning of the current hour, day or month */
  comparisonText(whole: string, before: string, end: string): string;
  tickEvery: number;
}

const createComparisonText =
  (when: string): RangeWords["comparisonText"] =>
  (whole, before) =>
    `${whole} vs ${before} ${when}`;

export const RANGE_WORDS: Readonly<Record<StatsRange, RangeWords>> = {
  today: {
    label: "Today",
    short: "Today",
    unit: "hour",
    compared: "the completed hours with the same hours yesterday",
    comparisonText: (whole, before, end) => `${whole} by ${formatClock(end)} vs ${before} yesterday`,
    tickEvery: 4,
  },
  "24h": {
    label: "24 hours",
    short: "24h",
    unit: "hour",
    compared: "the 23 completed hours with the same hours a day earlier",
    comparisonText: createComparisonText("a day earlier"),
    tickEvery: 6,
  },
  "7d": {
    label: "7 days",
    short: "7d",
    unit: "day",
    compared: "the 6 completed days with the same weekdays a week earlier",
    comparisonText: createComparisonText("a week earlier"),
    tickEvery: 2,
  },
  "30d": {
    label: "30 days",
    short: "30d",
    unit: "day",
    compared: "the 29 completed days with the same days 30 days earlier",
    comparisonText: createComparisonText("30 days earlier"),
    tickEvery: 7,
  },
  "12m": {
    label: "12 months",
    short: "12m",
    unit: "month",
    compared: "the 11 completed months with the same months a year earlier",
    comparisonText: createComparisonText("a year earlier"),
    tickEvery: 3,
  },
};

/** Returns the title of a range's CSV file, such as 'Funnel 24 hours'. */
export const fileTitle = (title: string, range: StatsRange) => `${title} ${RANGE_WORDS[range].label}`;

interface RangeSwitchProps {
  range: StatsRange;
  onChange(range: StatsRange): void;
}

/** Buttons that select the time range of everything below. */
export function StatsRangeSwitch({ range, onChange }: RangeSwitchProps) {
  return (
    <fieldset className="flex shrink-0 flex-wrap gap-2">
      <legend className="sr-only">Time range</legend>
      {STATS_RANGES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === range}
          className="pill min-h-9 px-3 pointer-coarse:min-h-11"
          onClick={() => onChange(one)}
        >
          <span className="max-sm:sr-only">{RANGE_WORDS[one].label}</span>
          <span aria-hidden className="sm:hidden">
            {RANGE_WORDS[one].short}
          </span>
        </button>
      ))}
    </fieldset>
  );
}

export interface StatsPeriodProps {
  range: StatsRange;
  /** The query for the range. Its data is the previous range's while the new range loads. */
  query: UseQueryResult<VisitorStats>;
}

/** Returns the data of the chosen range; undefined while it loads. */
export const readLoadedPeriod = ({ range, query }: StatsPeriodProps): StatsPeriod | undefined =>
  query.data?.period?.range === range ? query.data.period : undefined;

type Comparison = Omit<Compared, "now">;

/** Shows an arrow with the change. Screen readers also get both counts. */
export function StatsChange({ of: { whole, before } }: { of: Comparison }) {
  if (whole === undefined || before === null) return null;
  return (
    <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
      {arrowText({ whole, before })}
      <span className="sr-only">
        {" "}
        {formatCount(whole)} compared with {formatCount(before)}
      </span>
    </span>
  );
}

interface ComparedCountsProps {
  of: Comparison;
  range: StatsRange;
  /** Start of the current hour, day or month, which is not compared. */
  end: string;
}

/** Shows the two counts that an arrow compares, because the large number includes the current hour, day or month. */
export function ComparedCounts({ of, range, end }: ComparedCountsProps) {
  if (arrowText(of) === "") return null;
  return (
    <span aria-hidden className="text-sm text-ink-muted tabular-nums">
      {RANGE_WORDS[range].comparisonText(formatCount(of.whole ?? 0), formatCount(of.before ?? 0), end)}
    </span>
  );
}

/** Returns a column of counts that may be missing. */
const comparisonColumn = <Row,>(header: string, value: (row: Row) => number | null | undefined): Column<Row> => ({
  header,
  value: (row) => value(row) ?? "",
  show: (row) => {
    const count = value(row);
    return typeof count === "number" ? formatCount(count) : "–";
  },
});

/** Returns the columns for the compared counts and the change. */
export const comparisonColumns = <Row,>(
  unit: StatsPeriod["unit"],
  pick: (row: Row) => Comparison,
): readonly Column<Row>[] => [
  comparisonColumn(`Whole ${unit}s`, (row) => pick(row).whole),
  comparisonColumn("Before", (row) => pick(row).before),
  { header: "Change", value: (row) => arrowText(pick(row)), show: (row) => arrowText(pick(row)) || "–" },
];

/** Returns the same columns for the CSV file only, in addition to a {@link changedCount}. */
export const exportedComparison = <Row,>(
  unit: StatsPeriod["unit"],
  pick: (row: Row) => Comparison,
): readonly Column<Row>[] => comparisonColumns(unit, pick).map((column) => ({ ...column, isExportOnly: true }));

/** Returns a column of counts with their change. */
export const changedCount = <Row,>(
  header: string,
  value: (row: Row) => number,
  pick: (row: Row) => Comparison,
): Column<Row> => ({
  header,
  value,
  // The change comes first, so that the counts align.
  show: (row) => (
    <>
      <StatsChange of={pick(row)} /> {formatCount(value(row))}
    </>
  ),
});
