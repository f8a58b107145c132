import { keysOf, streetParts } from "../../contracts/street-words.ts";
import type { Deps } from "../../platform/deps.ts";
import type { ParsedAddress } from "../../contracts/parse-address.ts";
import { fsaCentroid } from "./fsa-centroids.ts";
import { chooseHouse, possible } from "./geocode-houses.ts";
import { type Coordinates, metresBetween, SAME_PLACE_METRES } from "../../platform/grid.ts";
import { housesAlong, housesOfAny, housesOfPart, type StreetPoint } from "./streets.repo.ts";

/** Numbers of a block: a hundred, else two, else four, where so few houses are known that one could be told. */
const BLOCKS = [100, 200, 400] as const;
/** Houses of a block are this far from each other at least: its middle tells none of them. */
const BLOCK_METRES = { least: 60, most: 1_500 };

/** A part of a street: its middle, and places on it that tell which areas it lies in. */
interface StreetPart extends Coordinates {
  on: Coordinates[];
  source: string;
  /** From one end to the other. */
  metres: number;
}

const sourceOf = (houses: readonly StreetPoint[]) => [...new Set(houses.map(({ source }) => source))].join("; ");

/** The part of a street that some houses stand on, and how far it reaches; null for none. */
function partOf(houses: readonly StreetPoint[]): StreetPart | null {
  if (houses.length === 0) return null;
  const [latitudes, longitudes] = [houses.map((house) => house.latitude), houses.map((house) => house.longitude)];
  const from = { latitude: Math.min(...latitudes), longitude: Math.min(...longitudes) };
  const to = { latitude: Math.max(...latitudes), longitude: Math.max(...longitudes) };
  const middle = { latitude: (from.latitude + to.latitude) / 2, longitude: (from.longitude + to.longitude) / 2 };
  return { ...middle, on: [...houses, middle], source: sourceOf(houses), metres: metresBetween(from, to) };
}

/**
 * The middle of the block that the house of an address stands in: the same for all numbers of the block, so that it does not
 * tell the house. Rows read: a part of the street, at most three times.
 * @returns null where too few houses are known
 */
export async function blockOf(deps: Deps, address: ParsedAddress): Promise<StreetPart | null> {
  const { street, numbers } = address;
  if (street === null || numbers === null) return null;
  for (const size of BLOCKS) {
    const low = numbers.low - (numbers.low % size);
    const part = partOf(possible(await housesOfPart(deps, street, low, low + size - 1), address));
    // Further apart they stand on streets of one name, which the address does not tell apart.
    if (part && part.metres > BLOCK_METRES.most) return null;
    if (part && part.metres >= BLOCK_METRES.least) return part;
  }
  return null;
}

/**
 * The house of an address whose street is written without its type or direction, where only one street of the name in its
 * postal area has the number.
 */
export async function houseOfUntyped(deps: Deps, address: ParsedAddress): Promise<StreetPoint | null> {
  const { street, numbers, fsa } = address;
  if (street === null || numbers === null || fsa === null || fsaCentroid(fsa) === null) return null;
  const keys = keysOf(streetParts(street)).filter((key) => key !== street);
  const houses = possible(await housesOfAny(deps, keys, numbers.low, numbers.high), address);
  const [first] = houses;
  if (!first || houses.some((house) => house.street !== first.street)) return null;
  const house = chooseHouse(houses, address);
  return house && { ...house, street: first.street };
}

/** The part of a street that lies in the postal area of an address: as far as its houses are known. */
export async function partInPostalArea(deps: Deps, address: ParsedAddress): Promise<StreetPart | null> {
  const { street, fsa } = address;
  if (street === null || fsa === null || fsaCentroid(fsa) === null) return null;
  const along = possible(await housesAlong(deps, [street]), address);
  const houses = along.length > 0 ? along : possible(await housesAlong(deps, keysOf(streetParts(street))), address);
  return partOf(houses);
}

/** Two streets cross where each has a house within 120 m of the corner: their nearest houses are at most this far apart. */
const PAIR_METRES = 240;
/** Houses of a sample this far apart may be on both sides of a corner that the sample does not know. */
const SAMPLE_METRES = 900;
/** Corners of one pair of names that are looked at, this far from each other: Church and King Street cross twice. */
const MOST_CORNERS = 3;
const OTHER_CORNER_METRES = 1_500;

interface Pair {
  a: StreetPoint;
  b: StreetPoint;
  metres: number;
}

const middle = ({ a, b }: Pair): Coordinates => ({
  latitude: (a.latitude + b.latitude) / 2,
  longitude: (a.longitude + b.longitude) / 2,
});

/** Pairs of houses of two streets, nearest first. */
function pairs(first: readonly StreetPoint[], second: readonly StreetPoint[], upTo: number): Pair[] {
  return first
    .flatMap((a) => second.map((b) => ({ a, b, metres: metresBetween(a, b) })))
    .filter(({ metres }) => metres <= upTo)
    .toSorted((one, other) => one.metres - other.metres);
}

/** The part of a house's street around it, up to the next houses of the sample on both sides and no further than a corner. */
async function partAround(deps: Deps, house: StreetPoint, sample: readonly StreetPoint[]): Promise<StreetPoint[]> {
  const numbers = sample.filter(({ street }) => street === house.street).map(({ number }) => number);
  const below = Math.max(...numbers.filter((number) => number < house.number), Number.NEGATIVE_INFINITY);
  const above = Math.min(...numbers.filter((number) => number > house.number), Number.POSITIVE_INFINITY);
  const low = Number.isFinite(below) ? below : house.number;
  const part = await housesOfPart(deps, house.street, low, Number.isFinite(above) ? above : house.number);
  return part.filter((other) => metresBetween(other, house) <= SAMPLE_METRES);
}

/** Keys of the streets that one side of a crossing may be; "lakeshore" is written "lake shore" in the City's files. */
const keysOfSide = (side: string) =>
  keysOf(streetParts(side.startsWith("lakeshore") ? side.replace("lakeshore", "lake shore") : side));

/**
 * The middle between the nearest houses of two streets that cross. Rows read: two samples, and for each of at most
 * {@link MOST_CORNERS} corners a part of both streets.
 * @returns null when either street is not known, when no houses of them are near each other, or when they cross at two
 * places that the address does not tell apart
 */
export async function cornerOf(deps: Deps, address: ParsedAddress): Promise<(Coordinates & { source: string }) | null> {
  const { crossing } = address;
  if (crossing === null) return null;
  const [first, second] = await Promise.all(
    crossing.map(async (side) => possible(await housesAlong(deps, keysOfSide(side)), address)),
  );
  if (!first || !second) return null;
  const corners: Pair[] = [];
  for (const pair of pairs(first, second, SAMPLE_METRES)) {
    if (corners.length === MOST_CORNERS) break;
    if (corners.every((corner) => metresBetween(middle(corner), middle(pair)) > OTHER_CORNER_METRES))
      corners.push(pair);
  }
  const found: Pair[] = [];
  for (const { a, b } of corners) {
    const [partOfA, partOfB] = await Promise.all([partAround(deps, a, first), partAround(deps, b, second)]);
    const [nearest] = pairs(possible(partOfA, address), possible(partOfB, address), PAIR_METRES);
    if (nearest) found.push(nearest);
  }
  const [best] = found.toSorted((one, other) => one.metres - other.metres);
  if (!best || found.some((other) => metresBetween(middle(other), middle(best)) > SAME_PLACE_METRES)) return null;
  const source = best.a.source === best.b.source ? best.a.source : `${best.a.source}; ${best.b.source}`;
  return { ...middle(best), source };
}
