import type { BatchItem } from "drizzle-orm/batch";
import * as z from "zod/mini";
import { DAY_MS } from "../../contracts/days.ts";
import type { PersonalData } from "../../contracts/subscribers.ts";
import { CLAIMED_LISTINGS, type VipCount, type VipOffer } from "../../contracts/vip.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { daily, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { isOftenUpdated } from "../claims/claims.service.ts";
import {
  isEnded,
  isSellable,
  verifyWebhook,
  readStripeEvent,
  type VipChange,
  isListed,
  stripeSubscriptions,
  emailKeyIn,
  subscriptionIn,
} from "./stripe.ts";
import {
  deleteEventsBefore,
  deletePaymentsBefore,
  deleteUnlistedBefore,
  countBelowMarket,
  markWelcomed,
  subscriptionsByIds,
  subscriptionsOf,
  linkPayments,
  recomputePaidSubscriptions,
  recomputeSubscriptions,
  reversePayments,
  storeInvoice,
  hasEvent,
  insertEvent,
  insertState,
  markListed,
  updateByInvoice,
  upsertAddress,
  upsertState,
  welcomeIfDue,
  type StripeState,
  fillAddresses,
  insertStates,
  updateStates,
  type StoredState,
} from "./vip.repo.ts";

export { eraseVipAddress, isVip, mayBeCharged, vipsAmong } from "./vip.repo.ts";

/** Maximum number of subscriptions in the personal data of one email address. */
const RECORDS = 50;
/** How long Stripe events are kept. Stripe retries an event only for a few days. */
const EVENT_LIFETIME_MS = 90 * DAY_MS;
/** How long payments are kept. Card networks accept disputes for at most 540 days. */
const PAYMENT_LIFETIME_MS = 540 * DAY_MS;
/**
 * Time after which subscriptions without one of our prices are deleted. Stripe retries events for three days, so
 * subscriptions still without a price then belong to another product.
 */
const UNLISTED_LIFETIME_MS = 30 * DAY_MS;

/** Returns the number of paid subscriptions. */
export async function vipCount(deps: Deps): Promise<VipCount> {
  return { activeSubscriptions: await readCounter(deps, "vip") };
}

/** Returns the links and statistics of the VIP offer. */
export async function readVipOffer(deps: Deps): Promise<VipOffer> {
  return {
    checkoutUrl: isSellable(deps.config) ? deps.config.vipCheckoutUrl : null,
    portalUrl: deps.config.stripePortalUrl,
    listingCount: await readCounter(deps, "approved"),
    belowMarketCount: await countBelowMarket(deps, CLAIMED_LISTINGS),
    isOftenUpdated: await isOftenUpdated(deps),
  };
}

/**
 * Returns a buyer to welcome, and the statement that marks the buyer as welcomed, which changes a row only once.
 * Returns null if the subscription has ended or its email address is unknown.
 */
export async function buyerToWelcome(deps: Deps, subscriptionId: string) {
  const [row] = await subscriptionsByIds(deps, [subscriptionId]);
  if (!row?.emailKey || isEnded(row.status)) return null;
  return { email: row.emailKey, claim: markWelcomed(deps, row.id) };
}

/** Returns the subscriptions of an email address, for the person who owns it. */
export async function vipRecordsOf(deps: Deps, emailKey: string): Promise<PersonalData["vip"]> {
  return (await subscriptionsOf(deps, emailKey, RECORDS)).map(({ status, currentPeriodEnd, cancelAtPeriodEnd }) => ({
    status,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd,
  }));
}

/** Deletes Stripe events after 90 days, payments after 540 days, and subscriptions to other products after 30 days. */
async function prunePayments(deps: Deps, time: Date): Promise<void> {
  const before = (age: number) => new Date(time.getTime() - age);
  await deleteEventsBefore(deps, before(EVENT_LIFETIME_MS));
  await deletePaymentsBefore(deps, before(PAYMENT_LIFETIME_MS));
  await deleteUnlistedBefore(deps, before(UNLISTED_LIFETIME_MS));
}

/**
 * States of a subscription that a paid invoice can change, and states that an unpaid invoice can change. In other
 * states, only the subscription's own events count.
 */
const PAID_FROM = ["active", "past_due", "incomplete"];
const UNPAID_FROM = ["active", "trialing", "past_due"];

/**
 * Processes a Stripe event once. Events may arrive in any order; the newest event determines the state.
 * @throws AppError 503 `vip.not_configured`, 400 `vip.invalid_signature`, 400 `vip.test_event` for Stripe's test mode
 * in production, 400 `request.malformed`
 */
export async function receiveStripeEvent(
  deps: Deps,
  payload: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  const event = readStripeEvent(await verifyWebhook(deps, payload, signature));
  if (!event) throw new AppError("request.malformed");
  if (!event.isLive && !deps.config.isDevelopment) throw new AppError("vip.test_event");
  const { change, type } = event;
  if (await hasEvent(deps, event.id)) {
    deps.log.info("vip.event_repeated", { type });
    return;
  }
  await deps.db.batch([insertEvent(deps, event), ...(change ? statementsOf(deps, change) : [])]);
  deps.log.info("vip.event", { type, isUsed: change !== null });
  if (change) relaySoon(deps);
}

/**
 * Returns the statements that store the change of an event. The last statements compute the access, and queue the
 * subscription and the welcome email of buyers.
 */
function statementsOf(deps: Deps, change: VipChange): BatchItem<"sqlite">[] {
  const settled = (id: string) => [recomputeSubscriptions(deps, [id]), welcomeIfDue(deps, [id])];
  switch (change.kind) {
    case "subscription": {
      const { prices, ...state } = change.subscription;
      const stored = { ...state, isListed: isListed(deps.config, prices) };
      return [upsertState(deps, stored, change.stateFrom), ...settled(state.id)];
    }
    case "checkout": {
      const { kind: _kind, isPaid, ...checkout } = change;
      // A checkout contains no price. If prices are configured, the events of the subscription or its invoices
      // determine whether a price of ours is charged.
      const listed = isListed(deps.config, []);
      const status = isPaid && listed ? "active" : "incomplete";
      return [upsertAddress(deps, { ...checkout, status, isListed: listed }), ...settled(checkout.id)];
    }
    case "invoice":
      // Invoices of 0 are ignored, because the subscription's own events report trials and gifts.
      if (change.isPaid && !change.invoice.isForMoney) return [];
      return [...invoiceStatements(deps, change), ...settled(change.invoice.subscriptionId)];
    case "payment":
      return [
        ...linkPayments(deps, change.invoiceId, change.paymentIds),
        recomputePaidSubscriptions(deps, change.paymentIds),
      ];
    case "reversal":
      break;
  }
  return [...reversePayments(deps, change.paymentIds, change), recomputePaidSubscriptions(deps, change.paymentIds)];
}

function invoiceStatements(
  deps: Deps,
  { isPaid, invoice, stateFrom }: Extract<VipChange, { kind: "invoice" }>,
): BatchItem<"sqlite">[] {
  const { subscriptionId: id, customerId, periodEnd } = invoice;
  if (!isPaid) return [updateByInvoice(deps, { id, status: "past_due", periodEnd: null, stateFrom }, UNPAID_FROM)];
  const started = { id, customerId, emailKey: null, status: "active", currentPeriodEnd: periodEnd };
  return [
    storeInvoice(deps, invoice, stateFrom),
    ...linkPayments(deps, invoice.invoiceId, invoice.paymentIds),
    // A payment for one of our prices grants access even before the subscription's own event.
    ...(invoice.prices.length > 0 && isListed(deps.config, invoice.prices)
      ? [
          insertState(deps, { ...started, cancelAtPeriodEnd: false, isListed: true }, stateFrom),
          markListed(deps, id, stateFrom),
        ]
      : []),
    updateByInvoice(deps, { id, status: "active", periodEnd, stateFrom }, PAID_FROM),
  ];
}

const RECONCILE_JOB = "vip.reconcile";

/** Number of pages of subscriptions per run. The next run continues where a run stopped. */
const PAGES = 20;
/** Number of subscriptions per page. Stripe's maximum is 100, but D1 binds at most 100 values per query. */
const PAGE_SIZE = 90;

const withCustomer = z.object({ customer: z.object({ email: z.optional(z.nullable(z.string())) }) });

/**
 * Compares the stored subscriptions with Stripe's and corrects them, because events are lost if the webhook is down for
 * longer than Stripe retries. Does nothing without a key, or without prices in production.
 * @throws errors of Stripe or the database, after notifying the operator
 */
async function reconcileVip(deps: Deps): Promise<void> {
  const key = deps.config.stripeSecretKey;
  if (!key || !isSellable(deps.config)) return;
  try {
    await reconcilePages(deps, key);
  } catch (error) {
    // The next run starts from the beginning, because every run would fail if Stripe no longer knew the cursor.
    await writeCursor(deps, RECONCILE_JOB, null);
    await notifyOperator(
      deps,
      "payments.not_compared",
      "Payments could not be compared",
      "The daily comparison of VIP subscriptions with Stripe failed. The log says why. The site tries again tomorrow. Until then, the webhook keeps working.",
    );
    throw error;
  }
}

async function reconcilePages(deps: Deps, key: string): Promise<void> {
  let cursor = await readCursor(deps, RECONCILE_JOB);
  let seen = 0;
  let corrected = 0;
  for (let page = 0; page < PAGES; page += 1) {
    // Event times are whole seconds, so an event in the current second must count as newer than the list from Stripe.
    const asOf = new Date(Math.floor(deps.now().getTime() / 1000) * 1000);
    const { subscriptions, hasMore } = await stripeSubscriptions(deps, key, cursor, PAGE_SIZE);
    const listed = subscriptions.map((object) => readListed(deps, object)).filter((one) => one !== null);
    seen += subscriptions.length;
    corrected += await correct(deps, listed, asOf);
    cursor = hasMore ? (listed.at(-1)?.id ?? null) : null;
    await writeCursor(deps, RECONCILE_JOB, cursor);
    if (cursor === null) break;
  }
  deps.log.info("vip.reconciled", { seen, corrected });
  if (corrected > 0) relaySoon(deps);
}

function readListed(deps: Deps, object: unknown): StripeState | null {
  const parsed = subscriptionIn(object);
  if (!parsed) return null;
  const { prices, ...state } = parsed;
  const customer = withCustomer.safeParse(object);
  const emailKey = customer.success ? emailKeyIn(customer.data.customer.email) : null;
  return { ...state, isListed: isListed(deps.config, prices), emailKey };
}

/** @returns the number of corrected subscriptions */
async function correct(deps: Deps, states: readonly StripeState[], asOf: Date): Promise<number> {
  const rows = await subscriptionsByIds(
    deps,
    states.map(({ id }) => id),
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  const unknown: StripeState[] = [];
  const changed: StripeState[] = [];
  const unaddressed: StripeState[] = [];
  for (const one of states) {
    const row = stored.get(one.id);
    if (!row) {
      // Ended subscriptions and subscriptions of other products are ignored, unless they are already stored.
      if (!isEnded(one.status) && one.isListed) unknown.push(one);
      continue;
    }
    if (differs(row, one)) changed.push(one);
    // Skips ended subscriptions, because their addresses may have been erased.
    if (row.emailKey === null && one.emailKey !== null && !isEnded(one.status) && one.isListed) unaddressed.push(one);
  }
  const corrected = [...new Set([...unknown, ...changed, ...unaddressed])];
  if (corrected.length === 0) return 0;
  const ids = corrected.map(({ id }) => id);
  await deps.db.batch([
    insertStates(deps, unknown, asOf),
    updateStates(deps, changed, asOf),
    fillAddresses(deps, unaddressed),
    recomputeSubscriptions(deps, ids),
    welcomeIfDue(deps, ids),
  ]);
  return corrected.length;
}

function differs(row: StoredState, state: StoredState): boolean {
  return (
    row.status !== state.status ||
    row.isListed !== state.isListed ||
    row.customerId !== state.customerId ||
    row.cancelAtPeriodEnd !== state.cancelAtPeriodEnd ||
    row.currentPeriodEnd?.getTime() !== state.currentPeriodEnd?.getTime()
  );
}

export const vipJobs: readonly ScheduledJob[] = [
  { name: RECONCILE_JOB, due: daily, run: reconcileVip },
  { name: "vip.prune", due: daily, run: prunePayments },
];
