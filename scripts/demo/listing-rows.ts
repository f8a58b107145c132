import { createHash } from "node:crypto";
import { isInToronto, municipalityOf } from "../../worker/contracts/addresses.ts";
import { LISTING_LIFETIME_DAYS } from "../../worker/contracts/listings.ts";
import { parseRentCents, percentBelowMarket } from "../../worker/contracts/rents.ts";
import type { Bedrooms } from "../../worker/contracts/bedrooms.ts";
import { addressKey } from "../../worker/features/listings/address-key.ts";
import { phoneKeyOf } from "../../worker/features/listings/phone-key.ts";
import { reviewNotesFor } from "../../worker/features/listings/review-notes.ts";
import type { listings } from "../../worker/features/listings/listings.table.ts";
import { amenitiesNear, closestStation, kilometresToDowntown } from "./places/nearby.ts";
import type { DemoUnit } from "./units/unit.ts";

export type ListingRow = typeof listings.$inferInsert;

/** The market's figure for a type, as the benchmark table holds it. */
export interface Benchmark {
  rentCents: number;
  source: string;
  asOf: string;
  isEstimate: boolean;
}

const DAY = 24 * 60 * 60 * 1000;
/** Units first occupied after 15 November 2018 are exempt from the guideline; a building of this year may be either. */
const TURNING_YEAR = 2018;
/** Numbers 416-555-0100 … 0199 and their like are set aside for fiction. */
const AREA_CODES = ["416", "647", "437"] as const;

/** What every demo listing's photos are stored under: the same at every seeding, so that a repeated run overwrites. */
export function photoPrefixOf(unit: DemoUnit): string {
  return createHash("sha256").update(`demo:${unit.address.street}`).digest("hex").slice(0, 32);
}

/** Rent control from the year built, which is the best proxy for the first occupancy that the law asks about. */
function rentControl({ home }: DemoUnit): Pick<ListingRow, "isRentControlled" | "rentControlConfidence"> {
  const year = home.yearBuilt;
  if (home.bedrooms === "Private Room" || year === undefined || year === TURNING_YEAR) {
    return { isRentControlled: null, rentControlConfidence: "low" };
  }
  return { isRentControlled: year < TURNING_YEAR, rentControlConfidence: home.purposeBuilt ? "high" : "medium" };
}

function surroundings({ address }: DemoUnit): Partial<ListingRow> {
  if (!address.place) return {};
  const station = closestStation(address.place);
  return {
    latitude: address.place[0],
    longitude: address.place[1],
    neighbourhood: address.neighbourhood,
    distanceToDowntown: kilometresToDowntown(address.place),
    closestSubwayStation: station?.name ?? null,
    subwayLines: station?.lines ?? [],
    distanceToSubway: station?.distance ?? null,
    amenities: JSON.stringify(amenitiesNear(address.place)),
  };
}

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
 */
export function listingRow(
  unit: DemoUnit,
  position: number,
  now: number,
  benchmarks: ReadonlyMap<Bedrooms, Benchmark>,
  photos: ListingRow["photos"],
): ListingRow {
  const { address, home, offer, stage } = unit;
  const fullAddress = `${address.street}, ${address.district}, ON`;
  const municipality = municipalityOf(fullAddress);
  const rentCents = parseRentCents(offer.rent);
  const market = rentCents === null ? undefined : benchmarks.get(home.bedrooms);
  const percent = market && rentCents ? percentBelowMarket(rentCents, market.rentCents) : null;
  const phone = stage.withoutPhone
    ? null
    : `${AREA_CODES[position % AREA_CODES.length]}-555-01${String(position % 100).padStart(2, "0")}`;
  const arrived = new Date(now - stage.daysAgo * DAY);
  const isPending = stage.state === "pending";
  // Moderators take from three hours to a day and a half.
  const submittedAt = isPending ? arrived : new Date(arrived.getTime() - (3 + ((position * 7) % 33)) * (DAY / 24));
  return {
    status: stage.state ?? "approved",
    address: fullAddress,
    addressKey: addressKey(fullAddress),
    municipality,
    rent: offer.rent,
    rentCents,
    moveInDate: moveInDate(isPending ? now : Math.max(arrived.getTime(), now - 5 * DAY), offer.freeInDays),
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    email: `${unit.landlord.toLowerCase().replace(/[^a-z]+/g, "-")}-${position + 1}@example.com`,
    phone,
    phoneKey: phone === null ? null : phoneKeyOf(phone),
    additionalInfo: unit.text,
    landlordName: unit.landlord,
    pets: offer.pets ?? null,
    parking: offer.parking ?? null,
    laundry: offer.laundry ?? null,
    utilitiesIncluded: offer.utilities ?? null,
    furnished: offer.furnished ?? null,
    leaseMonths: offer.leaseMonths ?? null,
    photoPrefix: photoPrefixOf(unit),
    photos,
    submittedAt,
    firstApprovedAt: isPending ? null : arrived,
    approvedAt: isPending ? null : arrived,
    expiresAt: isPending ? null : new Date(arrived.getTime() + LISTING_LIFETIME_DAYS * DAY),
    reviewNotes: reviewNotesFor({ rentCents, belowMarketPercent: percent, phone, duplicateOf: [], samePhone: [] }),
    yearBuilt: home.yearBuilt ?? null,
    ...rentControl(unit),
    ...surroundings(unit),
    belowMarketPercent: percent,
    marketRentCents: market?.rentCents ?? null,
    marketSource: market?.source ?? null,
    marketAsOf: market?.asOf ?? null,
    marketIsEstimate: market !== undefined && (market.isEstimate || !isInToronto(municipality)),
  };
}
