import { addressKind } from "../../../../worker/contracts/address-check.ts";
import { type TokenLine, tokensOf } from "../../../../worker/contracts/address-tokens.ts";
import { POSTAL_CODES } from "../../../../worker/contracts/addresses.ts";
import { houseIn } from "../../../../worker/contracts/house-in-address.ts";
import { parseAddress } from "../../../../worker/contracts/parse-address.ts";
import { streetAt } from "../../../../worker/contracts/street-in-address.ts";

/** Words of a description that are read around a number. */
const AROUND = { before: 4, behind: 8 } as const;
/** Most words of the first street of a corner. */
const STREET_WORDS = 3;
/** Words after which a corner may be in small letters. */
const PLACES = /^(?:at|near|nearby|by|of|corner|intersection|to|around)$/;

/** The house at a number of a text, if a street with its type follows: "123 Queen St W"; null for none. */
function houseAt(text: TokenLine, at: number): string | null {
  if (!/^\d{1,5}\p{L}?$/u.test(text.tokens[at]?.raw ?? "") || /\d/.test(text.tokens[at - 1]?.raw ?? "")) return null;
  const [from, to] = [Math.max(0, at - AROUND.before), Math.min(text.tokens.length, at + AROUND.behind)];
  const line = tokensOf(text.slice(from, to));
  const house = houseIn(line);
  if (house === null || house.number[1] !== house.street[0]) return null;
  if (streetAt(line, house.street[0])?.certainty !== 3) return null;
  return line.slice(house.number[0], house.street[1]);
}

/** The corner whose second street begins at a word: "Bathurst and St Clair"; null for none. */
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

/** The address found, in the municipality and with the postal code of the one that it replaces. */
function inPlaceOf(typed: string, found: string): string {
  const { municipality, postalCode, fsa } = parseAddress(typed);
  return [found, municipality, postalCode ?? fsa].filter(Boolean).join(", ");
}

/**
 * Addresses that are more precise than a typed one, from what a description says: a house, a corner, and the postal code
 * that a typed name lacks.
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
    ...[house, corner].flatMap((found) => (found === null ? [] : [inPlaceOf(typed, found)])),
    ...(kind === null && code !== undefined && addressKind(withCode) === "area" ? [withCode] : []),
  ];
}
