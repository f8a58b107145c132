import type { EditionSummary } from "./digest.ts";
import type { ScamBand } from "./listings.ts";
import { operation, types } from "./operation.ts";
import type { EmptySearches, Goal, GoalConversion, StatsRange } from "./stats-periods.ts";
import type { VisitorStats } from "./visitors.ts";

/** A range, with "1" beside the same time before it. */
type InRange = { range: StatsRange; compare?: "1" };

/** Statistics of visitors and subscribers; with `range` also its figures. */
export const getVisitorStats = operation(
  "GET",
  "/api/analytics/stats",
  types<{ query: Partial<InRange>; answer: VisitorStats }>,
);
/** How often a goal was reached in a range, by source, first page and campaign. */
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

/** How the public listings compare with the market; `unconfirmed`: without a percent until a moderator confirms them. */
export const DISCOUNT_BANDS = ["below", "about", "above", "unconfirmed", "unknown"] as const;
export type DiscountBand = (typeof DISCOUNT_BANDS)[number];

/** Days that `expiring` looks ahead. */
export const EXPIRING_DAYS = 7;
/** Pending listings whose scam bands are counted, of those that wait longest. */
export const BANDS_READ = 200;
/** Newest threads, and newest comments, among which automated ones are counted. */
export const POSTS_READ = 2_000;
/** Days of the posts. */
export const POSTS_DAYS = 30;

/** Posts of the forum, and how many of them its automation wrote. */
export interface PostShare {
  all: number;
  automated: number;
}

/** The state of listings, mails and the forum. Dates are ISO 8601 UTC. */
export interface SiteFigures {
  listings: {
    /** Listings that visitors can find now. */
    public: number;
    /** Including those that expired and whose status was not changed yet. */
    approved: number;
    /** In every state except deleted. */
    all: number;
    waiting: number;
    /** Start of the longest and of the median wait among pending listings. */
    oldestWaiting: string | null;
    medianWaiting: string | null;
    /** Counts among the {@link BANDS_READ} pending listings that have waited longest. */
    scamBands: Record<ScamBand, number>;
    /** Median first approval of public listings. */
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
