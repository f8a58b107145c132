import { isInToronto } from "../contracts/areas.ts";
import { type ParsedAddress, parseAddress } from "../contracts/parse-address.ts";
import { fsaCentroid } from "./place-data.ts";
import { type Coordinates, metresBetween, SAME_PLACE_METRES } from "../platform/grid.ts";
import type { AddressPoint } from "./geocode.repo.ts";
import type { BuildingFacts } from "../contracts/places.ts";
import type { rentalBuildings } from "./places.table.ts";

/**
 * Limits for interpolating between two houses on the same side of the street. The limits were found by leaving out each
 * of 5,120 known addresses of the City in turn. With numbers at most 200 apart and houses at most 500 m apart, 1,560 of
 * them can be placed: half within 15 m, 95 % within 76 m, all within 208 m. With limits of 400 numbers and 1,500 m, the
 * worst result is 14 km off, on another street with the same name.
 */
const SAME_SIDE = { numbers: 200, metres: 500 };
/**
 * Wider limits for a house that is close to one of the two houses. With these limits, 118 more houses can be placed: 95
 * % within 109 m, all within 184 m.
 */
const CLOSE_TO_ONE = { numbers: 300, metres: 800, away: 100 };
/**
 * Limits for using the location of the next house on the same side, or of the house after it. 95 % of the resulting
 * locations are within 109 m of the house, all within 178 m.
 */
const NEXT_DOOR = { numbers: 4, accuracyMetres: 110 };
/**
 * Limits for interpolating between houses on different sides of the street, the last resort: 95 % of the resulting
 * locations are within 156 m of the house, all within 368 m.
 */
const ACROSS_STREET_LIMITS = { numbers: 20, metres: 200, accuracyMetres: 160 };
/**
 * Returns the accuracy of an interpolation on the same side. 98 % of the interpolated locations are at most this far
 * from the house.
 */
const accuracyBetween = (metres: number, away: number) => Math.round(Math.min(metres / 2, away + 75) + 25);

/** Returns whether an address can be in the City. The address tables cover no other area. */
export function isTorontoAddress({ municipality, fsa }: ParsedAddress): boolean {
  return isInToronto(municipality ?? "Toronto") && (fsa === null || fsa.startsWith("M"));
}

/**
 * Returns whether a location matches an address's postal area. Nine of 5,651 City addresses lie outside this radius,
 * all in the largest areas.
 */
export function isInPostalArea(place: Coordinates, fsa: string | null): boolean {
  const area = fsa === null ? null : fsaCentroid(fsa);
  return area === null || metresBetween(place, area) <= 2 * area.spreadMetres + 500;
}

/**
 * An address. If several streets have the same name, an optional function tests whether a house is on the right one.
 */
export interface AddressToLocate extends ParsedAddress {
  isOnStreet?: (house: Coordinates) => boolean;
}

/**
 * Returns the former municipality that an address names; null for "Toronto", which people use for every former
 * municipality.
 */
const districtOf = ({ municipality }: ParsedAddress) => (municipality === "Toronto" ? null : municipality);

/**
 * Returns the houses that an address may mean. The postal area decides between streets with the same name, because ads
 * often name the wrong former municipality near a border. Without a postal area, the municipality decides, if known.
 */
export function plausibleHouses<House extends AddressPoint>(
  houses: readonly House[],
  address: AddressToLocate,
): House[] {
  const district = districtOf(address);
  const hasArea = address.fsa !== null && fsaCentroid(address.fsa) !== null;
  const onStreet = houses.filter((house) => address.isOnStreet?.(house) !== false);
  const near = onStreet.filter((house) =>
    hasArea
      ? isInPostalArea(house, address.fsa)
      : district === null || house.municipality === "" || house.municipality === district,
  );
  const named = near.filter((house) => house.municipality === district);
  return named.length > 0 ? named : near;
}

/** Returns the first location if all are the same location; else null. */
export function placeIfAllSame<Place extends Coordinates>(places: readonly Place[]): Place | null {
  const [first, ...others] = places;
  return first && others.every((other) => metresBetween(first, other) <= SAME_PLACE_METRES) ? first : null;
}

/**
 * Returns the house of an address, among houses with the address's numbers. For a range, returns the house nearest to
 * the middle of the range. Null if there is none, or if several streets with the same name qualify.
 */
export function chooseHouse(houses: readonly AddressPoint[], address: AddressToLocate): AddressPoint | null {
  if (address.numbers === null) return null;
  const { low, high, suffix } = address.numbers;
  const isOneSided = (high - low) % 2 === 0;
  const onSameSide = plausibleHouses(houses, address).filter(({ number }) => !isOneSided || (number - low) % 2 === 0);
  const fromMiddle = ({ number }: AddressPoint) => Math.abs(number - (low + high) / 2);
  const nearest = Math.min(...onSameSide.map(fromMiddle));
  const found = onSameSide.filter((house) => fromMiddle(house) === nearest);
  // Falls back from 12A to 12.
  const exact = found.filter((house) => house.suffix === suffix);
  const plain = found.filter((house) => house.suffix === "");
  return placeIfAllSame([exact, plain, found].find((some) => some.length > 0) ?? []);
}

/** Returns the distinct sources of several locations, joined for attribution. */
export const sourcesOf = (places: readonly { source: string }[]): string =>
  [...new Set(places.map(({ source }) => source))].join("; ");

/** A location estimated from neighbouring houses. */
interface InterpolatedPlace extends Coordinates {
  accuracyMetres: number;
  source: string;
}

interface Neighbours {
  below: readonly AddressPoint[];
  above: readonly AddressPoint[];
}

function between(number: number, low: AddressPoint | undefined, high: AddressPoint | undefined) {
  if (!low || !high) return null;
  const numbers = high.number - low.number;
  const metres = metresBetween(low, high);
  const share = (number - low.number) / numbers;
  const away = Math.min(share, 1 - share) * metres;
  const place = (accuracyMetres: number): InterpolatedPlace => ({
    latitude: low.latitude + share * (high.latitude - low.latitude),
    longitude: low.longitude + share * (high.longitude - low.longitude),
    source: sourcesOf([low, high]),
    accuracyMetres,
  });
  const isWithin = (limit: { numbers: number; metres: number }) => numbers <= limit.numbers && metres <= limit.metres;
  return { metres, away, place, isWithin };
}

/** Interpolates a house on one street from its neighbours, nearest numbers first. Null if they are too far apart. */
function placeBetween(number: number, { below, above }: Neighbours): InterpolatedPlace | null {
  const isOnItsSide = (house: AddressPoint) => (house.number - number) % 2 === 0;
  const lower = below.find(isOnItsSide);
  const higher = above.find(isOnItsSide);
  const same = between(number, lower, higher);
  if (same?.isWithin(SAME_SIDE) || (same?.isWithin(CLOSE_TO_ONE) && same.away <= CLOSE_TO_ONE.away)) {
    return same.place(accuracyBetween(same.metres, same.away));
  }
  const distance = (house: AddressPoint) => Math.abs(house.number - number);
  const [next] = [lower, higher]
    .filter((house) => house !== undefined)
    .filter((house) => distance(house) <= NEXT_DOOR.numbers)
    .toSorted((a, b) => distance(a) - distance(b));
  if (next) {
    const { latitude, longitude, source } = next;
    return { latitude, longitude, source, accuracyMetres: NEXT_DOOR.accuracyMetres };
  }
  const across = between(number, below[0], above[0]);
  return across?.isWithin(ACROSS_STREET_LIMITS) ? across.place(ACROSS_STREET_LIMITS.accuracyMetres) : null;
}

/**
 * Interpolates the house of an address from its neighbours, nearest numbers first. Null if they are too far apart, or
 * if several streets with the same name qualify.
 */
export function interpolate({ below, above }: Neighbours, address: AddressToLocate): InterpolatedPlace | null {
  if (address.numbers === null) return null;
  const number = address.numbers.low;
  const all = plausibleHouses([...below, ...above], address);
  const districts = [...new Set(all.map((house) => house.municipality))];
  const places = districts.map((district) => {
    const ofDistrict = (house: AddressPoint) => house.municipality === district && all.includes(house);
    return placeBetween(number, { below: below.filter(ofDistrict), above: above.filter(ofDistrict) });
  });
  return placeIfAllSame(places.filter((place) => place !== null));
}

type Building = typeof rentalBuildings.$inferSelect;

/** A building this far from the house is on another street with the same name. */
const ANOTHER_STREET_METRES = 1_000;
/** Matches addresses of several houses: "4 & 8 Rannock St" may mean either. */
const SEVERAL_HOUSES = /\d\s*(?:[a-z]\s*)?(?:&|\band\b)\s*\d/i;

/**
 * Returns whether a building has coordinates. The register has 0 for both coordinates of about 5 % of the buildings.
 */
export const isLocated = ({ latitude, longitude }: Coordinates): boolean => latitude !== 0 || longitude !== 0;

/**
 * Returns whether an address names one house or one range of numbers. Other addresses cannot be matched to a building.
 */
export function namesOneHouse(address: string): boolean {
  return !SEVERAL_HOUSES.test(address);
}

/**
 * Returns whether a building is on the same side of the street as a number. Odd and even numbers are on different
 * sides.
 */
function isOnSameSide({ lowestNumber, highestNumber }: Building, number: number): boolean {
  const isOneSided = (highestNumber - lowestNumber) % 2 === 0;
  return !isOneSided || (number - lowestNumber) % 2 === 0;
}

/** Returns whether a building has the same suffix. 12A and 12 are different houses. */
function hasSameSuffix({ address }: Building, suffix: string): boolean {
  return (parseAddress(address).numbers?.suffix ?? "") === suffix;
}

/**
 * Returns the registered building at an address, among the buildings whose range contains its number. The match uses
 * the address, never the distance. The house or postal area, where known, only rules out buildings on other streets
 * with the same name.
 * @param house location of the house, if known to within a block
 */
export function chooseBuilding(
  candidates: readonly Building[],
  { numbers, fsa }: ParsedAddress,
  house: Coordinates | null,
): Building | null {
  if (!numbers) return null;
  const fits = (building: Building) => {
    if (!isOnSameSide(building, numbers.low) || !hasSameSuffix(building, numbers.suffix)) return false;
    if (house) {
      return isLocated(building)
        ? metresBetween(house, building) <= ANOTHER_STREET_METRES
        : isInPostalArea(house, building.fsa);
    }
    return fsa === null || building.fsa === null || building.fsa === fsa;
  };
  const width = (building: Building) => building.highestNumber - building.lowestNumber;
  const isElsewhere = (building: Building) => Number(fsa !== null && building.fsa !== fsa);
  const fitting = candidates.filter(fits);
  // Without a location or a postal code, streets with the same name are ambiguous.
  const isUnclear = !house && fsa === null && new Set(fitting.map((building) => building.fsa)).size > 1;
  if (isUnclear) return null;
  const [best] = fitting.toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || width(a) - width(b) || a.rsn - b.rsn);
  return best ?? null;
}

/** Returns the columns of a building that are stored with a listing and shown publicly. */
export function toBuildingFacts(building: Building): BuildingFacts {
  return {
    rsn: building.rsn,
    address: building.address,
    yearBuilt: building.yearBuilt,
    storeys: building.storeys,
    units: building.units,
    propertyType: building.propertyType,
    score: building.score,
    evaluatedOn: building.evaluatedOn,
  };
}
