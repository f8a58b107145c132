import * as z from "zod/mini";
import {
  checkoutIn,
  disputeIn,
  fullRefundIn,
  invoiceIn,
  invoicePaymentIn,
  maybe,
  subscriptionIn,
  type StripeInvoice,
  type StripeSubscription,
  unixTime,
} from "./stripe-objects.ts";
import { isEnded } from "./vip.policy.ts";

export type Reversal = "refund" | "dispute";

/** The change that an event causes. */
export type VipChange =
  | { kind: "subscription"; subscription: StripeSubscription; stateFrom: Date }
  | { kind: "checkout"; id: string; customerId: string; emailKey: string | null; isPaid: boolean }
  | { kind: "invoice"; isPaid: boolean; invoice: StripeInvoice; stateFrom: Date }
  | { kind: "payment"; invoiceId: string; paymentIds: readonly string[] }
  | { kind: "reversal"; paymentIds: readonly string[]; reversal: Reversal; at: Date; isDisputeWon: boolean };

export interface StripeEvent {
  id: string;
  type: string;
  /** False for events of Stripe's test mode, which involve no money. */
  isLive: boolean;
  /** Null for irrelevant events. */
  change: VipChange | null;
}

const envelope = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.minLength(1), z.maxLength(255)),
  created: unixTime,
  livemode: maybe(z.boolean()),
  data: z.object({ object: z.looseObject({}) }),
});

/**
 * Stripe's times are whole seconds. Of two events in the same second the higher rank wins in any order; it is added as
 * milliseconds.
 */
const RANK = { invoice: 1, created: 2, updated: 3, reversal: 8, ended: 9 };

function subscriptionChange(type: string, created: number, object: unknown): VipChange | null {
  const parsed = subscriptionIn(object);
  if (!parsed) return null;
  const subscription = type === "customer.subscription.deleted" ? { ...parsed, status: "canceled" } : parsed;
  const rank = isEnded(subscription.status)
    ? RANK.ended
    : type === "customer.subscription.created"
      ? RANK.created
      : RANK.updated;
  return { kind: "subscription", subscription, stateFrom: new Date(created * 1000 + rank) };
}

const reversedAt = (created: number) => new Date(created * 1000 + RANK.reversal);

function disputeChange(isClosed: boolean, created: number, object: unknown): VipChange | null {
  const dispute = disputeIn(object);
  if (!dispute || (isClosed && !dispute.isWon)) return null;
  const { paymentIds } = dispute;
  return { kind: "reversal", paymentIds, reversal: "dispute", at: reversedAt(created), isDisputeWon: isClosed };
}

function changeOf(type: string, created: number, object: unknown): VipChange | null {
  switch (type) {
    case "checkout.session.completed":
    // A bank debit: the checkout completes unpaid, and this follows days later.
    case "checkout.session.async_payment_succeeded": {
      const checkout = checkoutIn(object);
      return checkout && { kind: "checkout", ...checkout };
    }
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return subscriptionChange(type, created, object);
    case "invoice.paid":
    case "invoice.payment_failed": {
      const invoice = invoiceIn(object);
      const stateFrom = new Date(created * 1000 + RANK.invoice);
      return invoice && { kind: "invoice", isPaid: type === "invoice.paid", invoice, stateFrom };
    }
    case "invoice_payment.paid": {
      const payment = invoicePaymentIn(object);
      return payment && { kind: "payment", ...payment };
    }
    case "charge.refunded": {
      const paymentIds = fullRefundIn(object);
      return (
        paymentIds && { kind: "reversal", paymentIds, reversal: "refund", at: reversedAt(created), isDisputeWon: false }
      );
    }
    case "charge.dispute.created":
    case "charge.dispute.closed":
      return disputeChange(type === "charge.dispute.closed", created, object);
    default:
      return null;
  }
}

/** The event of a verified webhook; null when it is malformed. */
export function readStripeEvent(json: unknown): StripeEvent | null {
  const { success, data } = envelope.safeParse(json);
  if (!success) return null;
  const { id, type, livemode } = data;
  return { id, type, isLive: livemode !== false, change: changeOf(type, data.created, data.data.object) };
}
