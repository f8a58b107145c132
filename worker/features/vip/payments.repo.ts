import { sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Reversal } from "./stripe-events.ts";
import type { ToldInvoice } from "./stripe-objects.ts";
import { vipInvoices, vipPayments, vipSubscriptions } from "./vip.table.ts";

/** The statement that stores an invoice that was paid with money. */
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
 * The statements that note that payments were taken back, or that disputes of them were won, in whatever order events tell
 * it, and also of an invoice that nobody told of yet. A dispute that was won gives back what a dispute took, never a refund.
 */
export function reversePayments(
  deps: Deps,
  paymentIds: readonly string[],
  { reversal, at, isNegated }: { reversal: Reversal; at: Date; isNegated: boolean },
) {
  const told = isNegated ? { disputeWonAt: at } : { reversal, reversedAt: at };
  const set = isNegated
    ? { disputeWonAt: sql`max(coalesce(dispute_won_at, 0), excluded.dispute_won_at)` }
    : { reversal: sql`excluded.reversal`, reversedAt: sql`excluded.reversed_at` };
  // Of two the refund is told, of two of a kind the later.
  const isWeightier = sql`reversal IS NULL OR (reversal = excluded.reversal AND reversed_at < excluded.reversed_at)
    OR (reversal = 'dispute' AND excluded.reversal = 'refund')`;
  return paymentIds.map((id) =>
    deps.db
      .insert(vipPayments)
      .values({ id, ...told, seenAt: deps.now() })
      .onConflictDoUpdate({ target: vipPayments.id, set, setWhere: isNegated ? undefined : isWeightier }),
  );
}

/**
 * The statement that decides anew whether some subscriptions are paid for: not when a payment of any of their invoices was
 * taken back and none was paid since (indexes vip_invoices_subscription, vip_payments_invoice).
 */
function reconsider(deps: Deps, ids: ReturnType<typeof sql>) {
  const takenBack = sql`payment.reversal = 'refund'
    OR (payment.reversal = 'dispute' AND payment.reversed_at > coalesce(payment.dispute_won_at, 0))`;
  return deps.db
    .update(vipSubscriptions)
    .set({
      isReversed: sql`EXISTS (SELECT 1 FROM vip_invoices AS invoice JOIN vip_payments AS payment
        ON payment.invoice_id = invoice.id
        WHERE invoice.subscription_id = vip_subscriptions.id AND (${takenBack})
          AND NOT EXISTS (SELECT 1 FROM vip_invoices AS since
            WHERE since.subscription_id = vip_subscriptions.id AND since.paid_at > payment.reversed_at))`,
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
  deleteInBatches(deps, "stripe_events", sql`received_at < ${time.getTime()}`);

/** Deletes invoices and payments of before a moment (indexes vip_invoices_paid, vip_payments_seen). */
export async function deletePaymentsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "vip_invoices", sql`paid_at < ${time.getTime()}`);
  await deleteInBatches(deps, "vip_payments", sql`seen_at < ${time.getTime()}`);
}

/**
 * Deletes subscriptions that never showed one of our prices and were first told of before a moment: purchases of the
 * account's other products are nobody's business here (index vip_subscriptions_created).
 */
export const deleteUnlistedBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    "vip_subscriptions",
    sql`created_at < ${time.getTime()} AND NOT is_listed AND welcomed_at IS NULL`,
  );
