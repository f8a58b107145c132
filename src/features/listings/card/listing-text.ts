export {
  areaText,
  belowMarketText,
  benchmarkText,
  comparedWithText,
  isSurelyRentControlled,
  marketStandingText,
  measuredText,
  noPercentText,
  priceText,
} from "../../../../worker/contracts/listing-text.ts";
import { areaText } from "../../../../worker/contracts/listing-text.ts";
import {
  type Laundry,
  type ListingAttributes,
  type Parking,
  type Pets,
  SHORT_LEASE_MONTHS,
} from "../../../../worker/contracts/attributes.ts";
import type { HomeType } from "../../../../worker/contracts/home-types.ts";
import { NEWLY_LISTED_DAYS, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { formatShortDay } from "../../../lib/format.ts";

const DAY_MS = 86_400_000;

/** Submitted at most ten days ago. */
export function isNewlyListed({ submittedAt }: Pick<PublicListing, "submittedAt">, now: Date): boolean {
  return now.getTime() - new Date(submittedAt).getTime() <= NEWLY_LISTED_DAYS * DAY_MS;
}

/** 'Newly Listed', then the day. */
export function listedText(listing: Pick<PublicListing, "submittedAt">, now: Date): string {
  return isNewlyListed(listing, now) ? "Newly Listed" : formatShortDay(listing.submittedAt);
}

const KIND_NAMES: Record<HomeType, string> = {
  apartment: "Apartment",
  condo: "Condo",
  house: "House",
  basement: "Basement apartment",
  room: "Room",
  shared_bed: "Bed in a shared room",
};

/** 'Apartment for rent in North York', 'Room for rent in Toronto'; without a place that nobody knows. */
export function kindText({
  bedrooms,
  homeType,
  municipality,
}: Pick<PublicListing, "bedrooms" | "homeType" | "municipality">): string {
  const kind = KIND_NAMES[homeType ?? (bedrooms === "Private Room" ? "room" : "apartment")];
  return `${kind} for rent${municipality === null ? "" : ` in ${municipality}`}`;
}

/** Neighbourhood or postal area, where known, and address. */
export function placeText(listing: Pick<PublicListing, "neighbourhood" | "postalArea" | "address">): string {
  const area = areaText(listing);
  return area ? `${area} · ${listing.address}` : listing.address;
}

const PETS_GOOD: Record<Pets, string | null> = { yes: "Pets allowed", limited: "Some pets allowed", no: null };
const PARKING_GOOD: Record<Parking, string | null> = {
  included: "Parking included",
  extra: "Paid parking",
  none: null,
};
const LAUNDRY_GOOD: Record<Laundry, string | null> = {
  unit: "In-unit laundry",
  building: "Laundry in building",
  none: null,
};

/** 'Month to month', '1 month', '12 months'. */
export function leaseText(months: number): string {
  if (months === 0) return "Month to month";
  return months === 1 ? "1 month" : `${months} months`;
}

/** What is said of a unit and good to know, in one line: 'Utilities included · Pets allowed'; null when nothing is. */
export function attributesText(listing: ListingAttributes): string | null {
  const { utilitiesIncluded, laundry, pets, parking, furnished, leaseMonths } = listing;
  const said = [
    utilitiesIncluded && "Utilities included",
    laundry && LAUNDRY_GOOD[laundry],
    pets && PETS_GOOD[pets],
    parking && PARKING_GOOD[parking],
    furnished && "Furnished",
    leaseMonths !== null &&
      leaseMonths <= SHORT_LEASE_MONTHS &&
      (leaseMonths === 0 ? leaseText(0) : `${leaseMonths}-month lease`),
  ];
  // A line never begins with the dot.
  return said.filter(Boolean).join("\u00a0· ") || null;
}

/** Alternative text of a photo. */
export function photoAlt(listing: Pick<PublicListing, "title">, index: number, count: number): string {
  return count > 1 ? `${listing.title}, photo ${index + 1} of ${count}` : `${listing.title}, photo`;
}
