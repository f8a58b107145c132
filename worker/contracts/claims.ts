import { formatCount } from "./listing-text.ts";
import { operation, types } from "./operation.ts";

/** Marketing claims that are numbers (docs/product.md, Who it is for). Each is null until the data supports it. */
export interface Claims {
  /** Number of confirmed subscribers; null below {@link CLAIM_RENTERS_MIN}. */
  activeRenters: number | null;
  /**
   * Median discount of the homes shown as below market, in percent. Null for fewer than {@link CLAIM_HOMES_MIN} homes.
   */
  medianDiscount: number | null;
}

/** Minimum number of subscribers before pages state the number of renters. */
export const CLAIM_RENTERS_MIN = 50;
/** Minimum number of homes before pages state a typical discount. */
export const CLAIM_HOMES_MIN = 20;
/** From this number of renters on, the claim is rounded: "1000+ active renters". */
const RENTERS_CLAIMED = 1_000;
/** The home page claims this range, in percent, if the median discount lies within it. */
const DISCOUNT_CLAIMED = { from: 15, to: 25 } as const;

/** Returns '1000+ active renters', or the exact number if it is lower. */
export const rentersText = (activeRenters: number): string =>
  `${activeRenters >= RENTERS_CLAIMED ? `${RENTERS_CLAIMED}+` : formatCount(activeRenters)} active renters`;

/** Returns 'typically 15–25% below market', or the exact median if it lies outside that range. */
export function discountText(medianDiscount: number): string {
  const { from, to } = DISCOUNT_CLAIMED;
  const isClaimed = medianDiscount >= from && medianDiscount <= to;
  return `typically ${isClaimed ? `${from}–${to}` : medianDiscount}% below market`;
}

/**
 * The VIP plan states 'Updated every 48 hours' only if new homes appeared at least this often throughout the last
 * {@link UPDATED_DAYS} days.
 */
export const UPDATED_HOURS = 48;
export const UPDATED_DAYS = 14;

export const getClaims = operation("GET", "/api/claims", types<{ answer: Claims }>);
