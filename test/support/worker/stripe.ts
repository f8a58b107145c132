import { env } from "cloudflare:workers";
import { Stripe } from "stripe";
import type { Site } from "./site.ts";

const WEBHOOK_SECRET = "whsec_test";

export interface TestEvent {
  id: string;
  object: "event";
  type: string;
  /** Time in Unix seconds. */
  created: number;
  livemode?: boolean;
  data: { object: Record<string, unknown> };
}

/** Returns the Unix time this many seconds after the tests' initial clock. */
export const at = (seconds: number) => Date.parse("2026-11-20T15:00:00Z") / 1000 + seconds;

/** The end of a month of access. */
export const PERIOD_END = at(30 * 86_400);

const event = (type: string, created: number, object: Record<string, unknown>, id = `evt_${type}_${created}`) =>
  ({ id, object: "event", type, created, data: { object } }) satisfies TestEvent;

/** Returns a subscription in the current API version. */
export const subscription = (values: Record<string, unknown> = {}) => ({
  id: "sub_1",
  object: "subscription",
  customer: "cus_1",
  status: "active",
  cancel_at_period_end: false,
  cancel_at: null,
  items: { object: "list", data: [{ id: "si_1", current_period_end: PERIOD_END }] },
  ...values,
});

export const subscriptionEvent = (
  what: "created" | "updated" | "deleted",
  created: number,
  values: Record<string, unknown> = {},
) => event(`customer.subscription.${what}`, created, subscription(values));

export const checkoutEvent = (created: number, values: Record<string, unknown> = {}) =>
  event("checkout.session.completed", created, {
    id: "cs_1",
    object: "checkout.session",
    mode: "subscription",
    payment_status: "paid",
    customer: "cus_1",
    subscription: "sub_1",
    customer_details: { email: "Renter@Example.com" },
    ...values,
  });

export const invoiceEvent = (what: "paid" | "payment_failed", created: number, values: Record<string, unknown> = {}) =>
  event(`invoice.${what}`, created, {
    id: "in_1",
    object: "invoice",
    customer: "cus_1",
    parent: { type: "subscription_details", subscription_details: { subscription: "sub_1" } },
    lines: { object: "list", data: [{ id: "il_1", period: { start: created, end: PERIOD_END } }] },
    ...values,
  });

/** Returns the items of a subscription with a price. */
export const pricedItems = (price: unknown) => ({
  items: { object: "list", data: [{ id: "si_1", current_period_end: PERIOD_END, price }] },
});

/** Returns the lines of an invoice with a price, in the current API version. */
export const pricedLines = (price: string | null) => ({
  lines: {
    object: "list",
    data: [
      { id: "il_1", period: { end: PERIOD_END }, pricing: price && { price_details: { price, product: "prod_1" } } },
    ],
  },
});

/** Returns the event for the payment of an invoice, in API versions since March 2025. */
export const invoicePaymentEvent = (created: number) =>
  event("invoice_payment.paid", created, {
    id: "inpay_1",
    object: "invoice_payment",
    invoice: "in_1",
    payment: { type: "payment_intent", payment_intent: "pi_1" },
  });

export const refundEvent = (created: number, values: Record<string, unknown> = {}) =>
  event("charge.refunded", created, {
    id: "ch_1",
    object: "charge",
    payment_intent: "pi_1",
    amount: 499,
    amount_refunded: 499,
    refunded: true,
    ...values,
  });

export const disputeEvent = (what: "created" | "closed", created: number, values: Record<string, unknown> = {}) =>
  event(`charge.dispute.${what}`, created, {
    id: "dp_1",
    object: "dispute",
    charge: "ch_1",
    payment_intent: "pi_1",
    status: "needs_response",
    ...values,
  });

export const otherEvent = (type: string, object: Record<string, unknown> = { id: "x_1" }) => event(type, at(0), object);

interface Delivery {
  secret?: string;
  /** Time of the signature in Unix seconds; by default the site's clock. */
  signedAt?: number;
  /** Replaces the signature header; null omits it. */
  header?: string | null;
  /** Replaces the signed body. */
  body?: string;
}

export function sign(payload: string, signedAt: number, secret = WEBHOOK_SECRET): Promise<string> {
  return Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret,
    timestamp: signedAt,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
}

/** Sends a webhook as Stripe does. */
export async function deliver(site: Site, event: TestEvent | string, delivery: Delivery = {}): Promise<Response> {
  const payload = typeof event === "string" ? event : JSON.stringify(event);
  const signedAt = delivery.signedAt ?? Math.floor(site.clock.now.getTime() / 1000);
  const header = delivery.header === undefined ? await sign(payload, signedAt, delivery.secret) : delivery.header;
  return site.fetch("/api/stripe/webhook", {
    method: "POST",
    body: delivery.body ?? payload,
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(header !== null && { "stripe-signature": header }),
    },
  });
}

/** Sends events in sequence, all of which must be accepted. */
export async function deliverAll(site: Site, events: readonly TestEvent[]): Promise<void> {
  for (const event of events) {
    const response = await deliver(site, event);
    if (response.status !== 200) throw new Error(`${event.type}: ${response.status} ${await response.text()}`);
  }
}

/** Reads the stored subscriptions without their creation times. */
export async function storedSubscriptions() {
  const { results } = await env.DB.prepare(
    "SELECT id, customer_id, email_key, status, current_period_end, cancel_at_period_end FROM vip_subscriptions ORDER BY id",
  ).all();
  return results;
}

export async function storedEvents(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT type FROM stripe_events ORDER BY type").all<{ type: string }>();
  return results.map(({ type }) => type);
}
