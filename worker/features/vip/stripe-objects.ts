import * as z from "zod/mini";
import { isEmail } from "../../contracts/text.ts";

export interface SubscriptionState {
  id: string;
  customerId: string;
  status: string;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** A subscription from Stripe, with its price ids. */
export interface StripeSubscription extends SubscriptionState {
  prices: readonly string[];
}

/** An invoice with its subscription, prices, charges and payment intents. */
export interface StripeInvoice {
  invoiceId: string;
  subscriptionId: string;
  customerId: string;
  prices: readonly string[];
  paymentIds: readonly string[];
  /** Whether money was paid: trials, coupons, credits and plan changes create invoices of 0. */
  isForMoney: boolean;
  /** The latest end of its billing periods. */
  periodEnd: Date | null;
}

/** Stripe refers to an object by its id, or expands it. */
const reference = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((given) => (typeof given === "string" ? given : given.id)),
);
const id = z.string().check(z.minLength(1));
/** Unix seconds, up to the maximum of a Date. */
export const unixTime = z.number().check(z.gte(0), z.lte(8_640_000_000_000));
export const maybe = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));
const list = <Schema extends z.core.$ZodType>(item: Schema) => maybe(z.object({ data: z.array(item) }));

const subscription = z.object({
  id,
  customer: reference,
  status: z.string().check(z.minLength(1), z.maxLength(50)),
  cancel_at_period_end: maybe(z.boolean()),
  cancel_at: maybe(unixTime),
  // The API of March 2025 moved the period from subscriptions to their items.
  current_period_end: maybe(unixTime),
  items: list(z.object({ current_period_end: maybe(unixTime), price: maybe(reference) })),
});

const checkout = z.object({
  mode: z.string(),
  customer: maybe(reference),
  subscription: maybe(reference),
  payment_status: maybe(z.string()),
  customer_details: maybe(z.object({ email: maybe(z.string()) })),
  customer_email: maybe(z.string()),
});

const payment = z.object({ payment_intent: maybe(reference), charge: maybe(reference) });

// The API of March 2025 moved an invoice's subscription, prices and payments; both places are read.
const invoice = z.object({
  id,
  customer: maybe(reference),
  subscription: maybe(reference),
  parent: maybe(z.object({ subscription_details: maybe(z.object({ subscription: maybe(reference) })) })),
  lines: list(
    z.object({
      period: maybe(z.object({ end: unixTime })),
      price: maybe(reference),
      pricing: maybe(z.object({ price_details: maybe(z.object({ price: maybe(reference) })) })),
    }),
  ),
  payment_intent: maybe(reference),
  charge: maybe(reference),
  // In the currency's smallest unit.
  amount_paid: maybe(z.number()),
  amount_paid_off_stripe: maybe(z.number()),
  payments: list(z.object({ payment: maybe(payment) })),
});

const invoicePayment = z.object({ invoice: reference, payment });

const charge = z.object({
  id,
  payment_intent: maybe(reference),
  refunded: maybe(z.boolean()),
  amount: maybe(z.number()),
  amount_refunded: maybe(z.number()),
});

const dispute = z.object({ charge: maybe(reference), payment_intent: maybe(reference), status: maybe(z.string()) });

const present = (values: readonly (string | null | undefined)[]) =>
  [...new Set(values.filter((value) => !!value))] as string[];

function latest(seconds: readonly (number | null | undefined)[]): Date | null {
  const times = seconds.filter((at): at is number => typeof at === "number");
  return times.length === 0 ? null : new Date(Math.max(...times) * 1000);
}

/** An address in lower case; null when it is invalid. */
export function emailKeyIn(text: string | null | undefined): string | null {
  const email = text?.trim() ?? "";
  return isEmail(email) ? email.toLowerCase() : null;
}

/** A subscription object of any API version; null when it is malformed. */
export function subscriptionIn(object: unknown): StripeSubscription | null {
  const { success, data } = subscription.safeParse(object);
  if (!success) return null;
  const items = data.items?.data ?? [];
  return {
    id: data.id,
    customerId: data.customer,
    status: data.status,
    currentPeriodEnd: latest([data.current_period_end, ...items.map((item) => item.current_period_end)]),
    cancelAtPeriodEnd: data.cancel_at_period_end === true || typeof data.cancel_at === "number",
    prices: present(items.map(({ price }) => price)),
  };
}

/** A checkout of a subscription; null for any other. */
export function checkoutIn(object: unknown) {
  const { success, data } = checkout.safeParse(object);
  if (!success || data.mode !== "subscription" || !data.subscription) return null;
  return {
    id: data.subscription,
    customerId: data.customer ?? "",
    emailKey: emailKeyIn(data.customer_details?.email ?? data.customer_email),
    isPaid: data.payment_status !== "unpaid",
  };
}

/** An invoice of a subscription; null for any other. */
export function invoiceIn(object: unknown): StripeInvoice | null {
  const { success, data } = invoice.safeParse(object);
  const subscriptionId = success ? (data.subscription ?? data.parent?.subscription_details?.subscription) : null;
  if (!success || !subscriptionId) return null;
  const lines = data.lines?.data ?? [];
  const payments = (data.payments?.data ?? []).map((one) => one.payment);
  return {
    invoiceId: data.id,
    subscriptionId,
    customerId: data.customer ?? "",
    prices: present(lines.map(({ price, pricing }) => price ?? pricing?.price_details?.price)),
    paymentIds: present([
      data.payment_intent,
      data.charge,
      ...payments.flatMap((one) => [one?.payment_intent, one?.charge]),
    ]),
    isForMoney: (data.amount_paid ?? 1) > 0 || (data.amount_paid_off_stripe ?? 0) > 0,
    periodEnd: latest(lines.map((line) => line.period?.end)),
  };
}

/** The payment of an invoice, in API versions since March 2025; null when it is malformed. */
export function invoicePaymentIn(object: unknown): { invoiceId: string; paymentIds: readonly string[] } | null {
  const { success, data } = invoicePayment.safeParse(object);
  if (!success) return null;
  return { invoiceId: data.invoice, paymentIds: present([data.payment.payment_intent, data.payment.charge]) };
}

/** The ids of a fully refunded charge and its payment intent; null after a partial refund. */
export function fullRefundIn(object: unknown): readonly string[] | null {
  const { success, data } = charge.safeParse(object);
  if (!success) return null;
  const isFull = data.refunded === true || (!!data.amount && (data.amount_refunded ?? 0) >= data.amount);
  return isFull ? present([data.id, data.payment_intent]) : null;
}

/** A dispute's payments, and whether it ended without a loss; null when it is malformed. */
export function disputeIn(object: unknown): { paymentIds: readonly string[]; isWon: boolean } | null {
  const { success, data } = dispute.safeParse(object);
  if (!success) return null;
  const isWon = data.status === "won" || data.status === "warning_closed";
  return { paymentIds: present([data.charge, data.payment_intent]), isWon };
}
