/** Ranges of the operator's dashboard, all up to now: since midnight in Toronto, hours, days or months. */
export const STATS_RANGES = ["today", "24h", "7d", "30d", "12m"] as const;
export type StatsRange = (typeof STATS_RANGES)[number];

/**
 * A count of a range, compared with the preceding period of the same length. The current hour, day or month is not over
 * yet, so the comparison uses only complete ones in both periods.
 */
export interface Compared {
  /** The count of the whole range. */
  now: number;
  /**
   * The count of the complete hours, days or months of the range, for comparison with `before`. Present only with a
   * comparison.
   */
  whole?: number;
  /** The count of the same number of complete hours, days or months before the range; null without a comparison. */
  before: number | null;
}

/** At most 25 keys of one kind, most frequent first. The remaining keys are combined into 'other'. */
export type ComparedKeys = (Compared & { key: string })[];

/** Steps of the funnel from a visit to a paid subscription, in order. */
export const FUNNEL_STEPS = ["visits", "listingsOpened", "callsClicked", "signedUp", "confirmed", "vip"] as const;
export type FunnelStepName = (typeof FUNNEL_STEPS)[number];

/** Events that measure the success of visits, named as in the counts. */
export const GOALS = ["opened", "called", "signed_up", "confirmed", "vip"] as const;
export type Goal = (typeof GOALS)[number];

/** Number of visits, and number of times that the goal was reached. */
export interface GoalCounts {
  visits: number;
  reached: number;
  /** Percent of the visits with one decimal; null without a visit in the range. */
  rate: number | null;
}

/** Counts of a range; with a comparison also the compared counts, as in {@link Compared}. */
export interface ComparedGoal extends GoalCounts {
  whole?: GoalCounts;
  before?: GoalCounts;
}

/** Counts of one origin of visits. */
export interface GoalRow extends ComparedGoal {
  key: string;
}

/**
 * Conversions to a goal in a range. Each session counts once a day. A goal reached after the visit counts at the time
 * when it is reached. If the visit was not counted or is older than 30 days, the origin is 'Unknown'.
 */
export interface GoalConversion extends ComparedGoal {
  goal: Goal;
  range: StatsRange;
  /** Conversions by referring host. */
  sources: GoalRow[];
  /** Conversions by the first page of the visit. */
  pages: GoalRow[];
  /** Conversions by `utm_campaign`. Visits without a campaign are in no row. */
  campaigns: GoalRow[];
  countedAt: string;
}

/** Number of searches; with a comparison also the compared counts, as in {@link Compared}. */
export interface SearchCount {
  count: number;
  whole?: number;
  before?: number;
}

/** Searches that found nothing. */
export interface EmptySearches extends SearchCount {
  range: StatsRange;
  /**
   * The home page's query, such as `?type=Studio&maxRent=900`, if it occurred at least 3 times; most frequent first.
   * The other queries are combined into 'other' and not compared.
   */
  searches: (SearchCount & { query: string })[];
  countedAt: string;
}

/** Visits of one hour, day or month. */
export interface PeriodPoint {
  /** Start of the hour, day or month: ISO 8601 UTC for an hour, YYYY-MM-DD for a day, YYYY-MM for a month. */
  start: string;
  visits: number;
  /**
   * Visits in the same hour, day or month of the previous range; null without a comparison, and for the current hour,
   * day or month.
   */
  before: number | null;
}

/**
 * The statistics of a range. Days and months are in Toronto time. The current hour, day or month is not over yet and is
 * not compared.
 */
export interface StatsPeriod {
  range: StatsRange;
  unit: "hour" | "day" | "month";
  /** Oldest first; the last one is the current hour, day or month. */
  points: PeriodPoint[];
  visits: Compared;
  /** Number of page views. */
  views: Compared;
  /** The sum of the unique visitors of each day. */
  uniqueVisitors: Compared;
  returning: Compared;
  sources: ComparedKeys;
  pages: ComparedKeys;
  countries: ComparedKeys;
  devices: ComparedKeys;
  /** The last two steps count only people who are still on the mailing list. */
  funnel: Record<FunnelStepName, Compared>;
  /** The funnel steps by source of the visit, most visits first. All steps count daily sessions. */
  funnelBySource: (Record<FunnelStepName, Compared> & { key: string })[];
  /**
   * Visits of this month, regardless of the range. The complete days are compared with the same days of the previous
   * month.
   */
  month: Compared;
  /** Sessions begun in each of the last 30 minutes, the oldest first. */
  minutes: number[];
  /** Time of the count, ISO 8601: at most a minute ago; `minutes` is always current. */
  countedAt: string;
}
