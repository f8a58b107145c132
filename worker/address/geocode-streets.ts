import { keysOf, streetParts } from "../contracts/street-words.ts";
import type { Deps } from "../platform/deps.ts";
import type { ParsedAddress } from "../contracts/parse-address.ts";
import { fsaCentroid } from "./fsa-centroids.ts";
import { chooseHouse, plausibleHouses, sourcesOf } from "./geocode-houses.ts";
import { type Coordinates, metresBetween, SAME_PLACE_METRES } from "../platform/grid.ts";
import { type AddressPoint, housesBetween, housesOnAny, MAX_IN_RANGE, sampleHouses } from "./geocode.repo.ts";

/** Range of house numbers of a block; larger ones are tried if a smaller one has too few houses to hide one among. */
const BLOCKS = [100, 200, 400] as const;
/** Required extent of a block: with houses closer together its middle would reveal one of them. */
const BLOCK_METRES = { least: 60, most: 1_500 };

/** A part of a street: its middle, and places on it that determine the areas it lies in. */
interface StreetPart extends Coordinates {
  on: Coordinates[];
  source: string;
  /** Extent from one end to the other. */
  metres: number;
}

/** The part of a street that some houses span; null for no houses. */
function partOf(houses: readonly AddressPoint[]): StreetPart | null {
  if (houses.length === 0) return null;
  const [latitudes, longitudes] = [houses.map((house) => house.latitude), houses.map((house) => house.longitude)];
  const from = { latitude: Math.min(...latitudes), longitude: Math.min(...longitudes) };
  const to = { latitude: Math.max(...latitudes), longitude: Math.max(...longitudes) };
  const middle = { latitude: (from.latitude + to.latitude) / 2, longitude: (from.longitude + to.longitude) / 2 };
  return { ...middle, on: [...houses, middle], source: sourcesOf(houses), metres: metresBetween(from, to) };
}

/**
 * The middle of the block with the house of an address. It is the same for all numbers of the block, so it does not
 * reveal the house. Reads a part of the street, at most three times.
 * @returns null if too few houses are known
 */
export async function findBlock(deps: Deps, address: ParsedAddress): Promise<StreetPart | null> {
  const { street, numbers } = address;
  if (street === null || numbers === null) return null;
  for (const size of BLOCKS) {
    const low = numbers.low - (numbers.low % size);
    const part = partOf(plausibleHouses(await housesBetween(deps, street, low, low + size - 1, MAX_IN_RANGE), address));
    // Houses further apart are on different streets of the same name.
    if (part && part.metres > BLOCK_METRES.most) return null;
    if (part && part.metres >= BLOCK_METRES.least) return part;
  }
  return null;
}

/**
 * The house of an address whose street lacks its type or direction, if only one street of that name in the postal area
 * has the number.
 */
export async function findUntypedHouse(deps: Deps, address: ParsedAddress): Promise<AddressPoint | null> {
  const { street, numbers, fsa } = address;
  if (street === null || numbers === null || fsa === null || fsaCentroid(fsa) === null) return null;
  const keys = keysOf(streetParts(street)).filter((key) => key !== street);
  const houses = plausibleHouses(await housesOnAny(deps, keys, numbers.low, numbers.high), address);
  const [first] = houses;
  if (!first || houses.some((house) => house.street !== first.street)) return null;
  return chooseHouse(houses, address);
}

/** The known part of a street within the postal area of an address. */
export async function streetInPostalArea(deps: Deps, address: ParsedAddress): Promise<StreetPart | null> {
  const { street, fsa } = address;
  if (street === null || fsa === null || fsaCentroid(fsa) === null) return null;
  const along = plausibleHouses(await sampleHouses(deps, [street]), address);
  const houses =
    along.length > 0 ? along : plausibleHouses(await sampleHouses(deps, keysOf(streetParts(street))), address);
  return partOf(houses);
}

/** Longest distance between the nearest houses of two crossing streets, each within 120 m of the corner. */
const PAIR_METRES = 240;
/** Sampled houses up to this far apart may have a corner between them that the sample misses. */
const SAMPLE_METRES = 900;
/** Most corners tried for a pair of names, and their least distance: Church and King Street cross twice. */
const MAX_CORNERS = 3;
const OTHER_CORNER_METRES = 1_500;

interface Pair {
  a: AddressPoint;
  b: AddressPoint;
  metres: number;
}

const middle = ({ a, b }: Pair): Coordinates => ({
  latitude: (a.latitude + b.latitude) / 2,
  longitude: (a.longitude + b.longitude) / 2,
});

/** Pairs of houses of two streets, nearest first. @param upTo metres */
function pairs(first: readonly AddressPoint[], second: readonly AddressPoint[], upTo: number): Pair[] {
  return first
    .flatMap((a) => second.map((b) => ({ a, b, metres: metresBetween(a, b) })))
    .filter(({ metres }) => metres <= upTo)
    .toSorted((one, other) => one.metres - other.metres);
}

/** The houses around one house, up to its neighbours in the sample and at most {@link SAMPLE_METRES} away. */
async function partAround(deps: Deps, house: AddressPoint, sample: readonly AddressPoint[]): Promise<AddressPoint[]> {
  const numbers = sample.filter(({ street }) => street === house.street).map(({ number }) => number);
  const below = Math.max(...numbers.filter((number) => number < house.number), Number.NEGATIVE_INFINITY);
  const above = Math.min(...numbers.filter((number) => number > house.number), Number.POSITIVE_INFINITY);
  const low = Number.isFinite(below) ? below : house.number;
  const high = Number.isFinite(above) ? above : house.number;
  const part = await housesBetween(deps, house.street, low, high, MAX_IN_RANGE);
  return part.filter((other) => metresBetween(other, house) <= SAMPLE_METRES);
}

/** Keys of the streets that one side of a crossing may mean; the City's files write "lakeshore" as "lake shore". */
const keysOfSide = (side: string) =>
  keysOf(streetParts(side.startsWith("lakeshore") ? side.replace("lakeshore", "lake shore") : side));

/**
 * The corner of two streets: the middle between their nearest houses. Reads two samples, and a part of both streets for
 * each of at most {@link MAX_CORNERS} corners.
 * @returns null if a street is unknown, if no houses are close to each other, or if the streets cross at two places
 * between which the address does not decide
 */
export async function cornerOf(deps: Deps, address: ParsedAddress): Promise<(Coordinates & { source: string }) | null> {
  const { crossing } = address;
  if (crossing === null) return null;
  const [first, second] = await Promise.all(
    crossing.map(async (side) => plausibleHouses(await sampleHouses(deps, keysOfSide(side)), address)),
  );
  if (!first || !second) return null;
  const corners: Pair[] = [];
  for (const pair of pairs(first, second, SAMPLE_METRES)) {
    if (corners.length === MAX_CORNERS) break;
    if (corners.every((corner) => metresBetween(middle(corner), middle(pair)) > OTHER_CORNER_METRES))
      corners.push(pair);
  }
  const found: Pair[] = [];
  for (const { a, b } of corners) {
    const [partOfA, partOfB] = await Promise.all([partAround(deps, a, first), partAround(deps, b, second)]);
    const [nearest] = pairs(plausibleHouses(partOfA, address), plausibleHouses(partOfB, address), PAIR_METRES);
    if (nearest) found.push(nearest);
  }
  const [best] = found.toSorted((one, other) => one.metres - other.metres);
  if (!best || found.some((other) => metresBetween(middle(other), middle(best)) > SAME_PLACE_METRES)) return null;
  return { ...middle(best), source: sourcesOf([best.a, best.b]) };
}
