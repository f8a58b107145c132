import { and, asc, eq, gt, gte, inArray, isNull, lte, sql } from "drizzle-orm";
import { BELOW_MARKET_MIN_PERCENT } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { isStored, outboxForEach } from "../../platform/outbox.ts";
import type { SubscriptionState } from "./stripe-objects.ts";
import { listings } from "../listings/core/listings.table.ts";
import { stripeEvents, vipSubscriptions } from "./vip.table.ts";

const hasAccess = sql`has_access`;
const hasEnded = sql`status IN ('canceled', 'incomplete_expired')`;

/** Whether an event was taken before (primary key). */
export async function hasEvent(deps: Deps, id: string): Promise<boolean> {
  const rows = await deps.db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)).limit(1);
  return rows.length > 0;
}

/** The statement that notes an event as taken. */
export function insertEvent(deps: Deps, { id, type }: { id: string; type: string }) {
  return deps.db.insert(stripeEvents).values({ id, type, receivedAt: deps.now() }).onConflictDoNothing();
}

/** A subscription's state, and whether it is billed by one of our prices. */
export type StoredState = SubscriptionState & { isListed: boolean };

/** The statement that takes a subscription's state, unless what is stored is from a later moment. */
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

/** The statement that stores a subscription nobody told of before. */
export function insertState(deps: Deps, state: StoredState & { emailKey: string | null }, stateFrom: Date) {
  return deps.db
    .insert(vipSubscriptions)
    .values({ ...state, stateFrom, createdAt: deps.now() })
    .onConflictDoNothing();
}

/**
 * The statement that takes the address of a checkout. Its state is a stopgap from the beginning of time, until the
 * subscription's own events tell it.
 */
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
 * The statement that stores the work of welcoming buyers: once access has begun and the address is known, in whatever
 * order the events came, unless it was done or waits already (primary key; index outbox_undone_kind).
 */
export function welcomeWhenDue(deps: Deps, ids: readonly string[]) {
  const isWaiting = isStored("vip.started", sql`json_extract(open.payload, '$.subscriptionId') = vip_subscriptions.id`);
  return outboxForEach(
    deps,
    "vip.started",
    { subscriptionId: sql`id` },
    sql`FROM ${vipSubscriptions} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND has_access AND email_key IS NOT NULL AND welcomed_at IS NULL AND NOT ${isWaiting}`,
  );
}

/** The statement that notes that a purchase was welcomed; it changes a row once. */
export function markWelcomed(deps: Deps, id: string) {
  return deps.db
    .update(vipSubscriptions)
    .set({ welcomedAt: deps.now() })
    .where(and(eq(vipSubscriptions.id, id), isNull(vipSubscriptions.welcomedAt)));
}

/** The statement that notes that one of our prices was paid, unless what is stored is from a later moment. */
export function markListed(deps: Deps, id: string, stateFrom: Date) {
  return deps.db
    .update(vipSubscriptions)
    .set({ isListed: true })
    .where(and(eq(vipSubscriptions.id, id), lte(vipSubscriptions.stateFrom, stateFrom)));
}

/** The statement that takes what an invoice tells: its outcome, of a subscription in one of the states `from`. */
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

/** By primary key, at most 90: D1 binds 100 values. */
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
export async function hasPaidAccess(deps: Deps, emailKey: string): Promise<boolean> {
  const rows = await deps.db
    .select({ id: vipSubscriptions.id })
    .from(vipSubscriptions)
    .where(and(eq(vipSubscriptions.emailKey, emailKey), hasAccess))
    .limit(1);
  return rows.length > 0;
}

/** Whether an address has a subscription that has not ended (index vip_subscriptions_email). */
export async function hasOpen(deps: Deps, emailKey: string): Promise<boolean> {
  const rows = await deps.db
    .select({ id: vipSubscriptions.id })
    .from(vipSubscriptions)
    .where(and(eq(vipSubscriptions.emailKey, emailKey), sql`NOT (${hasEnded})`))
    .limit(1);
  return rows.length > 0;
}

/** Addresses with paid access behind `after`, in order, each once (index vip_subscriptions_email). */
export async function addressesWithAccess(deps: Deps, after: string, limit: number): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ emailKey: vipSubscriptions.emailKey })
    .from(vipSubscriptions)
    .where(and(gt(vipSubscriptions.emailKey, after), hasAccess))
    .orderBy(asc(vipSubscriptions.emailKey))
    .limit(limit);
  return rows.flatMap(({ emailKey }) => emailKey ?? []);
}

/** Takes the address from subscriptions that are over (index vip_subscriptions_email). */
export async function forgetAddress(deps: Deps, emailKey: string): Promise<void> {
  await deps.db
    .update(vipSubscriptions)
    .set({ emailKey: null })
    .where(and(eq(vipSubscriptions.emailKey, emailKey), hasEnded));
}

/** How many public listings are shown as below market, counted up to a limit (index listings_by_discount). */
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
