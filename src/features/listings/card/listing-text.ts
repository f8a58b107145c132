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
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  attributeText,
  type ListingAttributes,
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

/** What a card says first; the rest follows in the order of the table. */
const CARD_ORDER = new Set<AttributeKey>(["utilitiesIncluded", "laundry", ...ATTRIBUTE_KEYS]);

function chipText(key: AttributeKey, said: ListingAttributes): string | null {
  const { chips } = ATTRIBUTES[key];
  const value = said[key];
  if (chips === null || value === null) return null;
  return typeof chips === "function" ? chips(Number(value)) : (chips[String(value)] ?? null);
}

/** What is said of a unit and good to know, in one line: 'Utilities included · Pets allowed'; null when nothing is. */
export function attributesText(listing: ListingAttributes): string | null {
  const said = [...CARD_ORDER].map((key) => chipText(key, listing));
  // A line never begins with the dot.
  return said.filter(Boolean).join("\u00a0· ") || null;
}

/** What details say first; the rest follows in the order of the table. */
const DETAILS_ORDER = new Set<AttributeKey>([
  "utilitiesIncluded",
  "furnished",
  "laundry",
  "parking",
  ...ATTRIBUTE_KEYS,
]);

/** What a landlord says of the unit, as pairs of name and value; without what is not said or stands at a place of its own. */
export function attributeFacts(listing: ListingAttributes): [name: string, value: string][] {
  return [...DETAILS_ORDER].flatMap((key): [string, string][] => {
    const text = attributeText(key, listing[key]);
    return text === null || ATTRIBUTES[key].isApart ? [] : [[ATTRIBUTES[key].label, text]];
  });
}

/** Alternative text of a photo. */
export function photoAlt(listing: Pick<PublicListing, "title">, index: number, count: number): string {
  return count > 1 ? `${listing.title}, photo ${index + 1} of ${count}` : `${listing.title}, photo`;
}
