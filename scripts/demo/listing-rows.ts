import { publicPercent } from "../../worker/features/listings/listing/public-percent.ts";
import * as z from "zod";
import { storedHomeType, type Bedrooms } from "../../worker/contracts/bedrooms.ts";
import { LISTING_LIFETIME_DAYS, type Amenities } from "../../worker/contracts/listings.ts";
import { municipalityOf } from "../../worker/contracts/municipalities.ts";
import { phoneKeyOf } from "../../worker/contracts/phones.ts";
import {
  AMENITIES_SHOWN,
  AMENITY_RADII_M,
  type BuildingFacts,
  type NearbyOnMap,
  PARKS_SHOWN,
} from "../../worker/contracts/places.ts";
import { parseAddress } from "../../worker/contracts/parse-address.ts";
import { parseRentCents } from "../../worker/contracts/read-rent.ts";
import { addressKey } from "../../worker/features/listings/listing/comparison-keys.ts";
import type { ListingPlace } from "../../worker/features/listings/listing/listing-places.table.ts";
import type { listings } from "../../worker/features/listings/listing/listings.table.ts";
import { saysKind } from "../../worker/contracts/kind-signals.ts";
import { latestRentDrop } from "../../worker/features/listings/listing/rent-history.ts";
import { UNKNOWN_PLACE } from "../../worker/features/listings/listing/unknown-place.ts";
import { searchTextOf } from "../../worker/features/listings/search/listing-words.ts";
import { reviewNotesFor } from "../../worker/features/listings/signals/review-notes.ts";
import { compareRent, type TypeBenchmarks } from "../../worker/features/market/market.benchmarks.ts";
import { rentControlOf } from "../../worker/features/places/rent-control.ts";
import { closestStation, FSA_SOURCE } from "../../worker/address/place-data.ts";
import type { rentalBuildings } from "../../worker/address/places.table.ts";
import { DOWNTOWN, metresBetween, type Coordinates, placesWithinRadius } from "../../worker/platform/grid.ts";
import stored from "./places.json" with { type: "json" };
import type { DemoUnit } from "./units.ts";

/** Street, latitude, longitude, attribution, neighbourhood, municipality. */
const house = z.tuple([z.string(), z.number(), z.number(), z.string(), z.string(), z.string()]);
/** Name, latitude, longitude. */
const place = z.tuple([z.string(), z.number(), z.number()]);
export type Place = z.infer<typeof place>;

/**
 * Open data about the demo's addresses and their surroundings. Houses, buildings (RentSafeTO, August 2026), schools and
 * child care: City of Toronto, Open Government Licence – Toronto. Supermarkets, doctors and parks: © OpenStreetMap
 * contributors, ODbL.
 */
export const OPEN_DATA = z
  .strictObject({
    houses: z.array(house),
    betweenHouses: z.array(house),
    /** Units for which only the postal area is known. */
    inPostalAreas: z.array(z.string()),
    /**
     * Registration number, address, year built, storeys, units, score, date of the evaluation. All buildings are
     * privately owned.
     */
    buildings: z.array(z.tuple([z.int(), z.string(), z.int(), z.int(), z.int(), z.int(), z.string()])),
    schools: z.array(place),
    groceryStores: z.array(place),
    medicalFacilities: z.array(place),
    parks: z.array(place),
    daycares: z.array(place),
  })
  .parse(stored);

/** Returns the registered building at a demo unit's street and number; null for an unregistered house. */
export function buildingAt(street: string): BuildingFacts | null {
  const row = OPEN_DATA.buildings.find(([, address]) => address === street.toUpperCase());
  if (!row) return null;
  const [rsn, address, yearBuilt, storeys, units, score, evaluatedOn] = row;
  return { rsn, address, yearBuilt, storeys, units, propertyType: "PRIVATE", score, evaluatedOn };
}

/**
 * Returns the rows of the City's register for the demo's addresses, so that the rent check knows the same buildings as
 * the listings. An import replaces these rows.
 */
export const registerRows = (): (typeof rentalBuildings.$inferInsert)[] =>
  OPEN_DATA.houses.flatMap(([address, latitude, longitude]) => {
    const building = buildingAt(address);
    const { street, numbers } = parseAddress(address);
    if (building === null || street === null || numbers === null) return [];
    const range = { lowestNumber: numbers.low, highestNumber: numbers.high };
    return [{ ...building, street, ...range, latitude, longitude, version: "demo" }];
  });

/** The location of a demo unit, and how geocoding found it. */
type DemoPlace = Pick<ListingPlace, "method" | "confidence" | "source" | "municipality"> & {
  /** Null when only the postal area is known; the neighbourhood is then also null. */
  at: { latitude: number; longitude: number } | null;
  neighbourhood: string | null;
};

const houses = (rows: readonly z.infer<typeof house>[], how: Pick<ListingPlace, "method" | "confidence">) =>
  rows.map(([street, latitude, longitude, source, neighbourhood, municipality]): [string, DemoPlace] => [
    street,
    { ...how, source, at: { latitude, longitude }, neighbourhood, municipality },
  ]);

/**
 * Locations of demo units, by the first segment of the address. Geocoding finds the same locations when the City's data
 * is imported. Units missing here have no location.
 */
export const DEMO_PLACES: ReadonlyMap<string, DemoPlace> = new Map([
  ...houses(OPEN_DATA.houses, { method: "table", confidence: "high" }),
  ...houses(OPEN_DATA.betweenHouses, { method: "interpolated", confidence: "medium" }),
  ...OPEN_DATA.inPostalAreas.map((street): [string, DemoPlace] => [
    street,
    { method: "fsa", confidence: "low", source: FSA_SOURCE, at: null, neighbourhood: null, municipality: null },
  ]),
]);

/** Returns the amenities near a place, as an import of all open data would find them. */
function amenitiesNear(from: Coordinates): Record<keyof Amenities, NearbyOnMap[]> {
  const nearest = (
    kind: NearbyOnMap["kind"],
    list: keyof Amenities,
    radiusMetres: number,
    count: number = AMENITIES_SHOWN,
  ) => {
    const named = OPEN_DATA[list].map(([name, latitude, longitude]) => ({ name, latitude, longitude }));
    return placesWithinRadius(kind, from, named, radiusMetres, count);
  };
  return {
    schools: nearest("school", "schools", AMENITY_RADII_M.schools),
    groceryStores: nearest("grocery", "groceryStores", AMENITY_RADII_M.groceryStores),
    medicalFacilities: nearest("medical", "medicalFacilities", AMENITY_RADII_M.medicalFacilities),
    parks: nearest("park", "parks", Number.POSITIVE_INFINITY, PARKS_SHOWN),
    daycares: nearest("daycare", "daycares", AMENITY_RADII_M.daycares),
  };
}

export type ListingRow = typeof listings.$inferInsert;
/** Columns derived from a listing's place. */
type PlaceColumns = Pick<ListingRow, keyof typeof UNKNOWN_PLACE>;

const DAY = 24 * 60 * 60 * 1000;
/** Prefix of invented phone numbers; followed by two digits, it forms numbers reserved for fiction. */
const INVENTED_PHONES = "416-555-01";

/**
 * Returns the move-in date as YYYY-MM-DD. Dates in the near future are unchanged; later dates become the 1st or 15th,
 * when leases begin.
 */
function moveInDate(now: number, days: number): string {
  const date = new Date(now + days * DAY);
  if (days > 10) {
    if (date.getUTCDate() > 15) date.setUTCMonth(date.getUTCMonth() + 1, 1);
    else date.setUTCDate(15);
  }
  return date.toISOString().slice(0, 10);
}

/**
 * Returns the row of a demo unit.
 * @param position from 0, unique for every unit; determines its phone number and email address
 * @param now milliseconds; all dates are relative to it
 * @param stored the unit's photos and their prefix
 * @param place the known facts about its location
 */
export function listingRow(
  unit: DemoUnit,
  position: number,
  now: number,
  market: ReadonlyMap<Bedrooms, TypeBenchmarks>,
  stored: Pick<ListingRow, "photoPrefix" | "photos">,
  place: PlaceColumns,
): ListingRow {
  const { address, home, offer, stage } = unit;
  const { rent, freeInDays, ...attributes } = offer;
  const fullAddress = [`${address.street}, ${address.district}, ON`, address.postalArea].filter(Boolean).join(" ");
  const municipality = municipalityOf(fullAddress);
  const rentCents = parseRentCents(rent);
  const homeType = storedHomeType({ bedrooms: home.bedrooms, homeType: home.homeType ?? null });
  const benchmarks = market.get(home.bedrooms) ?? { published: new Map(), own: new Map() };
  const comparison = compareRent(benchmarks, { homeType, municipality, rentCents });
  const compared = { rentCents, ...comparison, belowMarketPercent: comparison.comparedPercent };
  const phone = stage.withoutPhone ? null : `${INVENTED_PHONES}${String(position % 100).padStart(2, "0")}`;
  const arrived = new Date(now - stage.daysAgo * DAY);
  const written = {
    rent,
    landlordName: unit.landlord,
    additionalInfo: unit.text,
    phone,
    pets: offer.pets ?? null,
  };
  // Demo units never share an address or phone number.
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
  const history = isPending ? null : rentHistoryOf(unit, rentCents, now);
  // Moderators take from three hours to a day and a half to approve.
  const submittedAt = isPending ? arrived : new Date(arrived.getTime() - (3 + ((position * 7) % 33)) * (DAY / 24));
  const says = saysKind({ bedrooms: home.bedrooms, additionalInfo: unit.text });
  return {
    status: stage.state ?? "approved",
    address: fullAddress,
    addressKey: addressKey(fullAddress),
    municipality,
    ...written,
    searchText: searchTextOf({ address: fullAddress, addressPrecision: "exact", additionalInfo: unit.text }),
    rentCents,
    ...comparison,
    belowMarketPercent: publicPercent({ ...comparison, confirmedAt: null, reviewNotes, homeType, saysKind: says }),
    saysKind: says,
    moveInDate: moveInDate(isPending ? now : Math.max(arrived.getTime(), now - 5 * DAY), freeInDays),
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    ...attributes,
    homeType,
    email: `${unit.landlord.toLowerCase().replace(/[^a-z]+/g, "-")}-${position + 1}@example.com`,
    phoneKey: phone === null ? null : phoneKeyOf(phone),
    ...stored,
    submittedAt,
    firstApprovedAt: isPending ? null : arrived,
    approvedAt: isPending ? null : arrived,
    updatedAt: isPending ? submittedAt : new Date(history?.rentHistory.at(-1)?.from ?? arrived),
    expiresAt: isPending ? null : new Date(arrived.getTime() + LISTING_LIFETIME_DAYS * DAY),
    reviewNotes,
    ...history,
    yearBuilt: home.yearBuilt ?? null,
    ...place,
  };
}

/** Returns the rents of a demo unit since its approval, and the rents of an earlier listing of the same home. */
function rentHistoryOf({ stage }: DemoUnit, rentCents: number | null, now: number) {
  const arrived = now - stage.daysAgo * DAY;
  const beforeCents = stage.rentBefore === undefined ? null : parseRentCents(stage.rentBefore);
  const rents = [
    ...(beforeCents === null ? [] : [{ rentCents: beforeCents, from: arrived }]),
    ...(rentCents === null ? [] : [{ rentCents, from: beforeCents === null ? arrived : (arrived + now) / 2 }]),
  ];
  const rentHistory = rents.map((rent) => ({ ...rent, from: Math.round(rent.from) }));
  const former = stage.listedBefore;
  const formerCents = former && parseRentCents(former.rent);
  const until = Math.round(arrived - (former?.daysAgo ?? 0) * DAY);
  const previousListing = formerCents
    ? { ids: [], rentCents: formerCents, until, rents: [{ rentCents: formerCents, from: until - 20 * DAY }] }
    : null;
  const drop = latestRentDrop({ rentCents, rentHistory, previousListing });
  return { rentHistory, previousListing, dropPercent: drop?.percent ?? null, droppedAt: drop && new Date(drop.at) };
}

type StoredPlace = Omit<ListingPlace, "listingId">;

/** Returns the facts that enrichment finds around a house with all open data imported. */
function around(at: { latitude: number; longitude: number }): { columns: PlaceColumns; onMap: StoredPlace["onMap"] } {
  const { station, metres } = closestStation(at);
  const amenities = amenitiesNear(at);
  const named = Object.entries(amenities).map(([list, places]) => [
    list,
    places.map(({ name, distance }) => ({ name, distance })),
  ]);
  const { name, latitude, longitude, lines } = station;
  const distance = Math.round(metres);
  return {
    columns: {
      ...at,
      distanceToDowntown: (metresBetween(at, DOWNTOWN) / 1000).toFixed(1),
      closestSubwayStation: name,
      subwayLines: [...lines],
      distanceToSubway: distance,
      amenities: JSON.stringify(Object.fromEntries(named)),
    },
    onMap: [{ kind: "station", name, latitude, longitude, distance }, ...Object.values(amenities).flat()],
  };
}

/**
 * Returns the location columns of a demo unit and their sources, as enrichment stores them when all open data is
 * imported. Importing the data therefore does not degrade the demo.
 * @param dataVersion the current data version, so that the first tick does not enrich the unit again from empty tables
 */
export function placeRows(
  { address, home }: DemoUnit,
  dataVersion: string,
  enrichedAt: Date,
): { columns: PlaceColumns; place: StoredPlace } {
  const building = buildingAt(address.street);
  const rentControl = rentControlOf({ bedrooms: home.bedrooms, building, statedYear: home.yearBuilt ?? null });
  const found = DEMO_PLACES.get(address.street);
  const near = found?.at ? around(found.at) : { columns: {}, onMap: [] };
  return {
    columns: {
      ...near.columns,
      neighbourhood: found?.neighbourhood ?? null,
      postalArea: found?.at ? null : (address.postalArea ?? null),
      buildingYear: building?.yearBuilt ?? null,
      isRentControlled: rentControl.isRentControlled,
      rentControlConfidence: rentControl.confidence,
    },
    place: {
      method: found?.method ?? null,
      confidence: found?.confidence ?? null,
      source: found?.source ?? null,
      municipality: found?.municipality ?? null,
      dataVersion,
      building,
      rentControlReason: rentControl.reason,
      onMap: near.onMap,
      enrichedAt,
    },
  };
}
