import type { PublicListing } from "./listings.ts";

/** 1850 → `1,850`. Written out instead of left to Intl, so that the edge and every browser give the same markup. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3}){1,7}$)/g, ",");
}

/** Canadian dollars from cents: 185000 → `$1,850`, with cents only where there are some. */
export function formatCents(cents: number): string {
  const dollars = formatCount(Math.floor(cents / 100));
  return cents % 100 === 0 ? `$${dollars}` : `$${dollars}.${String(cents % 100).padStart(2, "0")}`;
}

/** The rent as shown: `$1,850`; a range or a text that holds no amount stays as the landlord typed it. */
export function priceText({ price, rentCents }: Pick<PublicListing, "price" | "rentCents">): string {
  const isOneAmount = (price.match(/\d[\d,. ]*/g) ?? []).length === 1;
  if (rentCents !== null && isOneAmount) return formatCents(rentCents);
  return /^\d/.test(price) ? `$${price}` : price;
}

/** The neighbourhood, else 'Postal area M5R'; null where neither is known. */
export function areaText({
  neighbourhood,
  postalArea,
}: Pick<PublicListing, "neighbourhood" | "postalArea">): string | null {
  return neighbourhood ?? (postalArea === null ? null : `Postal area ${postalArea}`);
}

/** '18% below market', with '(estimate)' where the benchmark is one; null unless the rent is known to be below. */
export function belowMarketText({
  belowMarketPercent,
  marketIsEstimate,
}: Pick<PublicListing, "belowMarketPercent" | "marketIsEstimate">): string | null {
  if (belowMarketPercent === null || belowMarketPercent < 1) return null;
  return `${belowMarketPercent}% below market${marketIsEstimate ? " (estimate)" : ""}`;
}

/** Only a confident 'yes' is shown. */
export function isSurelyRentControlled({
  isRentControlled,
  rentControlConfidence,
}: Pick<PublicListing, "isRentControlled" | "rentControlConfidence">): boolean {
  return isRentControlled === true && rentControlConfidence === "high";
}
