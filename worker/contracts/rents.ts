/** Range of rents that are compared with the market, in cents (docs/product.md, Market). */
export const COMPARABLE_RENT_CENTS = { min: 300_00, max: 15_000_00 } as const;

/** Returns whether a rent in cents is in {@link COMPARABLE_RENT_CENTS}; false for an unreadable rent. */
export const isComparableRent = (rentCents: number | null): rentCents is number =>
  rentCents !== null && rentCents >= COMPARABLE_RENT_CENTS.min && rentCents <= COMPARABLE_RENT_CENTS.max;

/**
 * Returns the percentage by which a rent is below the market: round((market − rent) / market · 100). Negative above the
 * market (docs/product.md, Market).
 */
export function percentBelowMarket(rentCents: number, marketCents: number): number {
  return Math.round(((marketCents - rentCents) / marketCents) * 100);
}

/** Parses whole dollars ("$1,800", "1800 "); null if empty, undefined if invalid or out of range. */
export function parseDollars(text: string, { min, max }: { min: number; max: number }): number | null | undefined {
  const digits = text.replace(/[$,\s]/g, "");
  if (digits === "") return null;
  const dollars = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return dollars >= min && dollars <= max ? dollars : undefined;
}
