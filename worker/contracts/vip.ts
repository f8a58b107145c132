import { operation, types } from "./operation.ts";

/** VIP monthly access, in Canadian dollars (docs/product.md, VIP). */
export const VIP_PRICE = "$4.99";

/** The plan claims '50+ below-market rentals' only while at least this many listings are below market. */
export const CLAIMED_LISTINGS = 50;

/**
 * The VIP offer, with the URLs for buying and managing access. The URLs are null if this deployment does not sell
 * access.
 */
export interface VipOffer {
  checkoutUrl: string | null;
  portalUrl: string | null;
  /** Current number of public listings. */
  listingCount: number;
  /** Number of these listings that are shown as below market, counted up to {@link CLAIMED_LISTINGS}. */
  belowMarketCount: number;
  /** True if new homes have appeared as often as the plan claims (worker/contracts/claims.ts). */
  isOftenUpdated: boolean;
}

export interface VipCount {
  activeSubscriptions: number;
}

export const getVipOffer = operation("GET", "/api/vip", types<{ answer: VipOffer }>);
export const getVipCount = operation("GET", "/api/stripe/subscriptions", types<{ answer: VipCount }>);
/** Receives a Stripe event. Stripe signs the bytes of the request body. */
export const receiveStripeEvent = operation(
  "POST",
  "/api/stripe/webhook",
  types<{ body: unknown; answer: { received: true } }>,
);
