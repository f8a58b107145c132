import type { UseQueryResult } from "@tanstack/react-query";
import {
  type Compared,
  STATS_RANGES,
  type StatsPeriod,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import type { Column } from "../../ui/data-table.tsx";
import { arrowText } from "./stats-text.ts";

interface RangeWords {
  label: string;
  /** 'Visits' and this are the title of the chart. */
  title: string;
  unit: StatsPeriod["unit"];
  /** The compared periods in words: the hour, day or month that is not over is left out. */
  compared: string;
  tickEvery: number;
}

export const RANGE_WORDS: Readonly<Record<StatsRange, RangeWords>> = {
  today: {
    label: "Today",
    title: "of today",
    unit: "hour",
    compared: "the hours that are over with the same hours of yesterday",
    tickEvery: 4,
  },
  "24h": {
    label: "24 hours",
    title: "of the last 24 hours",
    unit: "hour",
    compared: "the 23 hours that are over with the same hours a day earlier",
    tickEvery: 6,
  },
  "7d": {
    label: "7 days",
    title: "of the last 7 days",
    unit: "day",
    compared: "the 6 days that are over with the same weekdays a week earlier",
    tickEvery: 2,
  },
  "30d": {
    label: "30 days",
    title: "of the last 30 days",
    unit: "day",
    compared: "the 29 days that are over with those 30 days earlier",
    tickEvery: 7,
  },
  "12m": {
    label: "12 months",
    title: "of the last 12 months",
    unit: "month",
    compared: "the 11 months that are over with the same months a year earlier",
    tickEvery: 3,
  },
};

interface RangeSwitchProps {
  range: StatsRange;
  onChange(range: StatsRange): void;
}

/** Chooses the time that everything below is about. */
export function StatsRangeSwitch({ range, onChange }: RangeSwitchProps) {
  return (
    <fieldset className="flex max-w-full gap-1 overflow-x-auto rounded-card bg-sunken p-1">
      <legend className="sr-only">Time</legend>
      {STATS_RANGES.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === range}
          onClick={() => onChange(one)}
          className="min-h-11 shrink-0 rounded-control px-3 text-sm font-medium text-ink-muted hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card sm:min-h-9"
        >
          {RANGE_WORDS[one].label}
        </button>
      ))}
    </fieldset>
  );
}

export interface StatsPeriodProps {
  range: StatsRange;
  /** The query of the range, or of the one before while it is loaded. */
  query: UseQueryResult<VisitorStats>;
  className?: string;
}

/** The period of the chosen range; undefined until it is there. */
export const periodOf = ({ range, query }: Pick<StatsPeriodProps, "range" | "query">): StatsPeriod | undefined =>
  query.data?.period?.range === range ? query.data.period : undefined;

type Comparison = Omit<Compared, "now">;

/** An arrow with the change; what is compared for screen readers. */
export function StatsChange({ of: { whole, before } }: { of: Comparison }) {
  if (whole === undefined || before === null) return null;
  return (
    <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
      {arrowText({ whole, before })}
      <span className="sr-only">
        {" "}
        compared: {formatCount(whole)}, before: {formatCount(before)}
      </span>
    </span>
  );
}

/** A column of counts that may be missing. */
const comparisonColumn = <Row,>(header: string, value: (row: Row) => number | null | undefined): Column<Row> => ({
  header,
  value: (row) => value(row) ?? "",
  show: (row) => {
    const count = value(row);
    return typeof count === "number" ? formatCount(count) : "";
  },
});

/** Columns of what is compared, and of the change. */
export const comparisonColumns = <Row,>(
  unit: StatsPeriod["unit"],
  pick: (row: Row) => Comparison,
): readonly Column<Row>[] => [
  comparisonColumn(`Whole ${unit}s`, (row) => pick(row).whole),
  comparisonColumn("Before", (row) => pick(row).before),
  { header: "Change", value: (row) => arrowText(pick(row)) },
];
