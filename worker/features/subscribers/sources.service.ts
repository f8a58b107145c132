import { DAY_MS, MINUTE_MS } from "../../contracts/days.ts";
import { shortenedEmail } from "../../contracts/subscribers.ts";
import { LISTED_VISITORS, type SubscriberDetail } from "../../contracts/visitors.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoMonthStart } from "../../platform/toronto-time.ts";
import { confirmedBySource, confirmedSince, newestConfirmed, vipSince } from "./sources.repo.ts";

export { countConfirmed, countVip } from "./sources.repo.ts";

/** Numbers of subscribers by source. */
export interface SubscriberSources {
  confirmed: Map<string, number>;
  newest: SubscriberDetail[];
  confirmedCount: number;
  pendingCount: number;
  /**
   * Counts of the last 24 hours. Like the counts of this month, they were computed at `countedAt`, when the list had
   * the state `countedFor`.
   */
  confirmed24h: Map<string, number>;
  confirmedThisMonth: Map<string, number>;
  vipThisMonth: Map<string, number>;
  countedAt: number;
  countedFor: string;
}

/** Times after which recent counts are recomputed if the list is unchanged, and if it has changed. */
const COUNT_EVERY_MS = MINUTE_MS;
const COUNT_AGAIN_MS = 5_000;

/**
 * Counts subscribers by source, which is the source of the session in which they signed up.
 * @param before the previous result; null if everything must be counted now
 */
export async function readSubscriberSources(deps: Deps, before: SubscriberSources | null): Promise<SubscriberSources> {
  const now = deps.now();
  const [confirmed, rows, confirmedCount, pendingCount] = await Promise.all([
    confirmedBySource(deps),
    newestConfirmed(deps, LISTED_VISITORS),
    readCounter(deps, "subscribers:confirmed"),
    readCounter(deps, "subscribers:pending"),
  ]);
  const newest = rows.map(({ email, referrer, confirmedAt }) => ({
    email: shortenedEmail(email),
    referrer,
    subscribedAt: (confirmedAt ?? now).toISOString(),
  }));
  const totals = { confirmed, newest, confirmedCount, pendingCount };
  const state = `${confirmedCount} ${newest[0]?.subscribedAt}`;
  if (before) {
    const { countedAt, countedFor, confirmed24h, confirmedThisMonth, vipThisMonth } = before;
    const mayWait = now.getTime() - countedAt < (countedFor === state ? COUNT_EVERY_MS : COUNT_AGAIN_MS);
    if (mayWait) return { ...totals, countedAt, countedFor, confirmed24h, confirmedThisMonth, vipThisMonth };
  }
  const monthStart = torontoMonthStart(now);
  const [confirmed24h, confirmedThisMonth, vipThisMonth] = await Promise.all([
    confirmedSince(deps, new Date(now.getTime() - DAY_MS)),
    confirmedSince(deps, monthStart),
    vipSince(deps, monthStart),
  ]);
  return { ...totals, countedAt: now.getTime(), countedFor: state, confirmed24h, confirmedThisMonth, vipThisMonth };
}
