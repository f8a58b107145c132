import type { EditionSummary } from "./digest.ts";
import type { ScamBand } from "./listings.ts";
import { operation, types } from "./operation.ts";
import type { EmptySearches, Goal, GoalConversion, StatsRange } from "./stats-periods.ts";
import type { VisitorStats } from "./visitors.ts";

/** Query for a range. With `compare=1`, the response adds the preceding period of the same length. */
type InRange = { range: StatsRange; compare?: "1" };

/** Returns statistics of visitors and subscribers; with `range`, also the statistics of that range. */
export const getVisitorStats = operation(
  "GET",
  "/api/analytics/stats",
  types<{ query: Partial<InRange>; answer: VisitorStats }>,
);
/** Returns the conversions to a goal in a range, by source, first page and campaign. */
export const getGoalConversion = operation(
  "GET",
  "/api/analytics/goals",
  types<{ query: InRange & { goal: Goal }; answer: GoalConversion }>,
);
/** Returns the searches of a range that found nothing. */
export const getEmptySearches = operation(
  "GET",
  "/api/analytics/searches",
  types<{ query: InRange; answer: EmptySearches }>,
);
/** Returns the status of listings, emails and the forum, at most a minute old. */
export const getSiteFigures = operation("GET", "/api/analytics/site", types<{ answer: SiteFigures }>);

/**
 * Bands of public listings by their comparison with the market. `unconfirmed` listings have no percentage until a
 * moderator confirms them.
 */
export const DISCOUNT_BANDS = ["below", "about", "above", "unconfirmed", "unknown"] as const;
export type DiscountBand = (typeof DISCOUNT_BANDS)[number];

/** Number of days that `expiring` looks ahead. */
export const EXPIRING_DAYS = 7;
/** Maximum number of pending listings whose scam bands are counted, starting with those that have waited longest. */
export const SCAM_BAND_LISTINGS_MAX = 200;
/** Maximum number of threads, and of comments, among which automated posts are counted. The newest are counted. */
export const COUNTED_POSTS_MAX = 2_000;
/** Number of days for which posts are counted. */
export const COUNTED_POSTS_DAYS = 30;

/** Number of posts in the forum, and how many of them the automation wrote. */
export interface PostShare {
  all: number;
  automated: number;
}

/** The status of listings, emails and the forum. Dates are ISO 8601 UTC. */
export interface SiteFigures {
  listings: {
    /** Number of listings that visitors can find now. */
    public: number;
    /** Number of listings with the status approved, including those that have expired but still have this status. */
    approved: number;
    /** Number of listings in every status except deleted. */
    all: number;
    waiting: number;
    /** Times since which pending listings have waited, for the longest wait and for the median wait. */
    oldestWaiting: string | null;
    medianWaiting: string | null;
    /**
     * Number of listings in each scam band, among the {@link SCAM_BAND_LISTINGS_MAX} pending listings that have waited
     * longest.
     */
    scamBands: Record<ScamBand, number>;
    /** The median time of first approval among public listings. */
    medianApproved: string | null;
    /** Public listings that expire in the next {@link EXPIRING_DAYS} days. */
    expiring: number;
    bands: Record<DiscountBand, number>;
  };
  /** Newest first. The site does not track who opens an edition. */
  editions: EditionSummary[];
  /**
   * Posts of the last {@link COUNTED_POSTS_DAYS} days, among the newest {@link COUNTED_POSTS_MAX}. Includes deleted
   * posts.
   */
  threads: PostShare;
  comments: PostShare;
  countedAt: string;
}
