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

/** Events that visits are measured by, as they are named in the counts. */
export const GOALS = ["opened", "called", "signed_up", "confirmed", "vip"] as const;
export type Goal = (typeof GOALS)[number];

/** Visits of one origin, and how often the goal was reached from it. */
export interface GoalRow {
  key: string;
  visits: number;
  reached: number;
  /** Percent of the visits with one decimal; null without a visit in the range. */
  rate: number | null;
}

/**
 * Response of GET /api/analytics/goals. Each session counts once a day. A goal that is reached later than its visit counts
 * when it is reached; one whose visit was not counted, or is older than 30 days, has the origin 'Unknown'.
 */
export interface GoalConversion {
  goal: Goal;
  range: StatsRange;
  visits: number;
  reached: number;
  rate: number | null;
  /** By referring host. */
  sources: GoalRow[];
  /** By the page that the visit began on. */
  pages: GoalRow[];
  /** By `utm_campaign`; visits without one are in no row. */
  campaigns: GoalRow[];
  countedAt: string;
}

/** Response of GET /api/analytics/searches: what was searched for and not found. */
export interface EmptySearches {
  range: StatsRange;
  /** All of them. */
  count: number;
  /** The home page's query, such as `?type=Studio&maxRent=900`; at least 3 of the same, the most frequent first. */
  searches: { query: string; count: number }[];
  countedAt: string;
}

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
