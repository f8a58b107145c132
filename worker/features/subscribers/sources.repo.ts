import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { counters } from "../../platform/tables.ts";
import { vipSubscriptions } from "../vip/vip.table.ts";
import { subscribers } from "./subscribers.table.ts";

/** Prefix of the keys of the counters that count subscribers by source. Triggers maintain the counters. */
const PREFIX = "subscribers:from:";
/** Maximum number of sources read, limited because anyone can invent sources. */
const SOURCES = 2_000;
/** SQL for a subscriber's source, which is 'Unknown' if none is stored. Must match the triggers. */
const SOURCE = sql<string>`coalesce(${subscribers.referrer}, 'Unknown')`;
const IS_CONFIRMED = eq(subscribers.status, "confirmed");

/** Counts confirmed subscribers by source (by the primary key of the counters). */
export async function confirmedBySource(deps: Deps): Promise<Map<string, number>> {
  const rows = await deps.db
    .select({ key: counters.key, count: counters.value })
    .from(counters)
    .where(sql`${counters.key} >= ${PREFIX} AND ${counters.key} < 'subscribers:from;' AND ${counters.value} > 0`)
    .orderBy(desc(counters.value))
    .limit(SOURCES);
  return new Map(rows.map(({ key, count }) => [key.slice(PREFIX.length), count]));
}

/** Counts subscribers confirmed since a time, by source (uses index subscribers_confirmed_at). */
export async function confirmedSince(deps: Deps, since: Date): Promise<Map<string, number>> {
  const rows = await deps.db
    .select({ source: SOURCE, count: sql<number>`count(*)` })
    .from(subscribers)
    .where(and(IS_CONFIRMED, gte(subscribers.confirmedAt, since)))
    .groupBy(SOURCE)
    .orderBy(sql`count(*) DESC`)
    .limit(SOURCES);
  return new Map(rows.map(({ source, count }) => [source, count]));
}

/** Counts subscribers who were confirmed in a period and still are (uses index subscribers_confirmed_at). */
export async function countConfirmed(deps: Deps, from: Date, until: Date): Promise<number> {
  const [row] = await deps.db
    .select({ count: sql<number>`count(*)` })
    .from(subscribers)
    .where(and(IS_CONFIRMED, gte(subscribers.confirmedAt, from), lt(subscribers.confirmedAt, until)));
  return row?.count ?? 0;
}

/** Counts VIPs who bought access in a period and still have it (uses index vip_subscriptions_created). */
export async function countVip(deps: Deps, from: Date, until: Date): Promise<number> {
  const { createdAt, hasAccess } = vipSubscriptions;
  const [row] = await deps.db
    .select({ count: sql<number>`count(*)` })
    .from(vipSubscriptions)
    .where(and(gte(createdAt, from), lt(createdAt, until), eq(hasAccess, true)));
  return row?.count ?? 0;
}

/**
 * Counts VIPs who bought access since a time and still have it, by the source of their subscription (uses index
 * vip_subscriptions_created).
 */
export async function vipSince(deps: Deps, since: Date): Promise<Map<string, number>> {
  const rows = await deps.db
    .select({ source: SOURCE, count: sql<number>`count(*)` })
    .from(vipSubscriptions)
    .leftJoin(subscribers, eq(subscribers.emailKey, vipSubscriptions.emailKey))
    .where(and(gte(vipSubscriptions.createdAt, since), eq(vipSubscriptions.hasAccess, true)))
    .groupBy(SOURCE)
    .limit(SOURCES);
  return new Map(rows.map(({ source, count }) => [source, count]));
}

/** Returns the latest confirmed subscribers, newest first (uses index subscribers_confirmed_at). */
export async function newestConfirmed(deps: Deps, limit: number) {
  return deps.db
    .select({ email: subscribers.email, referrer: SOURCE, confirmedAt: subscribers.confirmedAt })
    .from(subscribers)
    .where(and(IS_CONFIRMED, sql`${subscribers.confirmedAt} IS NOT NULL`))
    .orderBy(desc(subscribers.confirmedAt))
    .limit(limit);
}
