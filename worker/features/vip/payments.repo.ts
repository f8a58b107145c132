import { sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Reversal } from "./stripe-events.ts";
import type { StripeInvoice } from "./stripe-objects.ts";
import { vipInvoices, vipPayments, vipSubscriptions } from "./vip.table.ts";

/** The statement that stores an invoice that was paid with money. */
export function storeInvoice(deps: Deps, { invoiceId, subscriptionId }: StripeInvoice, paidAt: Date) {
  return deps.db.insert(vipInvoices).values({ id: invoiceId, subscriptionId, paidAt }).onConflictDoNothing();
}

/** The statements that link charges and payment intents to their invoice. */
export function linkPayments(deps: Deps, invoiceId: string, paymentIds: readonly string[]) {
  return paymentIds.map((id) =>
    deps.db
      .insert(vipPayments)
      .values({ id, invoiceId, seenAt: deps.now() })
      .onConflictDoUpdate({ target: vipPayments.id, set: { invoiceId } }),
  );
}

/**
 * The statements that record that payments were reversed or their disputes won, for events in any order and for unknown
 * invoices. A won dispute undoes a dispute, never a refund.
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
  // A refund outweighs a dispute; of the same kind the later one counts.
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
 * The statement that recomputes whether subscriptions are reversed: a payment of one of their invoices was reversed and
 * none was paid since (indexes vip_invoices_subscription, vip_payments_invoice).
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

/** {@link recomputeReversed} by subscription id. */
export const recomputeSubscriptions = (deps: Deps, ids: readonly string[]) =>
  recomputeReversed(deps, sql`SELECT value FROM json_each(${JSON.stringify(ids)})`);

/** {@link recomputeReversed} for the subscriptions that charges and payment intents paid for. */
export const recomputePaidSubscriptions = (deps: Deps, paymentIds: readonly string[]) =>
  recomputeReversed(
    deps,
    sql`SELECT subscription_id FROM vip_invoices WHERE id IN (SELECT invoice_id FROM vip_payments
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(paymentIds)})))`,
  );

/** Deletes events received before `time` (index stripe_events_received). */
export const deleteEventsBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "stripe_events", sql`received_at < ${time.getTime()}`);

/** Deletes invoices and payments from before `time` (indexes vip_invoices_paid, vip_payments_seen). */
export async function deletePaymentsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "vip_invoices", sql`paid_at < ${time.getTime()}`);
  await deleteInBatches(deps, "vip_payments", sql`seen_at < ${time.getTime()}`);
}

/**
 * Deletes subscriptions created before `time` that never showed one of our prices (index vip_subscriptions_created):
 * the account also sells other products.
 */
export const deleteUnlistedBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(
    deps,
    "vip_subscriptions",
    sql`created_at < ${time.getTime()} AND NOT is_listed AND welcomed_at IS NULL`,
  );
