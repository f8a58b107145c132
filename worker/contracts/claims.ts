import { formatCount } from "./listing-text.ts";
import { operation, types } from "./operation.ts";

/**
 * Marketing claims that are numbers (docs/product.md, Who it is for). Each is null while the figures do not support it.
 */
export interface Claims {
  /** Confirmed subscribers; null below {@link RENTERS_LEAST}. */
  activeRenters: number | null;
  /** Median percentage of the homes shown as below market; null below {@link DISCOUNTS_LEAST} homes. */
  medianDiscount: number | null;
}

/** Minimum number of subscribers for a claim. */
export const RENTERS_LEAST = 50;
/** Minimum number of homes for a typical discount. */
export const DISCOUNTS_LEAST = 20;
/** Number from which the claim is rounded: "1000+ active renters". */
const RENTERS_CLAIMED = 1_000;
/** Range in percent that the home page claims if the median lies in it. */
const DISCOUNT_CLAIMED = { from: 15, to: 25 } as const;

/** '1000+ active renters', or their true number. */
export const rentersText = (activeRenters: number): string =>
  `${activeRenters >= RENTERS_CLAIMED ? `${RENTERS_CLAIMED}+` : formatCount(activeRenters)} active renters`;

/** 'typically 15–25% below market', or the true median. */
export function discountText(medianDiscount: number): string {
  const { from, to } = DISCOUNT_CLAIMED;
  const isClaimed = medianDiscount >= from && medianDiscount <= to;
  return `typically ${isClaimed ? `${from}–${to}` : medianDiscount}% below market`;
}

/**
 * The VIP plan claims an update within this many hours, as long as that was true in the last {@link UPDATED_DAYS} days.
 */
export const UPDATED_HOURS = 48;
export const UPDATED_DAYS = 14;

export const getClaims = operation("GET", "/api/claims", types<{ answer: Claims }>);
