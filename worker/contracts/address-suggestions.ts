import { isInToronto } from "./areas.ts";
import { hasTwoNumbers, type ParsedAddress, parseAddress } from "./parse-address.ts";

/** Minimum number of typed characters before addresses are suggested. */
export const ADDRESS_QUERY_MIN = 4;
/** Minimum number of typed letters of the street name before addresses are suggested. */
const STREET_MIN = 3;
/** Maximum number of addresses suggested at a time. */
export const ADDRESS_SUGGESTIONS = 5;

/** An address from the City's address table, without a unit: `85 Danforth Ave, Toronto`. */
export interface AddressSuggestion {
  address: string;
}

/** A partly typed address that begins with a single house in the City. */
export interface TypedHouse extends ParsedAddress {
  numbers: NonNullable<ParsedAddress["numbers"]>;
  street: string;
}

/**
 * Parses a partly typed address. Returns null while the address has no number or too few letters of a street. Also
 * returns null for two numbers or a town outside the City, for which there are no suggestions.
 */
export function parseTypedHouse(text: string): TypedHouse | null {
  const parsed = parseAddress(text);
  const { numbers, street, fsa } = parsed;
  // An unfinished word of the street looks like an unknown town: "Queen Street Eas".
  const municipality = parsed.municipality === "" && !text.includes(",") ? null : parsed.municipality;
  if (numbers === null || street === null || street.length < STREET_MIN || hasTwoNumbers(parsed)) return null;
  if (!isInToronto(municipality ?? "Toronto") || (fsa !== null && !fsa.startsWith("M"))) return null;
  return { ...parsed, numbers, street, municipality };
}
