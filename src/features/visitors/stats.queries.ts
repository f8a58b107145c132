import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import { countListings } from "../../../worker/contracts/listings.ts";
import type { Operation } from "../../../worker/contracts/operation.ts";
import {
  getEmptySearches,
  getGoalConversion,
  getSiteFigures,
  getVisitorStats,
} from "../../../worker/contracts/stats.ts";
import type { Goal, StatsRange } from "../../../worker/contracts/stats-periods.ts";
import { getAudience } from "../../../worker/contracts/subscribers.ts";
import { getVipCount } from "../../../worker/contracts/vip.ts";
import type { CallInput } from "../../lib/api.ts";
import { callForOperator, FOR_OPERATOR, type Viewer } from "../../lib/operator.ts";

/** Poll intervals in milliseconds (docs/product.md, In the browser). */
export const STATS_EVERY_MS = 1_000;
const AUDIENCE_EVERY_MS = 30_000;
const VIP_EVERY_MS = MINUTE_MS;
const LISTINGS_EVERY_MS = 300_000;
const PERIOD_EVERY_MS = 15_000;
const SITE_EVERY_MS = MINUTE_MS;

/** Cache time of zero, so that a reopened dashboard neither shows nor compares outdated numbers. */
const NOT_CACHED_MS = 0;

/** Returns the query that `useVisitorStats` fetches. */
export function visitorStats(sessionId: string) {
  return queryOptions({
    queryKey: ["visitors", "stats"],
    queryFn: ({ signal }) => callForOperator(getVisitorStats, {}, sessionId, signal),
    meta: FOR_OPERATOR,
    gcTime: NOT_CACHED_MS,
    enabled: false,
  });
}

/** Returns a query that is polled unless the operator paused all live updates. */
function polledQuery<Op extends Operation>(
  name: string,
  operation: Op,
  input: CallInput<Op>,
  { sessionId, isLive }: Viewer,
  everyMs: number,
) {
  return queryOptions({
    queryKey: ["visitors", name],
    queryFn: ({ signal }) => callForOperator(operation, input, sessionId, signal),
    // TanStack Query only polls while the tab is visible.
    refetchInterval: isLive && everyMs,
    gcTime: NOT_CACHED_MS,
    meta: FOR_OPERATOR,
  });
}

export const audience = (viewer: Viewer) => polledQuery("audience", getAudience, {}, viewer, AUDIENCE_EVERY_MS);

export const vipCount = (viewer: Viewer) => polledQuery("vip", getVipCount, {}, viewer, VIP_EVERY_MS);

export const listingCount = (viewer: Viewer) => polledQuery("listings", countListings, {}, viewer, LISTINGS_EVERY_MS);

/** Returns the query for how often a goal was reached in a range, compared with the period before. */
export const goalConversion = (goal: Goal, range: StatsRange, viewer: Viewer) =>
  polledQuery(
    `goal ${goal} ${range}`,
    getGoalConversion,
    { query: { goal, range, compare: "1" } },
    viewer,
    SITE_EVERY_MS,
  );

/** Returns the query for the searches without results in a range, compared with the period before. */
export const emptySearches = (range: StatsRange, viewer: Viewer) =>
  polledQuery(`searches ${range}`, getEmptySearches, { query: { range, compare: "1" } }, viewer, SITE_EVERY_MS);

/** Returns the query for numbers about listings, emails and the forum. */
export const siteFigures = (viewer: Viewer) => polledQuery("site", getSiteFigures, {}, viewer, SITE_EVERY_MS);

/**
 * Returns the query for the numbers of a range, compared with the period before. The previous numbers stay until a new
 * range is loaded.
 */
export const statsPeriod = (range: StatsRange, viewer: Viewer) =>
  queryOptions({
    ...polledQuery(`period ${range}`, getVisitorStats, { query: { range, compare: "1" } }, viewer, PERIOD_EVERY_MS),
    placeholderData: keepPreviousData,
  });
