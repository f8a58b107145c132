/** VIP monthly access, in Canadian dollars (docs/product.md, VIP). */
export const VIP_PRICE = "$4.99";

/** The plan says '50+ below-market rentals' only while it is true. */
export const CLAIMED_LISTINGS = 50;

/** `GET /api/vip`: where the paid plan is bought and managed; null where this deployment sells none. */
export interface VipOffer {
  checkoutUrl: string | null;
  portalUrl: string | null;
  /** Public listings now. */
  listingCount: number;
  /** Those shown as below market, counted up to {@link CLAIMED_LISTINGS}. */
  belowMarketCount: number;
}

/** `GET /api/stripe/subscriptions` */
export interface VipCount {
  activeSubscriptions: number;
}
