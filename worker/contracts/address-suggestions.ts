import { isInToronto } from "./areas.ts";
import { hasTwoNumbers, type ParsedAddress, parseAddress } from "./parse-address.ts";

/** Shortest text for which addresses are suggested. */
export const ADDRESS_QUERY_MIN = 4;
/** Minimum number of letters of a street's name for suggesting addresses. */
const STREET_MIN = 3;
/** Maximum number of addresses suggested at a time. */
export const ADDRESS_SUGGESTIONS = 5;

/** An address of the City's own table, without a unit: `85 Danforth Ave, Toronto`. */
export interface AddressSuggestion {
  address: string;
}

/** An address that is being typed and begins with a single house in the City. */
export interface TypedHouse extends ParsedAddress {
  numbers: NonNullable<ParsedAddress["numbers"]>;
  street: string;
}

/**
 * Reads an address that is being typed. Null while it has no number or too few letters of a street, and for two numbers
 * or another town, for which nothing can be suggested.
 */
export function typedHouse(text: string): TypedHouse | null {
  const parsed = parseAddress(text);
  const { numbers, street, fsa } = parsed;
  // An unfinished word of the street looks like an unknown town: "Queen Street Eas".
  const municipality = parsed.municipality === "" && !text.includes(",") ? null : parsed.municipality;
  if (numbers === null || street === null || street.length < STREET_MIN || hasTwoNumbers(parsed)) return null;
  if (!isInToronto(municipality ?? "Toronto") || (fsa !== null && !fsa.startsWith("M"))) return null;
  return { ...parsed, numbers, street, municipality };
}
