import type { UseQueryResult } from "@tanstack/react-query";
import {
  type Compared,
  STATS_RANGES,
  type StatsPeriod,
  type StatsRange,
} from "../../../worker/contracts/stats-periods.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { formatCount } from "../../lib/format.ts";
import { arrowText } from "./stats-text.ts";

interface RangeWords {
  label: string;
  /** 'Visits' and this are the title of the chart. */
  title: string;
  /** What the range is compared with. */
  before: string;
  tickEvery: number;
}

export const RANGE_WORDS: Readonly<Record<StatsRange, RangeWords>> = {
  today: { label: "Today", title: "of today", before: "the same hours of yesterday", tickEvery: 4 },
  "24h": { label: "24 hours", title: "of the last 24 hours", before: "the 24 hours before", tickEvery: 6 },
  "7d": { label: "7 days", title: "of the last 7 days", before: "the 7 days before", tickEvery: 2 },
  "30d": { label: "30 days", title: "of the last 30 days", before: "the 30 days before", tickEvery: 7 },
  "12m": { label: "12 months", title: "of the last 12 months", before: "the 12 months before", tickEvery: 3 },
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
  /** Of the range, or of the one before while it is loaded. */
  query: UseQueryResult<VisitorStats>;
  className?: string;
}

/** The period of the chosen range; undefined until it is there. */
export const periodOf = ({ range, query }: Pick<StatsPeriodProps, "range" | "query">): StatsPeriod | undefined =>
  query.data?.period?.range === range ? query.data.period : undefined;

/** An arrow with the change; the count before for screen readers. */
export function StatsChange({ of }: { of: Compared }) {
  if (of.before === null) return null;
  return (
    <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">
      {arrowText(of)}
      <span className="sr-only"> before: {formatCount(of.before)}</span>
    </span>
  );
}
