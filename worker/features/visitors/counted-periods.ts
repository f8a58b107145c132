import { daysAfter, HOUR_MS } from "../../contracts/days.ts";
import { type Goal, GOALS } from "../../contracts/stats-periods.ts";

/** Kinds of counts; kinds without keys use the empty key. */
export type CountKind =
  | "visits"
  | "views"
  | "page"
  | "country"
  | "source"
  | "landing"
  | "campaign"
  | "no_results"
  | Goal
  | `${Goal}_landing`
  | `${Goal}_campaign`
  | "unique"
  | "returning"
  | "mobile"
  | "desktop";

/** A counted period: `hour:493233` (hours since 1970), `day:2026-11-21`, `month:2026-11`, `all`. */
export type Period = `hour:${number}` | `day:${string}` | `month:${string}` | "all";

/** Counts of one kind in one period, by key. */
export type Counts = ReadonlyMap<string, number>;
/** Hours kept: two days of at most 25 hours, for the hours of today beside those of yesterday. */
const HOURS_KEPT = 72;
/** Hours whose visits alone are kept, for what is usual at an hour: four weeks, and a day. */
const VISITS_KEPT = 29 * 24;
/** Days kept here, for thirty beside the thirty before and two whole months; the database has older ones. */
const DAYS_KEPT = 62;
/** Months kept, for twelve beside the twelve before. */
const MONTHS_KEPT_DAYS = 25 * 31;
/** Kinds of the dashboard's goals and searches. Only the shards keep them; others are also stored by day in the database. */
export const KEPT_IN_SHARDS: readonly CountKind[] = [
  "landing",
  "campaign",
  "no_results",
  "confirmed",
  "vip",
  ...GOALS.flatMap((goal) => [`${goal}_landing`, `${goal}_campaign`] as const),
];
/** Kinds that are added to a month once a day is over; the others are counted by month at once. */
export const ADDED_TO_MONTHS: readonly CountKind[] = [
  "views",
  "page",
  "country",
  "unique",
  "returning",
  "mobile",
  "desktop",
  ...KEPT_IN_SHARDS,
];

export const hourPeriod = (now: number): Period => `hour:${Math.floor(now / HOUR_MS)}`;
export const dayPeriod = (day: string): Period => `day:${day}`;
export const monthOf = (day: string): Period => `month:${day.slice(0, 7)}`;

/** The first period of each type that is kept, with a kind that stays in those before. @param today in Toronto */
export const forgottenBefore = (now: number, today: string): readonly (readonly [Period, CountKind | ""])[] => [
  [hourPeriod(now - HOURS_KEPT * HOUR_MS), "visits"],
  [hourPeriod(now - VISITS_KEPT * HOUR_MS), ""],
  [dayPeriod(daysAfter(today, -DAYS_KEPT)), ""],
  [monthOf(daysAfter(today, -MONTHS_KEPT_DAYS)), ""],
];
