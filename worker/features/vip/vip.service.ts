import { DAY_MS } from "../../contracts/days.ts";
import type { PersonalData } from "../../contracts/subscribers.ts";
import { CLAIMED_LISTINGS, type VipCount, type VipOffer } from "../../contracts/vip.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { isOftenUpdated } from "../claims/claims.service.ts";
import { deleteEventsBefore, deletePaymentsBefore, deleteUnlistedBefore } from "./payments.repo.ts";
import { isEnded, isSellable } from "./vip.policy.ts";
import { countBelowMarket, markWelcomed, subscriptionsByIds, subscriptionsOf } from "./vip.repo.ts";

export { eraseVipAddress, isVip, mayBeCharged, vipEmailKeys, vipsAmong } from "./vip.repo.ts";

/** Maximum subscriptions of one address in its data. */
const RECORDS = 50;
/** Stripe retries events for days only. */
const EVENT_LIFETIME_MS = 90 * DAY_MS;
/** Card networks accept disputes for at most 540 days. */
const PAYMENT_LIFETIME_MS = 540 * DAY_MS;
/** Stripe retries events for three days; without one of our prices by then, a subscription is of another product. */
const UNLISTED_LIFETIME_MS = 30 * DAY_MS;

/** The number of paid subscriptions. */
export async function vipCount(deps: Deps): Promise<VipCount> {
  return { activeSubscriptions: await readCounter(deps, "vip") };
}

/** The links and figures of the VIP offer. */
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
 * A buyer to welcome, and the statement that marks them as welcomed, which changes a row once; null when the
 * subscription has ended or its address is unknown.
 */
export async function buyerToWelcome(deps: Deps, subscriptionId: string) {
  const [row] = await subscriptionsByIds(deps, [subscriptionId]);
  if (!row?.emailKey || isEnded(row.status)) return null;
  return { email: row.emailKey, claim: markWelcomed(deps, row.id) };
}

/** The subscriptions of an address, for its holder. */
export async function vipRecordsOf(deps: Deps, emailKey: string): Promise<PersonalData["vip"]> {
  return (await subscriptionsOf(deps, emailKey, RECORDS)).map(({ status, currentPeriodEnd, cancelAtPeriodEnd }) => ({
    status,
    currentPeriodEnd: currentPeriodEnd?.toISOString() ?? null,
    cancelAtPeriodEnd,
  }));
}

/** Deletes events after 90 days, payments after 540, and purchases of other products after 30. */
export async function prunePayments(deps: Deps, time: Date): Promise<void> {
  const before = (age: number) => new Date(time.getTime() - age);
  await deleteEventsBefore(deps, before(EVENT_LIFETIME_MS));
  await deletePaymentsBefore(deps, before(PAYMENT_LIFETIME_MS));
  await deleteUnlistedBefore(deps, before(UNLISTED_LIFETIME_MS));
}
