import { and, asc, eq, gt, gte, inArray, isNull, lte, sql } from "drizzle-orm";
import { BELOW_MARKET_MIN_PERCENT } from "../../contracts/market.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { requireRow } from "../../platform/run-all-or-none.ts";
import { isStored, outboxForEach } from "../../platform/outbox.ts";
import { listings } from "../listings/listing/listings.table.ts";
import type { SubscriptionState, Reversal, StripeInvoice } from "./stripe.ts";
import { stripeEvents, vipSubscriptions, vipInvoices, vipPayments } from "./vip.table.ts";

const hasAccess = sql`has_access`;
const hasEnded = sql`status IN ('canceled', 'incomplete_expired')`;

/** Returns whether a Stripe event was already processed (by primary key). */
export async function hasEvent(deps: Deps, id: string): Promise<boolean> {
  const rows = await deps.db.select({ id: stripeEvents.id }).from(stripeEvents).where(eq(stripeEvents.id, id)).limit(1);
  return rows.length > 0;
}

/** Returns the statement that records a Stripe event as processed. */
export function insertEvent(deps: Deps, { id, type }: { id: string; type: string }) {
  return deps.db.insert(stripeEvents).values({ id, type, receivedAt: deps.now() }).onConflictDoNothing();
}

/** The state of a subscription, and whether one of our prices is charged for it. */
export type StoredState = SubscriptionState & { isListed: boolean };

/** Returns the statement that stores the state of a subscription, unless the stored state is newer. */
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

/** Returns the statement that inserts a subscription unless it is already stored. */
export function insertState(deps: Deps, state: StoredState & { emailKey: string | null }, stateFrom: Date) {
  return deps.db
    .insert(vipSubscriptions)
    .values({ ...state, stateFrom, createdAt: deps.now() })
    .onConflictDoNothing();
}

/**
 * Returns the statement that stores the email address from a checkout. A subscription that is not stored yet gets a
 * provisional state, which any other event replaces.
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
 * Returns the statement that queues the subscription and the welcome email of buyers. A buyer is welcomed once the
 * access has started and the email address is known, in whichever order the events arrive. Skips buyers whose welcome
 * is done or pending (uses the primary key and index outbox_undone_kind).
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

/** Returns the statement that marks a purchase's buyer as welcomed. The statement changes a row only once. */
export function markWelcomed(deps: Deps, id: string) {
  return deps.db
    .update(vipSubscriptions)
    .set({ welcomedAt: deps.now() })
    .where(requireRow(vipSubscriptions, id, isNull(vipSubscriptions.welcomedAt)));
}

/** Returns the statement that records that one of our prices was paid, unless the stored state is newer. */
export function markListed(deps: Deps, id: string, stateFrom: Date) {
  return deps.db
    .update(vipSubscriptions)
    .set({ isListed: true })
    .where(and(eq(vipSubscriptions.id, id), lte(vipSubscriptions.stateFrom, stateFrom)));
}

/** Returns the statement that applies the outcome of an invoice to a subscription in one of the states `from`. */
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

/** Returns subscriptions by primary key. Reads at most 90 ids, because D1 binds 100 values. */
export async function subscriptionsByIds(deps: Deps, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return deps.db
    .select()
    .from(vipSubscriptions)
    .where(inArray(vipSubscriptions.id, [...ids]))
    .limit(ids.length);
}

/** Returns the subscriptions of an email address, newest first (uses index vip_subscriptions_email). */
export async function subscriptionsOf(deps: Deps, emailKey: string, limit: number) {
  return deps.db
    .select()
    .from(vipSubscriptions)
    .where(eq(vipSubscriptions.emailKey, emailKey))
    .orderBy(sql`created_at DESC`, asc(vipSubscriptions.id))
    .limit(limit);
}

/** Returns whether an email address currently has paid access (uses index vip_subscriptions_email). */
export async function isVip(deps: Deps, emailKey: string): Promise<boolean> {
  const rows = await deps.db
    .select({ id: vipSubscriptions.id })
    .from(vipSubscriptions)
    .where(and(eq(vipSubscriptions.emailKey, emailKey), hasAccess))
    .limit(1);
  return rows.length > 0;
}

/**
 * Returns the email addresses among `emailKeys` that currently have paid access (uses index vip_subscriptions_email).
 */
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

/** Returns whether an email address has a subscription that has not ended (uses index vip_subscriptions_email). */
export async function mayBeCharged(deps: Deps, emailKey: string): Promise<boolean> {
  const rows = await deps.db
    .select({ id: vipSubscriptions.id })
    .from(vipSubscriptions)
    .where(and(eq(vipSubscriptions.emailKey, emailKey), sql`NOT (${hasEnded})`))
    .limit(1);
  return rows.length > 0;
}

/** Removes an email address from ended subscriptions, but not from others (uses index vip_subscriptions_email). */
export async function eraseVipAddress(deps: Deps, emailKey: string): Promise<void> {
  await deps.db
    .update(vipSubscriptions)
    .set({ emailKey: null })
    .where(and(eq(vipSubscriptions.emailKey, emailKey), hasEnded));
}

/** Counts public listings below market, up to a limit (uses index listings_by_discount). */
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

/** Returns the statement that stores an invoice that was paid with money. */
export function storeInvoice(deps: Deps, { invoiceId, subscriptionId }: StripeInvoice, paidAt: Date) {
  return deps.db.insert(vipInvoices).values({ id: invoiceId, subscriptionId, paidAt }).onConflictDoNothing();
}

/** Returns the statements that link charges and payment intents to an invoice. */
export function linkPayments(deps: Deps, invoiceId: string, paymentIds: readonly string[]) {
  return paymentIds.map((id) =>
    deps.db
      .insert(vipPayments)
      .values({ id, invoiceId, seenAt: deps.now() })
      .onConflictDoUpdate({ target: vipPayments.id, set: { invoiceId } }),
  );
}

/**
 * Returns the statements that record that payments were reversed, or that their disputes were won. Events may arrive in
 * any order, and the invoice may be unknown. Winning a dispute undoes its reversal, but never a refund.
 */
export function reversePayments(
  deps: Deps,
  paymentIds: readonly string[],
  { reversal, at, isDisputeWon }: { reversal: Reversal; at: Date; isDisputeWon: boolean },
) {
  const outcome = isDisputeWon ? { disputeWonAt: at } : { reversal, reversedAt: at };
  const set = isDisputeWon
    ? { disputeWonAt: sql`max(coalesce(dispute_won_at, 0), excluded.dispute_won_at)` }
    : { reversal: sql`excluded.reversal`, reversedAt: sql`excluded.reversed_at` };
  // A refund takes precedence over a dispute. Among reversals of the same kind, the latest counts.
  const takesPrecedence = sql`reversal IS NULL OR (reversal = excluded.reversal AND reversed_at < excluded.reversed_at)
    OR (reversal = 'dispute' AND excluded.reversal = 'refund')`;
  return paymentIds.map((id) =>
    deps.db
      .insert(vipPayments)
      .values({ id, ...outcome, seenAt: deps.now() })
      .onConflictDoUpdate({ target: vipPayments.id, set, setWhere: isDisputeWon ? undefined : takesPrecedence }),
  );
}

/**
 * Returns the statement that recomputes whether subscriptions are reversed. A subscription is reversed if a payment of
 * one of its invoices was reversed and no invoice was paid since (uses indexes vip_invoices_subscription,
 * vip_payments_invoice).
 */
function recomputeReversed(deps: Deps, ids: ReturnType<typeof sql>) {
  const isReversed = sql`payment.reversal = 'refund'
    OR (payment.reversal = 'dispute' AND payment.reversed_at > coalesce(payment.dispute_won_at, 0))`;
  return deps.db
    .update(vipSubscriptions)
    .set({
      isReversed: sql`EXISTS (SELECT 1 FROM vip_invoices AS invoice JOIN vip_payments AS payment
        ON payment.invoice_id = invoice.id
        WHERE invoice.subscription_id = vip_subscriptions.id AND (${isReversed})
          AND NOT EXISTS (SELECT 1 FROM vip_invoices AS since
            WHERE since.subscription_id = vip_subscriptions.id AND since.paid_at > payment.reversed_at))`,
    })
    .where(sql`id IN (${ids})`);
}

/** Returns the statement of {@link recomputeReversed} for the subscriptions with the given ids. */
export const recomputeSubscriptions = (deps: Deps, ids: readonly string[]) =>
  recomputeReversed(deps, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`);

/**
 * Returns the statement of {@link recomputeReversed} for the subscriptions whose invoices these charges and payment
 * intents paid.
 */
export const recomputePaidSubscriptions = (deps: Deps, paymentIds: readonly string[]) =>
  recomputeReversed(
    deps,
    sql`SELECT subscription_id FROM vip_invoices WHERE id IN (SELECT invoice_id FROM vip_payments
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)})))`,
  );

/** Deletes Stripe events received before `time` (uses index stripe_events_received). */
export const deleteEventsBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "stripe_events", sql`received_at < ${time.getTime()}`);

/** Deletes invoices and payments from before `time` (uses indexes vip_invoices_paid, vip_payments_seen). */
export async function deletePaymentsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "vip_invoices", sql`paid_at < ${time.getTime()}`);
  await deleteInBatches(deps, "vip_payments", sql`seen_at < ${time.getTime()}`);
}

/**
 * Deletes subscriptions created before `time` that never had one of our prices (uses index vip_subscriptions_created).
 * The Stripe account also sells other products.
 */
export const deleteUnlistedBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    "vip_subscriptions",
    sql`created_at < ${time.getTime()} AND NOT is_listed AND welcomed_at IS NULL`,
  );

// Each statement below handles many subscriptions, because a daily run compares up to 1,800 of them, and a cron
// invocation may run only 500 statements for all jobs.

/** A subscription from Stripe, with the email address of its customer. */
export type StripeState = StoredState & { emailKey: string | null };

/** Returns SQL for subscriptions as rows named `told`, bound as one value. */
function stateRows(subscriptions: readonly StripeState[]) {
  const rows = subscriptions.map((one) => ({
    ...one,
    currentPeriodEnd: one.currentPeriodEnd?.getTime() ?? null,
    cancelAtPeriodEnd: one.cancelAtPeriodEnd ? 1 : 0,
    isListed: one.isListed ? 1 : 0,
  }));
  return sql`json_each(${JSON.stringify(rows)}) AS states`;
}

const value = (name: keyof StripeState) => sql.raw(`json_extract(states.value, '$.${name}')`);

/** Returns the statement that inserts those subscriptions that are not stored yet. */
export function insertStates(deps: Deps, subscriptions: readonly StripeState[], asOf: Date) {
  // Values are in the order of the table's columns, without the generated column.
  const values = [
    value("id"),
    value("customerId"),
    value("emailKey"),
    value("status"),
    value("currentPeriodEnd"),
    value("cancelAtPeriodEnd"),
    value("isListed"),
    sql`false`,
    sql`${asOf.getTime()}`,
    sql`${deps.now().getTime()}`,
    sql`NULL`,
  ];
  return deps.db
    .insert(vipSubscriptions)
    .select(sql`SELECT ${sql.join(values, sql`, `)} FROM ${stateRows(subscriptions)} WHERE true`)
    .onConflictDoNothing();
}

/** Returns the statement that updates the states of subscriptions, unless the stored states are newer. */
export function updateStates(deps: Deps, subscriptions: readonly StripeState[], asOf: Date) {
  return deps.db
    .update(vipSubscriptions)
    .set({
      customerId: value("customerId"),
      status: value("status"),
      currentPeriodEnd: value("currentPeriodEnd"),
      cancelAtPeriodEnd: value("cancelAtPeriodEnd"),
      isListed: value("isListed"),
      stateFrom: asOf,
    })
    .from(stateRows(subscriptions))
    .where(sql`${vipSubscriptions.id} = ${value("id")} AND ${vipSubscriptions.stateFrom} <= ${asOf.getTime()}`);
}

/** Returns the statement that adds missing email addresses to subscriptions. */
export function fillAddresses(deps: Deps, subscriptions: readonly StripeState[]) {
  return deps.db
    .update(vipSubscriptions)
    .set({ emailKey: value("emailKey") })
    .from(stateRows(subscriptions))
    .where(sql`${vipSubscriptions.id} = ${value("id")} AND ${vipSubscriptions.emailKey} IS NULL`);
}
