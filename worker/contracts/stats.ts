import type { EditionSummary } from "./digest.ts";
import type { ScamBand } from "./listings.ts";
import { operation, types } from "./operation.ts";
import type { EmptySearches, Goal, GoalConversion, StatsRange } from "./stats-periods.ts";
import type { VisitorStats } from "./visitors.ts";

/** Query for a range; `compare` is "1" to add the equal period before it. */
type InRange = { range: StatsRange; compare?: "1" };

/** Statistics of visitors and subscribers; with `range`, also the figures of that range. */
export const getVisitorStats = operation(
  "GET",
  "/api/analytics/stats",
  types<{ query: Partial<InRange>; answer: VisitorStats }>,
);
/** Conversions to a goal in a range, by source, first page and campaign. */
export const getGoalConversion = operation(
  "GET",
  "/api/analytics/goals",
  types<{ query: InRange & { goal: Goal }; answer: GoalConversion }>,
);
/** The searches of a range that found nothing. */
export const getEmptySearches = operation(
  "GET",
  "/api/analytics/searches",
  types<{ query: InRange; answer: EmptySearches }>,
);
/** The state of listings, mails and the forum, at most a minute old. */
export const getSiteFigures = operation("GET", "/api/analytics/site", types<{ answer: SiteFigures }>);

/**
 * Bands of public listings by their comparison with the market; `unconfirmed`: no percentage until a moderator confirms
 * them.
 */
export const DISCOUNT_BANDS = ["below", "about", "above", "unconfirmed", "unknown"] as const;
export type DiscountBand = (typeof DISCOUNT_BANDS)[number];

/** Days that `expiring` looks ahead. */
export const EXPIRING_DAYS = 7;
/** Maximum number of pending listings whose scam bands are counted, those that have waited longest. */
export const BANDS_READ = 200;
/** Maximum number of newest threads, and of newest comments, among which automated ones are counted. */
export const POSTS_READ = 2_000;
/** Number of days for which posts are counted. */
export const POSTS_DAYS = 30;

/** Number of posts of the forum, and of those that its automation wrote. */
export interface PostShare {
  all: number;
  automated: number;
}

/** The state of listings, mails and the forum. Dates are ISO 8601 UTC. */
export interface SiteFigures {
  listings: {
    /** Listings that visitors can find now. */
    public: number;
    /** Includes those that have expired but whose status has not been changed yet. */
    approved: number;
    /** In every state except deleted. */
    all: number;
    waiting: number;
    /** Start of the longest and of the median wait among pending listings. */
    oldestWaiting: string | null;
    medianWaiting: string | null;
    /** Counts among the {@link BANDS_READ} pending listings that have waited longest. */
    scamBands: Record<ScamBand, number>;
    /** Time of the median first approval of public listings. */
    medianApproved: string | null;
    /** Public listings that expire in the next {@link EXPIRING_DAYS} days. */
    expiring: number;
    bands: Record<DiscountBand, number>;
  };
  /** The newest first. Openings are not tracked. */
  editions: EditionSummary[];
  /** Posts of the last {@link POSTS_DAYS} days, among the newest {@link POSTS_READ}; deleted ones included. */
  threads: PostShare;
  comments: PostShare;
  countedAt: string;
}
