import * as z from "zod/mini";
import { isEmail } from "../../contracts/text.ts";
import type { Config } from "../../platform/config.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";

/** Stripe's final subscription states. */
const ENDED: ReadonlySet<string> = new Set(["canceled", "incomplete_expired"]);
export const isEnded = (status: string) => ENDED.has(status);

/**
 * Returns whether VIP access can be sold. In production, prices must be configured, because purchases of other products
 * would otherwise also grant access.
 */
export const isSellable = ({ isDevelopment, stripePriceIds }: Pick<Config, "isDevelopment" | "stripePriceIds">) =>
  isDevelopment || stripePriceIds.length > 0;

/** Returns whether any of these prices grants VIP access. If no prices are configured, every price does. */
export const isListed = ({ stripePriceIds }: Pick<Config, "stripePriceIds">, prices: readonly string[]) =>
  stripePriceIds.length === 0 || prices.some((price) => stripePriceIds.includes(price));

/** Maximum difference between the time in a signature and the current time, in seconds (docs/contract.md, VIP). */
const TOLERANCE_S = 300;
const TIMEOUT_MS = 20_000;

/** Loads Stripe's official library on demand, because it is larger than the rest of the worker. */
async function loadStripe() {
  return (await import("stripe")).Stripe;
}

/**
 * Verifies a webhook's signature and returns the parsed JSON of its body.
 * @param payload the unmodified body, which the signature covers
 * @throws AppError 503 `vip.not_configured`, 400 `vip.invalid_signature`, 400 `request.malformed`
 */
export async function verifyWebhook(deps: Deps, payload: Uint8Array, header: string | undefined): Promise<unknown> {
  const secret = deps.config.stripeWebhookSecret;
  if (!secret || !isSellable(deps.config)) throw new AppError("vip.not_configured");
  if (!header) throw new AppError("vip.invalid_signature");
  const now = deps.now().getTime();
  const Stripe = await loadStripe();
  const crypto = Stripe.createSubtleCryptoProvider();
  try {
    const event = await Stripe.webhooks.constructEventAsync(payload, header, secret, TOLERANCE_S, crypto, now);
    // Rejects signatures with a time in the future, which would allow replays until that time. The library only limits
    // the age of a signature.
    const signedAt = [...header.matchAll(/(?:^|,)t=(\d+)/g)].map(([, seconds]) => Number(seconds));
    if (signedAt.length === 0 || signedAt.some((seconds) => seconds - now / 1000 > TOLERANCE_S)) {
      throw new AppError("vip.invalid_signature");
    }
    return event;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    throw new AppError(isForged ? "vip.invalid_signature" : "request.malformed", { cause: error });
  }
}

/**
 * Returns a page of the Stripe account's subscriptions, newest first, with their customers.
 * @param after id of the last subscription on the previous page
 */
export async function stripeSubscriptions(deps: Deps, key: string, after: string | null, limit: number) {
  const Stripe = await loadStripe();
  const stripe = new Stripe(key, {
    httpClient: Stripe.createFetchHttpClient(deps.fetch),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const page = await stripe.subscriptions.list({
    status: "all",
    limit,
    expand: ["data.customer"],
    ...(after !== null && { starting_after: after }),
  });
  return { subscriptions: page.data as readonly unknown[], hasMore: page.has_more };
}

export interface SubscriptionState {
  id: string;
  customerId: string;
  status: string;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** A subscription from Stripe, with its price ids. */
interface StripeSubscription extends SubscriptionState {
  prices: readonly string[];
}

/** An invoice of a subscription, with its prices, charges and payment intents. */
export interface StripeInvoice {
  invoiceId: string;
  subscriptionId: string;
  customerId: string;
  prices: readonly string[];
  paymentIds: readonly string[];
  /** True if the invoice was paid with money. Trials, coupons, credits and plan changes create invoices of 0. */
  isForMoney: boolean;
  /** The latest end of the billing periods of the invoice. */
  periodEnd: Date | null;
}

/** Schema of a reference to an object, because Stripe sends either the object's id or the whole object. */
const reference = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((given) => (typeof given === "string" ? given : given.id)),
);
const id = z.string().check(z.minLength(1));
/** Schema of a time in Unix seconds, up to the latest time that a Date can represent. */
const unixTime = z.number().check(z.gte(0), z.lte(8_640_000_000_000));
const maybe = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));
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

// Schema of an invoice. The API of March 2025 moved its subscription, prices and payments, so both old and new
// locations are read.
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
  // Amount in the smallest unit of the currency.
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

/** Returns an email address in lower case. Returns null if the address is invalid. */
export function emailKeyIn(text: string | null | undefined): string | null {
  const email = text?.trim() ?? "";
  return isEmail(email) ? email.toLowerCase() : null;
}

/** Parses a subscription object of any API version. Returns null if the object is malformed. */
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

/** Parses the checkout of a subscription. Returns null for other checkouts. */
function checkoutIn(object: unknown) {
  const { success, data } = checkout.safeParse(object);
  if (!success || data.mode !== "subscription" || !data.subscription) return null;
  return {
    id: data.subscription,
    customerId: data.customer ?? "",
    emailKey: emailKeyIn(data.customer_details?.email ?? data.customer_email),
    isPaid: data.payment_status !== "unpaid",
  };
}

/** Parses the invoice of a subscription. Returns null for other invoices. */
function invoiceIn(object: unknown): StripeInvoice | null {
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

/** Parses the payment of an invoice, in API versions since March 2025. Returns null if the payment is malformed. */
function invoicePaymentIn(object: unknown): { invoiceId: string; paymentIds: readonly string[] } | null {
  const { success, data } = invoicePayment.safeParse(object);
  if (!success) return null;
  return { invoiceId: data.invoice, paymentIds: present([data.payment.payment_intent, data.payment.charge]) };
}

/** Returns the ids of a fully refunded charge and its payment intent. Returns null after a partial refund. */
function fullRefundIn(object: unknown): readonly string[] | null {
  const { success, data } = charge.safeParse(object);
  if (!success) return null;
  const isFull = data.refunded === true || (!!data.amount && (data.amount_refunded ?? 0) >= data.amount);
  return isFull ? present([data.id, data.payment_intent]) : null;
}

/**
 * Returns the payments that a dispute is about, and whether the dispute ended without a loss. Returns null if the
 * dispute is malformed.
 */
function disputeIn(object: unknown): { paymentIds: readonly string[]; isWon: boolean } | null {
  const { success, data } = dispute.safeParse(object);
  if (!success) return null;
  const isWon = data.status === "won" || data.status === "warning_closed";
  return { paymentIds: present([data.charge, data.payment_intent]), isWon };
}

export type Reversal = "refund" | "dispute";

/** The change that an event causes. */
export type VipChange =
  | { kind: "subscription"; subscription: StripeSubscription; stateFrom: Date }
  | { kind: "checkout"; id: string; customerId: string; emailKey: string | null; isPaid: boolean }
  | { kind: "invoice"; isPaid: boolean; invoice: StripeInvoice; stateFrom: Date }
  | { kind: "payment"; invoiceId: string; paymentIds: readonly string[] }
  | { kind: "reversal"; paymentIds: readonly string[]; reversal: Reversal; at: Date; isDisputeWon: boolean };

interface StripeEvent {
  id: string;
  type: string;
  /** False for events of Stripe's test mode, which involve no money. */
  isLive: boolean;
  /** The change that the event causes. Null for irrelevant events. */
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
 * Ranks of events. Stripe's times are whole seconds. If two events have the same second, the event with the higher rank
 * takes precedence, in whichever order they arrive. The rank is added to an event's time as milliseconds.
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
    // For a bank debit, the checkout completes before the payment, and this event follows days later.
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

/** Parses the event of a verified webhook. Returns null if the event is malformed. */
export function readStripeEvent(json: unknown): StripeEvent | null {
  const { success, data } = envelope.safeParse(json);
  if (!success) return null;
  const { id, type, livemode } = data;
  return { id, type, isLive: livemode !== false, change: changeOf(type, data.created, data.data.object) };
}
