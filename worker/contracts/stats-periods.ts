/** Ranges of the operator's dashboard, all up to now: since midnight in Toronto, hours, days or months. */
export const STATS_RANGES = ["today", "24h", "7d", "30d", "12m"] as const;
export type StatsRange = (typeof STATS_RANGES)[number];

/** A count of a range, and of the same time before it; null without a comparison. */
export interface Compared {
  now: number;
  before: number | null;
}

/** Keys of one kind, the most frequent first: at most 25, the others summed up as 'other'. */
export type ComparedKeys = (Compared & { key: string })[];

/** Steps from a visit to a paying reader, in their order. */
export const FUNNEL_STEPS = ["visits", "listingsOpened", "callsClicked", "signedUp", "confirmed", "vip"] as const;
export type FunnelStepName = (typeof FUNNEL_STEPS)[number];

/** Visits of one hour, day or month. */
export interface PeriodPoint {
  /** Its beginning: ISO 8601 UTC for an hour, YYYY-MM-DD for a day, YYYY-MM for a month. */
  start: string;
  visits: number;
  before: number | null;
}

/**
 * The figures of a range, added to GET /api/analytics/stats by `range`. Days and months are Toronto's; the current hour,
 * day or month is not over yet, and the one it is compared with is complete.
 */
export interface StatsPeriod {
  range: StatsRange;
  unit: "hour" | "day" | "month";
  /** Oldest first; the last one is the current one. */
  points: PeriodPoint[];
  visits: Compared;
  /** Page views. */
  views: Compared;
  /** Of each day, added up. */
  uniqueVisitors: Compared;
  returning: Compared;
  sources: ComparedKeys;
  pages: ComparedKeys;
  countries: ComparedKeys;
  devices: ComparedKeys;
  funnel: Record<FunnelStepName, Compared>;
  /** Sessions begun in each of the last 30 minutes, the oldest first. */
  minutes: number[];
  /** When the figures were counted, ISO 8601: at most a minute ago, those of `minutes` now. */
  countedAt: string;
}
