import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import type { SiteFigures } from "../../../worker/contracts/site-figures.ts";
import type { Goal, GoalConversion, StatsRange, EmptySearches } from "../../../worker/contracts/stats-periods.ts";
import type { Audience, VipCount } from "../../../worker/contracts/subscribers.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { FOR_OPERATOR, getForOperator, type Viewer } from "../../lib/operator.ts";

/** Poll intervals in milliseconds (docs/product.md, In the browser). */
export const STATS_EVERY_MS = 1_000;
const AUDIENCE_EVERY_MS = 30_000;
const VIP_EVERY_MS = MINUTE_MS;
const LISTINGS_EVERY_MS = 300_000;
const PERIOD_EVERY_MS = 15_000;
const SITE_EVERY_MS = MINUTE_MS;

/** Outdated numbers must be neither shown nor compared when the dashboard is opened again. */
const NOT_CACHED_MS = 0;

/** Fetched by `useVisitorStats`. */
export function visitorStats(sessionId: string) {
  return queryOptions({
    queryKey: ["visitors", "stats"],
    queryFn: ({ signal }) => getForOperator<VisitorStats>("/api/analytics/stats", sessionId, signal),
    meta: FOR_OPERATOR,
    gcTime: NOT_CACHED_MS,
    enabled: false,
  });
}

/** A query that is repeated, unless the operator paused all live updates. */
function polled<T>(name: string, path: string, { sessionId, isLive }: Viewer, everyMs: number) {
  return queryOptions({
    queryKey: ["visitors", name],
    queryFn: ({ signal }) => getForOperator<T>(path, sessionId, signal),
    // TanStack Query only polls while the tab is visible.
    refetchInterval: isLive && everyMs,
    gcTime: NOT_CACHED_MS,
    meta: FOR_OPERATOR,
  });
}

export const audience = (viewer: Viewer) =>
  polled<Audience>("audience", "/api/mailchimp/audience", viewer, AUDIENCE_EVERY_MS);

export const vipCount = (viewer: Viewer) => polled<VipCount>("vip", "/api/stripe/subscriptions", viewer, VIP_EVERY_MS);

export const listingCount = (viewer: Viewer) =>
  polled<{ count: number }>("listings", "/api/marketplace-listings/count", viewer, LISTINGS_EVERY_MS);

/** How often a goal was reached in a range, beside the time before. */
export const goalConversion = (goal: Goal, range: StatsRange, viewer: Viewer) =>
  polled<GoalConversion>(
    `goal ${goal} ${range}`,
    `/api/analytics/goals?goal=${goal}&range=${range}&compare=1`,
    viewer,
    SITE_EVERY_MS,
  );

/** What was searched for in a range and not found, beside the time before. */
export const emptySearches = (range: StatsRange, viewer: Viewer) =>
  polled<EmptySearches>(`searches ${range}`, `/api/analytics/searches?range=${range}&compare=1`, viewer, SITE_EVERY_MS);

/** The state of listings, mails and the forum. */
export const siteFigures = (viewer: Viewer) =>
  polled<SiteFigures>("site", "/api/analytics/site", viewer, SITE_EVERY_MS);

/** The figures of a range beside the time before; the last ones stay until those of another range are there. */
export const statsPeriod = (range: StatsRange, viewer: Viewer) =>
  queryOptions({
    ...polled<VisitorStats>(
      `period ${range}`,
      `/api/analytics/stats?range=${range}&compare=1`,
      viewer,
      PERIOD_EVERY_MS,
    ),
    placeholderData: keepPreviousData,
  });
