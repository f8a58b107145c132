import { isDescriptive } from "./address-tokens.ts";
import { ADDRESS_MAX, areaByName, FLOOR, NAMED_UNITS, plainText, POSTAL_CODES } from "./addresses.ts";
import { AREAS } from "./areas.ts";
import { isMainStreet, placeOfStreet, withFullName, isTownElsewhere, isTownOrStreet } from "./known-streets.ts";
import { directionOf, endsAsStreet, hasStreetType, joinStreet, streetLength, streetWords } from "./street-words.ts";

/** Separators of two crossing streets: "Bloor & Spadina", "Finch/Keele", "Dundas @ Ossington", "Bay x College". */
const BETWEEN = /[&+/@]|\s(?:and|at|x|by|(?:north|south|east|west|[nsew])\s+of)\s/i;
/** A word that places a home on a street between two other streets, so the home is at neither intersection. */
const ALONG = /\s(?:between|btwn|btw|b\/w)\s/i;
/**
 * A comma or bracket before the second street of an intersection: "Dundas St W (at Keele)", "Kipling Ave, north of
 * Dixon Rd".
 */
const BEFORE_JOINT = /[,(]\s?(?=(?:at|@|&|and|near|(?:north|south|east|west|[nsew])\s+of)\s)/gi;
const SIDE = "(?:north|south|east|west|[nsew])";
/** Words for the position at an intersection: "NE corner of", "north side of", and at the start "just south of". */
const WHERE = new RegExp(
  `\\b(?:${SIDE}(?:[\\s/-]?${SIDE})?\\s(?:corner|side)|(?:main|major|nearest)\\s(?:intersection|crossing))\\b(?:\\sof\\b)?|^(?:just\\s)?${SIDE}\\sof\\s`,
  "gi",
);
const PART_END = /[,\n•;|():]/;
const DASH = /\s[-–—]\s/;
/** Matches Chinese text, which names towns in addresses, but not streets. */
const HAN = /[\p{Script=Han}]+/gu;
/** Separators that count only if the first street has a type: "Marlee Ave near Eglinton", "Yonge St - Finch Ave". */
const NEAR = /\s(?:[-–—]|near|off|close\s+to|just\s+off)\s/i;
/** Words before or after an intersection that belong to neither street. */
const BEFORE: ReadonlySet<string> = new Set(
  "the corner corners of near nearest at by close to intersection major crossing located location around just off on in".split(
    " ",
  ),
);
const BEHIND: ReadonlySet<string> = new Set(
  "area corner intersection subway station stn ttc lrt stop village mall plaza neighbourhood neighborhood region toronto on ontario canada gta".split(
    " ",
  ),
);
/** Words that never name a street, so that "kitchen and bath" and "room at Finch" do not count as intersections. */
const NO_STREET: ReadonlySet<string> = new Set(
  (
    "room rooms bed beds bedroom bedrooms bath baths bathroom washroom kitchen laundry parking basement bsmt apartment apt " +
    "condo house home homes unit suite studio bachelor den floor person people student students female male rent shared " +
    "private furnished utilities hydro internet wifi min mins minute minutes walk walking steps subway station bus ttc " +
    "school toronto gta ontario canada area downtown exact address request viewing null tba only available near close " +
    "border from block blocks across"
  ).split(" "),
);

/** Town names. No street except "Royal York" ends with a town name. */
const TOWNS: ReadonlySet<string> = new Set(AREAS.filter((name) => name !== "York").map((name) => name.toLowerCase()));

/**
 * Returns the town before a street, in lower case: "North York Yonge", "Scarborough Kennedy Rd". Null for "Markham Rd",
 * which is a street itself.
 */
function townInFront(words: readonly string[]): string | null {
  const length = [2, 1].find((count) => TOWNS.has(words.slice(0, count).join(" ")));
  if (length === undefined) return null;
  const next = words[length] ?? "";
  const isInName = directionOf(next) !== undefined || hasStreetType([next]) || /^(?:golf|line)$/.test(next);
  return isInName ? null : words.slice(0, length).join(" ");
}

/** Returns the words without the town before a street. */
function withoutTownInFront(words: readonly string[]): readonly string[] {
  const length = townInFront(words)?.split(" ").length ?? 0;
  return length < words.length ? words.slice(length) : words;
}

/** Matches a room count: "2", "2br", "3bed". */
const ROOMS = /^\d(?:br|bdrm?|beds?)?$/;

/**
 * Removes the description of a home before or after a street: "2 bedroom basement Keele", "Finch 2br condo". Removes
 * nothing unless a main street remains.
 */
function withoutHomeDescription(words: readonly string[]): readonly string[] {
  const isOfHome = (word: string) => NO_STREET.has(word) || ROOMS.test(word) || isDescriptive(word);
  const first = words.findIndex(isOfHome);
  const sides = first < 0 ? [] : [words.slice(words.findLastIndex(isOfHome) + 1), words.slice(0, first)];
  return sides.find((side) => side.length > 0 && isMainStreet(joinStreet(side))) ?? words;
}

/** Returns the street key of one side of an intersection; null if the words do not name a street. */
function sideOf(text: string): string | null {
  let words: readonly string[] = streetWords(text);
  while (words.length > 1 && BEFORE.has(words[0] ?? "") && words[1] !== "mackenzie" && words[1] !== "mac")
    words = words.slice(1);
  words = withoutHomeDescription(withoutTownInFront(words));
  words = words.slice(0, streetLength(words));
  while (words.length > 1 && BEHIND.has(words.at(-1) ?? "")) words = words.slice(0, -1);
  // The town is not part of the street in "16th Richmond Hill", "Taunton Oshawa" and "Eglinton Ave E Port Credit".
  for (const length of [2, 1]) {
    const name = words.slice(-length).join(" ");
    const isTown = TOWNS.has(name) || (areaByName(name) !== null && (length > 1 || endsAsStreet(words.slice(0, -1))));
    if (words.length > length && isTown) words = words.slice(0, -length);
  }
  const isNamed = words.some((word) => /\p{L}/u.test(word)) || /^4\d\d$/.test(words[0] ?? "");
  if (words.length === 1 && isBareHighway(words[0] ?? "")) return words[0] ?? null;
  if (words.length === 0 || words.length > 5 || !isNamed) return null;
  if (!hasStreetType(words) && words.some((word) => NO_STREET.has(word))) return null;
  // A leading number is a house number or a room count. A number elsewhere in a street name belongs to a highway.
  if (/^\d+$/.test(words[0] ?? "") && words.length > 1) return null;
  return withFullName(joinStreet(/^4\d\d$/.test(words[0] ?? "") ? ["highway", ...words] : words));
}

type Pair = [string, string];

/** Returns whether a name is 7 or 27: people write highways 7 and 27 without "Highway" in an intersection. */
const isBareHighway = (name: string) => name === "7" || name === "27";
const isKnown = (key: string) => isMainStreet(key) || placeOfStreet(key) !== null || hasStreetType(key.split(" "));

function pairOf(first: string | null, second: string | null): Pair | null {
  if (first === null || second === null || first === second) return null;
  // "Oakville / Burlington" names two towns, not an intersection. York, King and Milton are also streets of Toronto.
  if ([first, second].every((name) => areaByName(name) !== null)) return null;
  // "Kitchener & Waterloo" names two towns outside the GTA.
  if ([first, second].every((name) => isTownElsewhere(name) && !isTownOrStreet(name))) return null;
  if (!isBareHighway(first) && !isBareHighway(second)) return [first, second];
  // "Bathurst & 7" is an intersection with the highway; "room 6 & 7" is not.
  const [a, b] = [first, second].map((name) => (isBareHighway(name) ? `highway ${name}` : name));
  const areKnown = [a, b].every((name) => name !== undefined && isKnown(name));
  return areKnown && a !== undefined && b !== undefined ? [a, b] : null;
}

/** Returns the first two streets with a separator in a part of an address: "Room at Yonge and Finch". */
function separatedStreets(part: string, between: RegExp): Pair | null {
  const sides = part.split(between).filter((side) => side.trim() !== "");
  const pairs = sides.slice(1).map((second, at) => pairOf(sideOf(sides[at] ?? ""), sideOf(second)));
  return pairs.find((pair) => pair !== null) ?? null;
}

/** Returns the street of a home and the two streets that it lies between. Such a home is at no intersection. */
function streetsInBetween(part: string): Pair | null {
  const [first = "", second = ""] = part.split(ALONG);
  const others = streetWords(second);
  return others.length === 0 ? null : pairOf(sideOf(first), `between ${others.join(" ")}`);
}

/** Street types that rarely occur within a street's name. Another street may start after them. */
const PLAIN_TYPES: ReadonlySet<string> = new Set("st street ave avenue av rd road dr drive blvd boulevard".split(" "));

const isTyped = (words: readonly string[]): boolean =>
  hasStreetType(words) && words.length > 1 && words.slice(1).some((word) => PLAIN_TYPES.has(word));

/** Returns two streets written without a separator: main streets ("Keele Finch"), or streets that both have a type. */
function adjacentStreets(part: string): Pair | null {
  let words: readonly string[] = streetWords(part);
  while (words.length > 1 && BEFORE.has(words[0] ?? "")) words = words.slice(1);
  while (words.length > 1 && BEHIND.has(words.at(-1) ?? "")) words = words.slice(0, -1);
  words = withoutTownInFront(words);
  for (let length = 1; length < words.length && words.length <= 8; length += 1) {
    const [first, second] = [words.slice(0, length), words.slice(length)];
    // In "Dundas Street | West Roncesvalles Avenue" the direction belongs to the first street.
    if (hasStreetType(first) && directionOf(second[0]) !== undefined) continue;
    // In "near St | Clair Ave", "St" belongs to the street name "St Clair".
    if (first.at(-1) === "st" && second[0] === "clair") continue;
    const areTyped = isTyped(first) && isTyped(second);
    const [a, b] = [sideOf(first.join(" ")), sideOf(second.join(" "))];
    const isWhole = streetLength(first) === first.length && streetLength(second) === second.length;
    // In "Main Street Markham" the second word is the town.
    const areMain = [a, b].every((side) => side !== null && isMainStreet(side) && !TOWNS.has(side));
    if (isWhole && (areMain || (areTyped && !/^\d/.test(first[0] ?? "")))) return pairOf(a, b);
  }
  return null;
}

/** Returns the streets of the first part that names two streets. */
function firstPair(parts: readonly string[], pair: (part: string) => Pair | null): Pair | null {
  for (const part of parts) {
    const found = pair(part);
    if (found) return found;
  }
  return null;
}

/**
 * Returns the keys of the two streets whose intersection an address names; null without an intersection. Also
 * recognises two streets separated by a comma if the first has its type ("Finch Ave W, Keele St"), and two adjacent
 * main streets.
 */
export function parseIntersection(address: string): Pair | null {
  const text = plainText(address.slice(0, ADDRESS_MAX))
    .replace(FLOOR, "")
    .replace(POSTAL_CODES, " ")
    .replace(NAMED_UNITS, " ")
    .replace(HAN, " ")
    .replace(BEFORE_JOINT, " ")
    .replace(WHERE, " ")
    // "in" separates the town: "Yonge and Finch in North York".
    .replace(/\sin\s/gi, ", ");
  const parts = text.split(PART_END);
  const pieces = parts.flatMap((part) => part.split(DASH));
  const found =
    firstPair(pieces, streetsInBetween) ??
    firstPair(pieces, (part) => separatedStreets(part, BETWEEN)) ??
    firstPair(parts, (part) => {
      const [first = ""] = part.split(NEAR);
      const isStreet = hasStreetType(streetWords(first));
      const pair = separatedStreets(part, NEAR);
      return pair && (isStreet || pair.every(isMainStreet)) ? pair : null;
    }) ??
    firstPair(pieces, adjacentStreets);
  if (found) return found;
  const [first = "", second = ""] = parts;
  const [a, b] = [sideOf(first), sideOf(second)];
  const areTyped = [first, second].every((street) => hasStreetType(streetWords(street)));
  const areMain = [a, b].every((side) => side !== null && isMainStreet(side) && !TOWNS.has(side));
  return areTyped || areMain ? pairOf(a, b) : null;
}
