import { queryOptions } from "@tanstack/react-query";
import { MINUTE_MS } from "../../../worker/contracts/days.ts";
import type { Audience, VipCount } from "../../../worker/contracts/subscribers.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { FOR_OPERATOR, getForOperator } from "../../lib/operator.ts";

/** Poll intervals in milliseconds (docs/product.md, In the browser). */
export const STATS_EVERY_MS = 1_000;
const AUDIENCE_EVERY_MS = 30_000;
const VIP_EVERY_MS = MINUTE_MS;
const LISTINGS_EVERY_MS = 300_000;

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

function polled<T>(name: string, path: string, sessionId: string, everyMs: number) {
  return queryOptions({
    queryKey: ["visitors", name],
    queryFn: ({ signal }) => getForOperator<T>(path, sessionId, signal),
    // TanStack Query only polls while the tab is visible.
    refetchInterval: everyMs,
    gcTime: NOT_CACHED_MS,
    meta: FOR_OPERATOR,
  });
}

export const audience = (sessionId: string) =>
  polled<Audience>("audience", "/api/mailchimp/audience", sessionId, AUDIENCE_EVERY_MS);

export const vipCount = (sessionId: string) =>
  polled<VipCount>("vip", "/api/stripe/subscriptions", sessionId, VIP_EVERY_MS);

export const listingCount = (sessionId: string) =>
  polled<{ count: number }>("listings", "/api/marketplace-listings/count", sessionId, LISTINGS_EVERY_MS);
