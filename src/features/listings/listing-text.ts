import { municipalityOf } from "../../../worker/contracts/addresses.ts";
import { isPhone, NEWLY_LISTED_DAYS, type PublicListing } from "../../../worker/contracts/listings.ts";
import { formatCents, formatMonth, formatShortDay } from "../../lib/format.ts";

const DAY_MS = 86_400_000;

/** The rent as shown: `$1,850`; a range or a text that holds no amount stays as the landlord typed it. */
export function priceText({ price, rentCents }: Pick<PublicListing, "price" | "rentCents">): string {
  const isOneAmount = (price.match(/\d[\d,. ]*/g) ?? []).length === 1;
  if (rentCents !== null && isOneAmount) return formatCents(rentCents);
  return /^\d/.test(price) ? `$${price}` : price;
}

/** Submitted at most ten days ago. */
export function isNewlyListed({ submittedAt }: Pick<PublicListing, "submittedAt">, now: Date): boolean {
  return now.getTime() - new Date(submittedAt).getTime() <= NEWLY_LISTED_DAYS * DAY_MS;
}

/** 'Newly Listed', then the day. */
export function listedText(listing: Pick<PublicListing, "submittedAt">, now: Date): string {
  return isNewlyListed(listing, now) ? "Newly Listed" : formatShortDay(listing.submittedAt);
}

/** 'Apartment for rent in North York', 'Room for rent in Toronto'. */
export function kindText({ bedrooms, address }: Pick<PublicListing, "bedrooms" | "address">): string {
  return `${bedrooms === "Private Room" ? "Room" : "Apartment"} for rent in ${municipalityOf(address)}`;
}

/** Neighbourhood, where known, and address. */
export function placeText({ neighbourhood, address }: Pick<PublicListing, "neighbourhood" | "address">): string {
  return neighbourhood ? `${neighbourhood} · ${address}` : address;
}

/** '18% below market', with '(estimate)' where the benchmark is one; null unless the rent is known to be below. */
export function belowMarketText({
  belowMarketPercent,
  marketIsEstimate,
}: Pick<PublicListing, "belowMarketPercent" | "marketIsEstimate">): string | null {
  if (belowMarketPercent === null || belowMarketPercent < 1) return null;
  return `${belowMarketPercent}% below market${marketIsEstimate ? " (estimate)" : ""}`;
}

/** The benchmark behind the percentage: 'Market: $2,210 (Rentals.ca & Urbanation…, October 2025)'. */
export function benchmarkText(
  listing: Pick<PublicListing, "marketRent" | "marketSource" | "marketAsOf" | "marketIsEstimate">,
): string | null {
  if (listing.marketRent === null) return null;
  const origin = [listing.marketSource, listing.marketAsOf && formatMonth(listing.marketAsOf)]
    .filter(Boolean)
    .join(", ");
  return `Market: ${formatCents(listing.marketRent * 100)}${origin && ` (${origin})`}${listing.marketIsEstimate ? ", estimate" : ""}`;
}

/** Only a confident 'yes' is shown. */
export function isSurelyRentControlled({
  isRentControlled,
  rentControlConfidence,
}: Pick<PublicListing, "isRentControlled" | "rentControlConfidence">): boolean {
  return isRentControlled === true && rentControlConfidence === "high";
}

/** Address of a call link; null for what is no phone number. An extension follows the number as RFC 3966 has it. */
export function telHref(phone: string | null): string | null {
  if (phone === null || !isPhone(phone)) return null;
  const [number = "", extension] = phone.split("x");
  const dialled = number.replace(/(?!^\+)\D/g, "");
  const digits = extension?.replace(/\D/g, "");
  return `tel:${dialled}${digits ? `;ext=${digits}` : ""}`;
}

/** Alternative text of a photo. */
export function photoAlt(listing: Pick<PublicListing, "title">, index: number, count: number): string {
  return count > 1 ? `${listing.title}, photo ${index + 1} of ${count}` : `${listing.title}, photo`;
}
