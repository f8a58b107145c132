import { sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/delete-in-batches.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Reversal } from "./stripe-events.ts";
import type { ToldInvoice } from "./stripe-objects.ts";
import { vipInvoices, vipPayments, vipSubscriptions } from "./vip.table.ts";

/** The statement that stores a paid invoice. */
export function storeInvoice(deps: Deps, { invoiceId, subscriptionId }: ToldInvoice, paidAt: Date) {
  return deps.db.insert(vipInvoices).values({ id: invoiceId, subscriptionId, paidAt }).onConflictDoNothing();
}

/** The statements that note which invoice some charges and payment intents paid. */
export function linkPayments(deps: Deps, invoiceId: string, paymentIds: readonly string[]) {
  return paymentIds.map((id) =>
    deps.db
      .insert(vipPayments)
      .values({ id, invoiceId, seenAt: deps.now() })
      .onConflictDoUpdate({ target: vipPayments.id, set: { invoiceId } }),
  );
}

/**
 * The statements that note that payments were taken back, also of an invoice that nobody told of yet. A dispute that was
 * won gives back what a dispute took, never a refund.
 */
export function reversePayments(
  deps: Deps,
  paymentIds: readonly string[],
  { reversal, isTakenBack }: { reversal: Reversal; isTakenBack: boolean },
) {
  return paymentIds.map((id) =>
    isTakenBack
      ? deps.db
          .update(vipPayments)
          .set({ reversal: null })
          .where(sql`id = ${id} AND reversal = ${reversal}`)
      : deps.db
          .insert(vipPayments)
          .values({ id, reversal, seenAt: deps.now() })
          .onConflictDoUpdate({ target: vipPayments.id, set: { reversal } }),
  );
}

/**
 * The statement that decides anew whether some subscriptions are paid for: not when a payment of their newest paid
 * invoice was taken back (indexes vip_invoices_subscription, vip_payments_invoice).
 */
function reconsider(deps: Deps, ids: ReturnType<typeof sql>) {
  const newestInvoice = sql`(SELECT id FROM vip_invoices WHERE subscription_id = vip_subscriptions.id
    ORDER BY paid_at DESC, id DESC LIMIT 1)`;
  return deps.db
    .update(vipSubscriptions)
    .set({
      isReversed: sql`EXISTS (SELECT 1 FROM vip_payments WHERE invoice_id = ${newestInvoice} AND reversal IS NOT NULL)`,
    })
    .where(sql`id IN (${ids})`);
}

/** {@link reconsider} subscriptions by their ids. */
export const reconsiderSubscriptions = (deps: Deps, ids: readonly string[]) =>
  reconsider(deps, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`);

/** {@link reconsider} what some charges and payment intents paid for. */
export const reconsiderPayments = (deps: Deps, paymentIds: readonly string[]) =>
  reconsider(
    deps,
    sql`SELECT subscription_id FROM vip_invoices WHERE id IN (SELECT invoice_id FROM vip_payments
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)})))`,
  );

/** Deletes events taken before a moment (index stripe_events_received). */
export const deleteEventsBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM stripe_events WHERE id IN (
      SELECT id FROM stripe_events WHERE received_at < ${time.getTime()} LIMIT ${limit})`,
  );

/** Deletes invoices and payments of before a moment (indexes vip_invoices_paid, vip_payments_seen). */
export async function deletePaymentsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM vip_invoices WHERE id IN (
      SELECT id FROM vip_invoices WHERE paid_at < ${time.getTime()} LIMIT ${limit})`,
  );
  await deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM vip_payments WHERE id IN (
      SELECT id FROM vip_payments WHERE seen_at < ${time.getTime()} LIMIT ${limit})`,
  );
}

/**
 * Deletes subscriptions that never showed one of our prices and were first told of before a moment: purchases of the
 * account's other products are nobody's business here (index vip_subscriptions_created).
 */
export const deleteUnlistedBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    (limit) => sql`DELETE FROM vip_subscriptions WHERE id IN (
      SELECT id FROM vip_subscriptions
      WHERE created_at < ${time.getTime()} AND NOT is_listed AND welcomed_at IS NULL LIMIT ${limit})`,
  );
