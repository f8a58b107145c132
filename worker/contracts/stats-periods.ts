/** Ranges of the operator's dashboard, all up to now: since midnight in Toronto, hours, days or months. */
export const STATS_RANGES = ["today", "24h", "7d", "30d", "12m"] as const;
export type StatsRange = (typeof STATS_RANGES)[number];

/**
 * A count of a range, beside the same time before it. The range ends in an hour, day or month that is not over; what is
 * compared is the whole ones, on both sides.
 */
export interface Compared {
  /** The count of the whole range. */
  now: number;
  /** The count of its completed hours, days or months, with which `before` is compared. Only with a comparison. */
  whole?: number;
  /** The count of as many completed ones before; null without a comparison. */
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

/** Visits, and how often the goal was reached. */
export interface GoalCounts {
  visits: number;
  reached: number;
  /** Percent of the visits with one decimal; null without a visit in the range. */
  rate: number | null;
}

/** Counts of a range; with a comparison also what is compared, as in {@link Compared}. */
export interface ComparedGoal extends GoalCounts {
  whole?: GoalCounts;
  before?: GoalCounts;
}

/** Counts of one origin of visits. */
export interface GoalRow extends ComparedGoal {
  key: string;
}

/**
 * The goal in a range. Each session counts once a day. A goal that is reached later than its visit counts
 * when it is reached; one whose visit was not counted, or is older than 30 days, has the origin 'Unknown'.
 */
export interface GoalConversion extends ComparedGoal {
  goal: Goal;
  range: StatsRange;
  /** By referring host. */
  sources: GoalRow[];
  /** By the page that the visit began on. */
  pages: GoalRow[];
  /** By `utm_campaign`; visits without one are in no row. */
  campaigns: GoalRow[];
  countedAt: string;
}

/** How often something was searched for; with a comparison also what is compared, as in {@link Compared}. */
export interface SearchCount {
  count: number;
  whole?: number;
  before?: number;
}

/** Searches that found nothing. */
export interface EmptySearches extends SearchCount {
  range: StatsRange;
  /**
   * The home page's query, such as `?type=Studio&maxRent=900`; at least 3 of the same, the most frequent first. The
   * others, as 'other', are not compared.
   */
  searches: (SearchCount & { query: string })[];
  countedAt: string;
}

/** Visits of one hour, day or month. */
export interface PeriodPoint {
  /** Its beginning: ISO 8601 UTC for an hour, YYYY-MM-DD for a day, YYYY-MM for a month. */
  start: string;
  visits: number;
  /** Visits at the same position of the range before; null without a comparison, and for the current one. */
  before: number | null;
}

/**
 * The figures of a range. Days and months are Toronto's; the current hour,
 * day or month is not over yet, and is not compared.
 */
export interface StatsPeriod {
  range: StatsRange;
  unit: "hour" | "day" | "month";
  /** Oldest first; the last one is the current one. */
  points: PeriodPoint[];
  visits: Compared;
  /** Page views. */
  views: Compared;
  /** The sum over the days. */
  uniqueVisitors: Compared;
  returning: Compared;
  sources: ComparedKeys;
  pages: ComparedKeys;
  countries: ComparedKeys;
  devices: ComparedKeys;
  /** The last two steps count people on the mailing list who still are there. */
  funnel: Record<FunnelStepName, Compared>;
  /** The steps by the source of their visit, most visits first; all of them count sessions of a day. */
  funnelBySource: (Record<FunnelStepName, Compared> & { key: string })[];
  /** Visits of this month, whatever the range; compared are its whole days with the same days of the month before. */
  month: Compared;
  /** Sessions begun in each of the last 30 minutes, the oldest first. */
  minutes: number[];
  /** When the figures were counted, ISO 8601: at most a minute ago, those of `minutes` now. */
  countedAt: string;
}
