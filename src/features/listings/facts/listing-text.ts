export {
  areaText,
  belowMarketText,
  benchmarkText,
  comparisonDetailsText,
  dropText,
  isSurelyRentControlled,
  marketPositionText,
  benchmarkDescription,
  noPercentText,
  priceText,
  savingText,
  signedPercentText,
} from "../../../../worker/contracts/listing-text.ts";
export { bedsText, moveInText } from "../../../../worker/contracts/listing-size.ts";
import { DAY_MS } from "../../../../worker/contracts/days.ts";
import {
  ATTRIBUTE_KEYS,
  type AttributeKey,
  ATTRIBUTES,
  attributeText,
  type ListingAttributes,
} from "../../../../worker/contracts/attributes.ts";
import type { HomeType } from "../../../../worker/contracts/bedrooms.ts";
import { NEWLY_LISTED_DAYS, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { isPhone } from "../../../../worker/contracts/phones.ts";
import { formatShortDay } from "../../../lib/format.ts";

/** Returns whether a listing was submitted at most NEWLY_LISTED_DAYS ago. */
export function isNewlyListed({ submittedAt }: Pick<PublicListing, "submittedAt">, now: Date): boolean {
  return now.getTime() - new Date(submittedAt).getTime() <= NEWLY_LISTED_DAYS * DAY_MS;
}

/** Returns 'Newly Listed' or the date. */
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

/** Returns the kind of home, such as 'Basement apartment'; 'Apartment' if it is unknown. */
export const kindName = ({ bedrooms, homeType }: Pick<PublicListing, "bedrooms" | "homeType">): string =>
  KIND_NAMES[homeType ?? (bedrooms === "Private Room" ? "room" : "apartment")];

/** Returns a text such as 'Apartment for rent in North York', without the municipality if it is unknown. */
export function kindText(listing: Pick<PublicListing, "bedrooms" | "homeType" | "municipality">): string {
  const { municipality } = listing;
  return `${kindName(listing)} for rent${municipality === null ? "" : ` in ${municipality}`}`;
}

/** Attributes shown first in the details; all other attributes follow in the order of the table. */
const DETAILS_ORDER = new Set<AttributeKey>([
  "utilitiesIncluded",
  "furnished",
  "laundry",
  "parking",
  ...ATTRIBUTE_KEYS,
]);

/** Returns the stated attributes as pairs of name and value, except those shown elsewhere. */
export function attributeFacts(listing: ListingAttributes): [name: string, value: string][] {
  return [...DETAILS_ORDER].flatMap((key): [string, string][] => {
    const text = attributeText(key, listing[key]);
    return text === null || ATTRIBUTES[key].isApart ? [] : [[ATTRIBUTES[key].label, text]];
  });
}

export function photoAlt(listing: Pick<PublicListing, "title">, index: number, count: number): string {
  return count > 1 ? `${listing.title}, photo ${index + 1} of ${count}` : `${listing.title}, photo`;
}

/** Returns a `tel:` URL, with the extension as in RFC 3966; null if the text is not a phone number. */
export function telHref(phone: string | null): string | null {
  if (phone === null || !isPhone(phone)) return null;
  const [number = "", extension] = phone.split("x");
  const dialled = number.replace(/(?!^\+)\D/g, "");
  const digits = extension?.replace(/\D/g, "");
  return `tel:${dialled}${digits ? `;ext=${digits}` : ""}`;
}

/** Returns the title without the bedrooms, which are shown beside it. */
export const titleWithoutBedrooms = (title: string): string => title.replace(/^[^-]* - /, "");
