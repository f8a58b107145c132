import { addressKind } from "../../../../worker/contracts/address-check.ts";
import { type TokenLine, tokensOf } from "../../../../worker/contracts/address-tokens.ts";
import { POSTAL_CODES } from "../../../../worker/contracts/addresses.ts";
import { houseIn } from "../../../../worker/contracts/house-in-address.ts";
import { parseAddress } from "../../../../worker/contracts/parse-address.ts";
import { streetAt } from "../../../../worker/contracts/street-in-address.ts";

/** Numbers of words that are read before and after a number in a description. */
const AROUND = { before: 4, behind: 8 } as const;
/** Maximum number of words in the first street of an intersection. */
const STREET_WORDS = 3;
/** Matches words after which an intersection may be written in lower case. */
const PLACES = /^(?:at|near|nearby|by|of|corner|intersection|to|around)$/;

/**
 * Returns the house at a number in a text, such as "123 Queen St W"; null unless a street with its type follows the
 * number.
 */
function houseAt(text: TokenLine, at: number): string | null {
  if (!/^\d{1,5}\p{L}?$/u.test(text.tokens[at]?.raw ?? "") || /\d/.test(text.tokens[at - 1]?.raw ?? "")) return null;
  const [from, to] = [Math.max(0, at - AROUND.before), Math.min(text.tokens.length, at + AROUND.behind)];
  const line = tokensOf(text.slice(from, to));
  const house = houseIn(line);
  if (house === null || house.number[1] !== house.street[0]) return null;
  if (streetAt(line, house.street[0])?.certainty !== 3) return null;
  return line.slice(house.number[0], house.street[1]);
}

/**
 * Returns the intersection whose second street begins at a word, such as "Bathurst and St Clair"; null if there is
 * none.
 */
function cornerAt(text: TokenLine, at: number): string | null {
  const isWord = /^(?:and|at|x)$/.test(text.tokens[at - 1]?.key ?? "");
  if (!isWord && !/^\s?[&/@]\s?$/.test(text.gap(at))) return null;
  const middle = isWord ? at - 1 : at;
  const second = streetAt(text, at);
  const starts = Array.from({ length: STREET_WORDS }, (_, nth) => middle - STREET_WORDS + nth);
  const first = starts.find((from) => from >= 0 && streetAt(text, from)?.to === middle);
  if (first === undefined || second === null) return null;
  const isName = (from: number) => /^[\p{Lu}\d]/u.test(text.tokens[from]?.raw ?? "");
  const isSaid = PLACES.test(text.tokens[first - 1]?.key ?? "") || (isName(first) && isName(at));
  const areSure = [first, at].every(
    (from) => (streetAt(text, from)?.certainty ?? 1) > 1 && text.tokens[from]?.key !== "the",
  );
  const corner = text.slice(first, second.to);
  return isSaid && areSure && addressKind(corner) === "crossing" ? corner : null;
}

function firstIn(text: TokenLine, read: (text: TokenLine, at: number) => string | null): string | null {
  for (const at of text.tokens.keys()) {
    const found = read(text, at);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the found address, with the municipality and postal code of the typed address that it replaces. */
function withTypedMunicipality(typed: string, found: string): string {
  const { municipality, postalCode, fsa } = parseAddress(typed);
  return [found, municipality, postalCode ?? fsa].filter(Boolean).join(", ");
}

/**
 * Returns addresses in a description that are more precise than the typed address, because they contain a house number,
 * an intersection, or a postal code that it lacks.
 */
export function addressesInText(typed: string, description: string): string[] {
  const kind = addressKind(typed);
  if (kind === "house") return [];
  const text = tokensOf(description);
  const house = firstIn(text, houseAt);
  const corner = kind === "crossing" ? null : firstIn(text, cornerAt);
  const code = [...description.matchAll(POSTAL_CODES)].find(([, , second]) => second !== undefined)?.[0];
  const withCode = `${typed.trim()}, ${code?.toUpperCase()}`;
  return [
    ...[house, corner].flatMap((found) => (found === null ? [] : [withTypedMunicipality(typed, found)])),
    ...(kind === null && code !== undefined && addressKind(withCode) === "area" ? [withCode] : []),
  ];
}
