import {
  ADDRESS_SUGGESTIONS,
  type AddressSuggestion,
  typedHouse,
  type TypedHouse,
} from "../contracts/address-suggestions.ts";
import { keysOf, streetParts, withWholeType } from "../contracts/street-words.ts";
import type { Deps } from "../platform/deps.ts";
import { plausibleHouses } from "./geocode-houses.ts";
import { type AddressPoint, housesOnAny, housesOnStreetsFrom } from "./geocode.repo.ts";

/**
 * Houses of the City's table with the number and the beginning of the street that an address has so far. The table knows
 * neither units nor what landlords typed. Reads at most 500 rows.
 */
export async function suggestAddresses(deps: Deps, text: string): Promise<AddressSuggestion[]> {
  const typed = typedHouse(text);
  if (typed === null) return [];
  const { numbers, street } = typed;
  const found = plausibleHouses(await housesFor(deps, street, numbers.low), typed);
  const ofSuffix = found.filter(({ suffix }) => numbers.suffix === "" || suffix === numbers.suffix);
  const addresses = new Set(ofSuffix.map((house) => addressOf(house, typed)));
  return [...addresses].slice(0, ADDRESS_SUGGESTIONS).map((address) => ({ address }));
}

/** By what is typed; then with its last word as a type ("danforth avenu"); then without a type ("king w"). */
async function housesFor(deps: Deps, street: string, number: number): Promise<AddressPoint[]> {
  for (const beginning of new Set([street, withWholeType(street)])) {
    const houses = await housesOnStreetsFrom(deps, beginning, number);
    if (houses.length > 0) return houses;
  }
  const parts = streetParts(street);
  return parts.direction === null || parts.type !== null ? [] : housesOnAny(deps, keysOf(parts), number, number);
}

/** A house as people write it: `12A King St W, North York`. The municipality is the table's, else what was typed. */
function addressOf({ number, suffix, street, municipality }: AddressPoint, typed: TypedHouse): string {
  const house = `${number}${suffix.includes("/") ? " " : ""}${suffix}`;
  return `${house} ${street.split(" ").map(capitalized).join(" ")}, ${municipality || (typed.municipality ?? "Toronto")}`;
}

/** A word of a street's key: `danforth` → `Danforth`, `mcnicoll` → `McNicoll`. */
function capitalized(word: string): string {
  const [first, rest] = /^mc(?=\p{L}{3})/u.test(word) ? ["Mc", word.slice(2)] : ["", word];
  return `${first}${rest.charAt(0).toUpperCase()}${rest.slice(1)}`;
}
