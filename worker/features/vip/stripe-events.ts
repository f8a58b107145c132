import * as z from "zod/mini";
import { isEmail } from "../../contracts/text.ts";
import { isEnded } from "./vip.policy.ts";

/** What is known of a subscription at a moment. */
export interface SubscriptionState {
  id: string;
  customerId: string;
  status: string;
  currentPeriodEnd: Date | null;
  cancelAtPeriodEnd: boolean;
}

/** What an event changes here. */
export type VipChange =
  | { kind: "subscription"; state: SubscriptionState; stateFrom: Date }
  | { kind: "checkout"; id: string; customerId: string; emailKey: string | null; isPaid: boolean }
  | { kind: "invoice"; id: string; isPaid: boolean; periodEnd: Date | null; stateFrom: Date };

export interface StripeEvent {
  id: string;
  type: string;
  /** Null: nothing that matters here. */
  change: VipChange | null;
}

/** Stripe names an object by its id, or puts it there whole. */
const reference = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((given) => (typeof given === "string" ? given : given.id)),
);
/** Unix seconds; 8.64e12 is the last that a Date holds. */
const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000));
const maybe = <Schema extends z.core.$ZodType>(schema: Schema) => z.optional(z.nullable(schema));

const envelope = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  type: z.string().check(z.minLength(1), z.maxLength(255)),
  created: time,
  data: z.object({ object: z.looseObject({}) }),
});

const subscription = z.object({
  id: z.string().check(z.minLength(1)),
  customer: reference,
  status: z.string().check(z.minLength(1), z.maxLength(50)),
  cancel_at_period_end: maybe(z.boolean()),
  cancel_at: maybe(time),
  // Until the API of March 2025 the period was the subscription's, since then it is its items'.
  current_period_end: maybe(time),
  items: maybe(z.object({ data: z.array(z.object({ current_period_end: maybe(time) })) })),
});

const checkout = z.object({
  mode: z.string(),
  customer: maybe(reference),
  subscription: maybe(reference),
  payment_status: maybe(z.string()),
  customer_details: maybe(z.object({ email: maybe(z.string()) })),
  customer_email: maybe(z.string()),
});

const invoice = z.object({
  // The API of March 2025 moved it, too.
  subscription: maybe(reference),
  parent: maybe(z.object({ subscription_details: maybe(z.object({ subscription: maybe(reference) })) })),
  lines: maybe(z.object({ data: z.array(z.object({ period: maybe(z.object({ end: time })) })) })),
});

function latest(seconds: readonly (number | null | undefined)[]): Date | null {
  const known = seconds.filter((at): at is number => typeof at === "number");
  return known.length === 0 ? null : new Date(Math.max(...known) * 1000);
}

/** An address as it is compared; null when it is none. */
export function emailKeyIn(text: string | null | undefined): string | null {
  const email = text?.trim() ?? "";
  return isEmail(email) ? email.toLowerCase() : null;
}

/** A subscription object of any version of the API; null when it has not the form. */
export function subscriptionStateIn(object: unknown): SubscriptionState | null {
  const { success, data } = subscription.safeParse(object);
  if (!success) return null;
  return {
    id: data.id,
    customerId: data.customer,
    status: data.status,
    currentPeriodEnd: latest([
      data.current_period_end,
      ...(data.items?.data ?? []).map((item) => item.current_period_end),
    ]),
    cancelAtPeriodEnd: data.cancel_at_period_end === true || typeof data.cancel_at === "number",
  };
}

/**
 * Stripe tells times in whole seconds. Of two events in the same one the higher rank counts, whichever comes first: it
 * takes the place of the milliseconds.
 */
const RANK = { invoice: 1, created: 2, updated: 3, ended: 9 };

function subscriptionChange(type: string, created: number, object: unknown): VipChange | null {
  const told = subscriptionStateIn(object);
  if (!told) return null;
  const state = type === "customer.subscription.deleted" ? { ...told, status: "canceled" } : told;
  const rank = isEnded(state.status)
    ? RANK.ended
    : type === "customer.subscription.created"
      ? RANK.created
      : RANK.updated;
  return { kind: "subscription", state, stateFrom: new Date(created * 1000 + rank) };
}

function checkoutChange(object: unknown): VipChange | null {
  const { success, data } = checkout.safeParse(object);
  if (!success || data.mode !== "subscription" || !data.subscription) return null;
  return {
    kind: "checkout",
    id: data.subscription,
    customerId: data.customer ?? "",
    emailKey: emailKeyIn(data.customer_details?.email ?? data.customer_email),
    isPaid: data.payment_status !== "unpaid",
  };
}

function invoiceChange(isPaid: boolean, created: number, object: unknown): VipChange | null {
  const { success, data } = invoice.safeParse(object);
  const id = success ? (data.subscription ?? data.parent?.subscription_details?.subscription) : null;
  if (!success || !id) return null;
  return {
    kind: "invoice",
    id,
    isPaid,
    periodEnd: isPaid ? latest((data.lines?.data ?? []).map((line) => line.period?.end)) : null,
    stateFrom: new Date(created * 1000 + RANK.invoice),
  };
}

function changeOf(type: string, created: number, object: unknown): VipChange | null {
  switch (type) {
    case "checkout.session.completed":
    // A bank's debit: the checkout completes unpaid, and this follows days later.
    case "checkout.session.async_payment_succeeded":
      return checkoutChange(object);
    case "customer.subscription.created":
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return subscriptionChange(type, created, object);
    case "invoice.paid":
    case "invoice.payment_failed":
      return invoiceChange(type === "invoice.paid", created, object);
    default:
      return null;
  }
}

/** An event of a webhook whose signature was checked; null when it has not even the form of one. */
export function readStripeEvent(json: unknown): StripeEvent | null {
  const { success, data } = envelope.safeParse(json);
  if (!success) return null;
  return { id: data.id, type: data.type, change: changeOf(data.type, data.created, data.data.object) };
}
