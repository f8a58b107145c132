import { queryOptions } from "@tanstack/react-query";
import type { Audience, VipCount } from "../../../worker/contracts/subscribers.ts";
import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import { FOR_OPERATOR, getForOperator } from "../../lib/operator.ts";

/** How often each is asked, in milliseconds (docs/product.md, In the browser). */
export const STATS_EVERY_MS = 1_000;
const AUDIENCE_EVERY_MS = 30_000;
const VIP_EVERY_MS = 60_000;
const LISTINGS_EVERY_MS = 300_000;

/** Numbers of another time are forgotten with the dashboard: coming back must neither paint nor compare them. */
const UNKEPT_MS = 0;

/** The numbers of this second. `useVisitorStats` says when they are asked. */
export function visitorStats(sessionId: string) {
  return queryOptions({
    queryKey: ["visitors", "stats"],
    queryFn: ({ signal }) => getForOperator<VisitorStats>("/api/analytics/stats", sessionId, signal),
    meta: FOR_OPERATOR,
    gcTime: UNKEPT_MS,
    enabled: false,
  });
}

function polled<T>(name: string, path: string, sessionId: string, everyMs: number) {
  return queryOptions({
    queryKey: ["visitors", name],
    queryFn: ({ signal }) => getForOperator<T>(path, sessionId, signal),
    // Only while the tab is visible, which is what the library does unless told otherwise.
    refetchInterval: everyMs,
    gcTime: UNKEPT_MS,
    meta: FOR_OPERATOR,
  });
}

/** The mailing list in numbers. */
export const audience = (sessionId: string) =>
  polled<Audience>("audience", "/api/mailchimp/audience", sessionId, AUDIENCE_EVERY_MS);

/** Paying readers. */
export const vipCount = (sessionId: string) =>
  polled<VipCount>("vip", "/api/stripe/subscriptions", sessionId, VIP_EVERY_MS);

/** Public listings now. */
export const listingCount = (sessionId: string) =>
  polled<{ count: number }>("listings", "/api/marketplace-listings/count", sessionId, LISTINGS_EVERY_MS);
