import { and, asc, eq, gt, gte, inArray, isNull, lte, sql } from "drizzle-orm";
import { BELOW_MARKET_MIN_PERCENT } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { isStored, outboxForEach } from "../../platform/outbox.ts";
import type { SubscriptionState } from "./stripe-objects.ts";
import { listings } from "../listings/listing/listings.table.ts";
import { stripeEvents, vipSubscriptions } from "./vip.table.ts";

const hasAccess = sql`has_access`;
const hasEnded = sql`status IN ('canceled', 'incomplete_expired')`;

/** Whether an event was already processed (primary key). */
export async function hasEvent(deps: Deps, id: string): Promise<boolean> {
  const rows = await deps.db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)).limit(1);
  return rows.length > 0;
}

/** The statement that records an event as processed. */
export function insertEvent(deps: Deps, { id, type }: { id: string; type: string }) {
  return deps.db.insert(stripeEvents).values({ id, type, receivedAt: deps.now() }).onConflictDoNothing();
}

/** A subscription's state, and whether one of our prices bills it. */
export type StoredState = SubscriptionState & { isListed: boolean };

/** The statement that stores a subscription's state unless the stored one is newer. */
export function upsertState(deps: Deps, { id, ...state }: StoredState, stateFrom: Date) {
  return deps.db
    .insert(vipSubscriptions)
    .values({ id, ...state, stateFrom, createdAt: deps.now() })
    .onConflictDoUpdate({
      target: vipSubscriptions.id,
      set: { ...state, stateFrom },
      setWhere: lte(vipSubscriptions.stateFrom, stateFrom),
    });
}

/** The statement that inserts an unknown subscription. */
export function insertState(deps: Deps, state: StoredState & { emailKey: string | null }, stateFrom: Date) {
  return deps.db
    .insert(vipSubscriptions)
    .values({ ...state, stateFrom, createdAt: deps.now() })
    .onConflictDoNothing();
}

/** The statement that stores a checkout's address, with a provisional state older than any event's. */
export function upsertAddress(
  deps: Deps,
  checkout: { id: string; customerId: string; emailKey: string | null; status: string; isListed: boolean },
) {
  return deps.db
    .insert(vipSubscriptions)
    .values({ ...checkout, stateFrom: new Date(0), createdAt: deps.now() })
    .onConflictDoUpdate({
      target: vipSubscriptions.id,
      set: { emailKey: sql`coalesce(excluded.email_key, ${vipSubscriptions.emailKey})` },
    });
}

/**
 * The statement that stores outbox entries for welcoming buyers: once access has started and the address is known, in any
 * order of events, unless it is done or pending (primary key; index outbox_undone_kind).
 */
export function welcomeIfDue(deps: Deps, ids: readonly string[]) {
  const isWaiting = isStored("vip.started", sql`json_extract(open.payload, '$.subscriptionId') = vip_subscriptions.id`);
  return outboxForEach(
    deps,
    "vip.started",
    { subscriptionId: sql`id` },
    sql`FROM ${vipSubscriptions} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND has_access AND email_key IS NOT NULL AND welcomed_at IS NULL AND NOT ${isWaiting}`,
  );
}

/** The statement that marks a purchase as welcomed; it changes a row once. */
export function markWelcomed(deps: Deps, id: string) {
  return deps.db
    .update(vipSubscriptions)
    .set({ welcomedAt: deps.now() })
    .where(and(eq(vipSubscriptions.id, id), isNull(vipSubscriptions.welcomedAt)));
}

/** The statement that records that one of our prices was paid, unless the stored state is newer. */
export function markListed(deps: Deps, id: string, stateFrom: Date) {
  return deps.db
    .update(vipSubscriptions)
    .set({ isListed: true })
    .where(and(eq(vipSubscriptions.id, id), lte(vipSubscriptions.stateFrom, stateFrom)));
}

/** The statement that applies an invoice's outcome to a subscription in one of the states `from`. */
export function updateByInvoice(
  deps: Deps,
  { id, status, periodEnd, stateFrom }: { id: string; status: string; periodEnd: Date | null; stateFrom: Date },
  from: readonly string[],
) {
  return deps.db
    .update(vipSubscriptions)
    .set({
      status,
      stateFrom,
      ...(periodEnd && {
        currentPeriodEnd: sql`max(coalesce(${vipSubscriptions.currentPeriodEnd}, 0), ${periodEnd.getTime()})`,
      }),
    })
    .where(
      and(
        eq(vipSubscriptions.id, id),
        lte(vipSubscriptions.stateFrom, stateFrom),
        inArray(vipSubscriptions.status, [...from]),
      ),
    );
}

/** By primary key, at most 90 ids because D1 binds 100 values. */
export async function subscriptionsByIds(deps: Deps, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return deps.db
    .select()
    .from(vipSubscriptions)
    .where(inArray(vipSubscriptions.id, [...ids]))
    .limit(ids.length);
}

/** Subscriptions of an address (index vip_subscriptions_email), newest first. */
export async function subscriptionsOf(deps: Deps, emailKey: string, limit: number) {
  return deps.db
    .select()
    .from(vipSubscriptions)
    .where(eq(vipSubscriptions.emailKey, emailKey))
    .orderBy(sql`created_at DESC`, asc(vipSubscriptions.id))
    .limit(limit);
}

/** Whether an address has paid access now (index vip_subscriptions_email). */
export async function isVip(deps: Deps, emailKey: string): Promise<boolean> {
  const rows = await deps.db
    .select({ id: vipSubscriptions.id })
    .from(vipSubscriptions)
    .where(and(eq(vipSubscriptions.emailKey, emailKey), hasAccess))
    .limit(1);
  return rows.length > 0;
}

/** Those of some addresses that have paid access now (index vip_subscriptions_email). */
export async function vipsAmong(deps: Deps, emailKeys: readonly string[]): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0) return new Set();
  const rows = await deps.db
    .selectDistinct({ emailKey: vipSubscriptions.emailKey })
    .from(vipSubscriptions)
    .where(
      and(sql`${vipSubscriptions.emailKey} IN (SELECT value FROM json_each(${JSON.stringify(emailKeys)}))`, hasAccess),
    );
  return new Set(rows.flatMap(({ emailKey }) => emailKey ?? []));
}

/** Whether an address has a subscription that has not ended (index vip_subscriptions_email). */
export async function mayBeCharged(deps: Deps, emailKey: string): Promise<boolean> {
  const rows = await deps.db
    .select({ id: vipSubscriptions.id })
    .from(vipSubscriptions)
    .where(and(eq(vipSubscriptions.emailKey, emailKey), sql`NOT (${hasEnded})`))
    .limit(1);
  return rows.length > 0;
}

/** Distinct addresses with paid access after `after` ("" for the start), ascending (index vip_subscriptions_email). */
export async function vipEmailKeys(deps: Deps, after: string, limit: number): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ emailKey: vipSubscriptions.emailKey })
    .from(vipSubscriptions)
    .where(and(gt(vipSubscriptions.emailKey, after), hasAccess))
    .orderBy(asc(vipSubscriptions.emailKey))
    .limit(limit);
  return rows.flatMap(({ emailKey }) => emailKey ?? []);
}

/** Removes an address from ended subscriptions (index vip_subscriptions_email); others keep it. */
export async function eraseVipAddress(deps: Deps, emailKey: string): Promise<void> {
  await deps.db
    .update(vipSubscriptions)
    .set({ emailKey: null })
    .where(and(eq(vipSubscriptions.emailKey, emailKey), hasEnded));
}

/** The number of public listings below market, up to a limit (index listings_by_discount). */
export async function countBelowMarket(deps: Deps, limit: number): Promise<number> {
  const some = deps.db
    .select({ id: listings.id })
    .from(listings)
    .where(
      and(
        sql`${listings.status} = 'approved'`,
        gte(listings.belowMarketPercent, BELOW_MARKET_MIN_PERCENT),
        gt(listings.expiresAt, deps.now()),
      ),
    )
    .limit(limit);
  const [row] = await deps.db.select({ count: sql<number>`count(*)` }).from(some.as("some"));
  return row?.count ?? 0;
}
