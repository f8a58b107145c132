import { formatCount } from "./listing-text.ts";
import { operation, types } from "./operation.ts";

/** Marketing claims that are numbers (docs/product.md, Who it is for). Each is null while it cannot be backed. */
export interface Claims {
  /** Confirmed subscribers, from {@link RENTERS_LEAST} on. */
  activeRenters: number | null;
  /** Median percent of the homes that are shown as below market, of at least {@link DISCOUNTS_LEAST}. */
  medianDiscount: number | null;
}

/** Fewer subscribers are no claim. */
export const RENTERS_LEAST = 50;
/** Fewer homes have no typical discount. */
export const DISCOUNTS_LEAST = 20;
/** From here on the claim is rounded: "1000+ active renters". */
const RENTERS_CLAIMED = 1_000;
/** Percent: the range that the home page claims, when the median lies in it. */
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

/** The VIP plan claims to be updated so often, while that held in the days before. */
export const UPDATED_HOURS = 48;
export const UPDATED_DAYS = 14;

export const getClaims = operation("GET", "/api/claims", types<{ answer: Claims }>);
