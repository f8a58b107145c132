/** VIP monthly access, in Canadian dollars (docs/product.md, VIP). */
export const VIP_PRICE = "$4.99";

/** `GET /api/vip`: where the paid plan is bought and managed; null where this deployment sells none. */
export interface VipOffer {
  checkoutUrl: string | null;
  portalUrl: string | null;
  /** Public listings now: '50+' is shown only while it is true. */
  listingCount: number;
}

/** `GET /api/stripe/subscriptions` */
export interface VipCount {
  activeSubscriptions: number;
}
