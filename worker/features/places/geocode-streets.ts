import { keysOf, streetParts } from "../../contracts/street-words.ts";
import type { Deps } from "../../platform/deps.ts";
import type { ParsedAddress } from "./address.ts";
import { fsaCentroid } from "./fsa-centroids.ts";
import { chooseHouse, possible } from "./geocode-houses.ts";
import { type Coordinates, metresBetween } from "./grid.ts";
import { housesAlong, housesOfAny, housesOfPart, type StreetPoint } from "./streets.repo.ts";

/** Numbers of a block: a hundred, else two, else four, where so few houses are known that one could be told. */
const BLOCKS = [100, 200, 400] as const;
/** Houses of a block are this far from each other at least: its middle tells none of them. */
const BLOCK_METRES = { least: 60, most: 1_500 };

/** A part of a street: its middle, and places on it that tell which areas it lies in. */
export interface StreetPart extends Coordinates {
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
