import { type PersonalData, CLAIMED_LISTINGS, type VipCount, type VipOffer } from "../../contracts/subscribers.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { deleteEventsBefore, deletePaymentsBefore, deleteUnlistedBefore } from "./payments.repo.ts";
import { isEnded, isSellable } from "./vip.policy.ts";
import {
  addressesWithAccess,
  countBelowMarket,
  forgetAddress,
  hasOpen,
  hasPaidAccess,
  markWelcomed,
  subscriptionsByIds,
  subscriptionsOf,
} from "./vip.repo.ts";

/** Subscriptions that one address may be asked for; more than a person has. */
const RECORDS = 50;
/** Stripe repeats an event for days; this is ample. */
const EVENT_LIFETIME_MS = 90 * 86_400_000;
/** Card networks take disputes for 540 days at most. */
const PAYMENT_LIFETIME_MS = 540 * 86_400_000;
/** Stripe repeats events for three days: a price that was not told by then is none of ours. */
const UNLISTED_LIFETIME_MS = 30 * 86_400_000;

/** How many subscriptions are paid for now. */
export async function vipCount(deps: Deps): Promise<VipCount> {
  return { activeSubscriptions: await readCounter(deps, "vip") };
}

/** Where VIP access is bought and managed, and how much there is to find. */
export async function readVipOffer(deps: Deps): Promise<VipOffer> {
  return {
    checkoutUrl: isSellable(deps.config) ? deps.config.vipCheckoutUrl : null,
    portalUrl: deps.config.stripePortalUrl,
    listingCount: await readCounter(deps, "approved"),
    belowMarketCount: await countBelowMarket(deps, CLAIMED_LISTINGS),
  };
}

/** Whether an address has paid access now. @param emailKey lower case */
export function isVip(deps: Deps, emailKey: string): Promise<boolean> {
  return hasPaidAccess(deps, emailKey);
}

/** Whether a subscription of an address may still be charged for: one that has not ended, whatever its payments do. */
export function mayBeCharged(deps: Deps, emailKey: string): Promise<boolean> {
  return hasOpen(deps, emailKey);
}

/** Addresses with paid access behind `after` ("" is the beginning), in order, each once. */
export function vipEmailKeys(deps: Deps, after: string, limit: number): Promise<string[]> {
  return addressesWithAccess(deps, after, limit);
}

/**
 * A buyer to be welcomed, and the statement that notes that they were, which changes a row once; null when the
 * subscription is over by now, or its address is not known.
 */
export async function newVip(deps: Deps, subscriptionId: string) {
  const [row] = await subscriptionsByIds(deps, [subscriptionId]);
  if (!row?.emailKey || isEnded(row.status)) return null;
  return { email: row.emailKey, claim: markWelcomed(deps, row.id) };
}

/** What is stored of an address's payments, for its holder. */
export async function vipRecordsOf(deps: Deps, emailKey: string): Promise<PersonalData["vip"]> {
  return (await subscriptionsOf(deps, emailKey, RECORDS)).map(({ status, currentPeriodEnd, cancelAtPeriodEnd }) => ({
    status,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd,
  }));
}

/** Forgets whose the subscriptions of an address were that are over. One that may still charge keeps its address. */
export function forgetVip(deps: Deps, emailKey: string): Promise<void> {
  return forgetAddress(deps, emailKey);
}

/** Forgets events taken 90 days before `time`, payments of 540 days before, and purchases of other products after 30. */
export async function prunePayments(deps: Deps, time: Date): Promise<void> {
  const before = (age: number) => new Date(time.getTime() - age);
  await deleteEventsBefore(deps, before(EVENT_LIFETIME_MS));
  await deletePaymentsBefore(deps, before(PAYMENT_LIFETIME_MS));
  await deleteUnlistedBefore(deps, before(UNLISTED_LIFETIME_MS));
}
