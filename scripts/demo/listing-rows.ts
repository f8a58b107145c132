import { storedHomeType } from "../../worker/contracts/home-types.ts";
import { municipalityOf } from "../../worker/contracts/municipalities.ts";
import { LISTING_LIFETIME_DAYS } from "../../worker/contracts/listings.ts";
import { parseRentCents } from "../../worker/contracts/rents.ts";
import type { Bedrooms } from "../../worker/contracts/bedrooms.ts";
import { addressKey, phoneKeyOf } from "../../worker/features/listings/core/comparison-keys.ts";
import { searchTextOf } from "../../worker/features/listings/search/listing-words.ts";
import { publicPercent } from "../../worker/features/listings/core/public-percent.ts";
import { reviewNotesFor } from "../../worker/features/listings/review/review-notes.ts";
import type { UNKNOWN_PLACE, listings } from "../../worker/features/listings/core/listings.table.ts";
import { compareRent, type TypeFigures } from "../../worker/features/market/market.figures.ts";
import type { DemoUnit } from "./units.ts";

export type ListingRow = typeof listings.$inferInsert;
/** What follows from where a listing is. */
export type PlaceColumns = Pick<ListingRow, keyof typeof UNKNOWN_PLACE>;

const DAY = 24 * 60 * 60 * 1000;
/** Numbers 416-555-0100 … 0199 and their like are set aside for fiction. */
const AREA_CODES = ["416", "647", "437"] as const;

/** The day one can move in, YYYY-MM-DD: near days as they are, later ones on the 1st or 15th, as leases begin. */
function moveInDate(now: number, days: number): string {
  const date = new Date(now + days * DAY);
  if (days > 10) {
    if (date.getUTCDate() > 15) date.setUTCMonth(date.getUTCMonth() + 1, 1);
    else date.setUTCDate(15);
  }
  return date.toISOString().slice(0, 10);
}

/**
 * The row of a demo unit.
 * @param position from 0, different for every unit: makes its phone number and mail address
 * @param now milliseconds; all dates are relative to it
 * @param stored its photos, and what they are stored under
 * @param place what is known of where it is
 */
export function listingRow(
  unit: DemoUnit,
  position: number,
  now: number,
  market: ReadonlyMap<Bedrooms, TypeFigures>,
  stored: Pick<ListingRow, "photoPrefix" | "photos">,
  place: PlaceColumns,
): ListingRow {
  const { address, home, offer, stage } = unit;
  const fullAddress = [`${address.street}, ${address.district}, ON`, address.postalArea].filter(Boolean).join(" ");
  const municipality = municipalityOf(fullAddress);
  const rentCents = parseRentCents(offer.rent);
  const homeType = storedHomeType({ bedrooms: home.bedrooms, homeType: home.homeType ?? null });
  const figures = market.get(home.bedrooms) ?? { published: new Map(), own: new Map() };
  const comparison = compareRent(figures, { homeType, municipality, rentCents });
  const compared = { rentCents, ...comparison, belowMarketPercent: comparison.comparedPercent };
  const phone = stage.withoutPhone
    ? null
    : `${AREA_CODES[position % AREA_CODES.length]}-555-01${String(position % 100).padStart(2, "0")}`;
  const arrived = new Date(now - stage.daysAgo * DAY);
  const written = {
    rent: offer.rent,
    landlordName: unit.landlord,
    additionalInfo: unit.text,
    phone,
    pets: offer.pets ?? null,
  };
  // No two demo units are at one address or have one phone number.
  const reviewNotes = reviewNotesFor({
    ...written,
    ...compared,
    municipality,
    bedrooms: home.bedrooms,
    homeType,
    duplicates: [],
    samePhone: [],
  });
  const isPending = stage.state === "pending";
  // Moderators take from three hours to a day and a half.
  const submittedAt = isPending ? arrived : new Date(arrived.getTime() - (3 + ((position * 7) % 33)) * (DAY / 24));
  return {
    status: stage.state ?? "approved",
    address: fullAddress,
    addressKey: addressKey(fullAddress),
    municipality,
    ...written,
    searchText: searchTextOf({ address: fullAddress, addressPrecision: "exact", additionalInfo: unit.text }),
    ...compared,
    belowMarketPercent: publicPercent({ ...comparison, confirmedAt: null, reviewNotes }),
    moveInDate: moveInDate(isPending ? now : Math.max(arrived.getTime(), now - 5 * DAY), offer.freeInDays),
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    homeType,
    email: `${unit.landlord.toLowerCase().replace(/[^a-z]+/g, "-")}-${position + 1}@example.com`,
    phoneKey: phone === null ? null : phoneKeyOf(phone),
    pets: offer.pets ?? null,
    parking: offer.parking ?? null,
    laundry: offer.laundry ?? null,
    utilitiesIncluded: offer.utilities ?? null,
    furnished: offer.furnished ?? null,
    leaseMonths: offer.leaseMonths ?? null,
    ...stored,
    submittedAt,
    firstApprovedAt: isPending ? null : arrived,
    approvedAt: isPending ? null : arrived,
    updatedAt: isPending ? submittedAt : arrived,
    expiresAt: isPending ? null : new Date(arrived.getTime() + LISTING_LIFETIME_DAYS * DAY),
    reviewNotes,
    yearBuilt: home.yearBuilt ?? null,
    ...place,
  };
}
