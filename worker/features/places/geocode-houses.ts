import { isInToronto } from "../../contracts/areas.ts";
import type { ParsedAddress } from "../../contracts/parse-address.ts";
import { fsaCentroid } from "./fsa-centroids.ts";
import { type Coordinates, metresBetween, SAME_PLACE_METRES } from "../../platform/grid.ts";
import type { AddressPoint } from "./geocode.repo.ts";

/**
 * Neighbours between which a house is looked for, measured by leaving out each of 5,120 known addresses of the City in
 * turn. Same side of the street, at most 200 numbers and 500 m apart: 1,560 found, half within 15 m, 95 of 100 within
 * 76 m, the worst 208 m. Wider (400, 1,500 m) the worst is 14 km off: another street of the name.
 */
const SAME_SIDE = { numbers: 200, metres: 500 };
/** Further apart when the house is close to one of them: 118 more, 95 of 100 within 109 m, the worst 184 m. */
const CLOSE_TO_ONE = { numbers: 300, metres: 800, away: 100 };
/** The next or the next but one house on the same side stands for the house: 95 of 100 within 109 m, the worst 178 m. */
const NEXT_DOOR = { numbers: 4, accuracyMetres: 110 };
/** Between houses on different sides, where neither of the above is known: 95 of 100 within 156 m, the worst 368 m. */
const ACROSS = { numbers: 20, metres: 200, accuracyMetres: 160 };
/** Between neighbours on the same side 98 of 100 are as near as this says. */
const accuracyBetween = (metres: number, away: number) => Math.round(Math.min(metres / 2, away + 75) + 25);

/** Whether an address can be one of the City's: its own tables know no other. */
export function isOfToronto({ municipality, fsa }: ParsedAddress): boolean {
  return isInToronto(municipality ?? "Toronto") && (fsa === null || fsa.startsWith("M"));
}

/**
 * Whether a place agrees with the postal area of an address. Of 5,651 addresses of the City, 9 lie further from the
 * middle of their area, all in the largest ones.
 */
export function isInPostalArea(place: Coordinates, fsa: string | null): boolean {
  const area = fsa === null ? null : fsaCentroid(fsa);
  return area === null || metresBetween(place, area) <= 2 * area.spreadMetres + 500;
}

/** The former municipality that an address names. "Toronto" is none: all of them are called so today. */
const districtOf = ({ municipality }: ParsedAddress) => (municipality === "Toronto" ? null : municipality);

/**
 * Houses that can be meant. The postal area decides between streets of one name, because ads name the wrong former
 * municipality along its borders; without one the municipality does, where the table knows it.
 */
export function possible<House extends AddressPoint>(houses: readonly House[], address: ParsedAddress): House[] {
  const district = districtOf(address);
  const hasArea = address.fsa !== null && fsaCentroid(address.fsa) !== null;
  const near = houses.filter((house) =>
    hasArea
      ? isInPostalArea(house, address.fsa)
      : district === null || house.municipality === "" || house.municipality === district,
  );
  const named = near.filter((house) => house.municipality === district);
  return named.length > 0 ? named : near;
}

/** The first of several places when all of them are the same one; null when they are not. */
export function agreed<Place extends Coordinates>(places: readonly Place[]): Place | null {
  const [first, ...others] = places;
  return first && others.every((other) => metresBetween(first, other) <= SAME_PLACE_METRES) ? first : null;
}

/**
 * The house of an address among those with its numbers; of a range the one nearest to its middle. Null when there is
 * none, or when streets of the name cannot be told apart.
 */
export function chooseHouse(houses: readonly AddressPoint[], address: ParsedAddress): AddressPoint | null {
  if (address.numbers === null) return null;
  const { low, high, suffix } = address.numbers;
  const isOneSided = (high - low) % 2 === 0;
  const onItsSide = possible(houses, address).filter(({ number }) => !isOneSided || (number - low) % 2 === 0);
  const fromMiddle = ({ number }: AddressPoint) => Math.abs(number - (low + high) / 2);
  const nearest = Math.min(...onItsSide.map(fromMiddle));
  const found = onItsSide.filter((house) => fromMiddle(house) === nearest);
  // 12A stands at 12 where it is not known by itself.
  const exact = found.filter((house) => house.suffix === suffix);
  const plain = found.filter((house) => house.suffix === "");
  return agreed([exact, plain, found].find((some) => some.length > 0) ?? []);
}

/** A place between neighbours. */
export interface BetweenNeighbours extends Coordinates {
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
  const place = (accuracyMetres: number): BetweenNeighbours => ({
    latitude: low.latitude + share * (high.latitude - low.latitude),
    longitude: low.longitude + share * (high.longitude - low.longitude),
    source: low.source === high.source ? low.source : `${low.source}; ${high.source}`,
    accuracyMetres,
  });
  const isWithin = (limit: { numbers: number; metres: number }) => numbers <= limit.numbers && metres <= limit.metres;
  return { metres, away, place, isWithin };
}

/** Where a house of one street must be, by its neighbours, nearest numbers first; null when they are too far away. */
function placeBetween(number: number, { below, above }: Neighbours): BetweenNeighbours | null {
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
  return across?.isWithin(ACROSS) ? across.place(ACROSS.accuracyMetres) : null;
}

/**
 * Where the house of an address must be, by its neighbours on the street, nearest numbers first. Null when they are too
 * far apart, or when streets of the name cannot be told apart.
 */
export function interpolate({ below, above }: Neighbours, address: ParsedAddress): BetweenNeighbours | null {
  if (address.numbers === null) return null;
  const number = address.numbers.low;
  const all = possible([...below, ...above], address);
  const districts = [...new Set(all.map((house) => house.municipality))];
  const places = districts.map((district) => {
    const ofDistrict = (house: AddressPoint) => house.municipality === district && all.includes(house);
    return placeBetween(number, { below: below.filter(ofDistrict), above: above.filter(ofDistrict) });
  });
  return agreed(places.filter((place) => place !== null));
}
