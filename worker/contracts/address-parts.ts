import { ADDRESS_MAX, areaByName, NAMED_UNITS, plainText, withoutProvince } from "./addresses.ts";
import { isDescriptive } from "./address-tokens.ts";
import { parseIntersection } from "./crossings.ts";
import { houseNumbersIn } from "./house-in-address.ts";
import { isMainStreet, isMainStreetName, withFullName, isTownElsewhere, isTownOrStreet } from "./known-streets.ts";
import { neighbourhoodsByName } from "./place-names.ts";
import { isFinalStreetType, directionOf, joinStreet, streetLength, streetWords } from "./street-words.ts";

/** Separators between parts of an address. */
const PART_END = /[,\n•;|()]|\s[-–—]\s/;
/** Words that describe a home or give directions. None of them alone is the name of a town. */
const NO_TOWN: ReadonlySet<string> = new Set(
  (
    "unit units apt apartment apartments suite ste floor flr level basement bsmt upper lower main rear front back penthouse " +
    "ph lph th sub townhouse room rooms rm bed beds bedroom bedrooms bdrm bath bathroom bachelor studio den condo condos " +
    "condominium loft lofts tower towers building bldg residences house home side entrance lane laneway garden coach near " +
    "nearby close steps step minutes minute min mins walk walking away across opposite next just off at between behind " +
    "beside by corner corners intersection major area east west north south southwest southeast northwest northeast ne nw se " +
    "sw end ends centre center central core heart city town township municipality region downtown midtown uptown gta greater " +
    "metro mall plaza station stn subway ttc bus line park lake waterfront university college campus hospital school library " +
    "airport terminal and of or the in on to from with for a all no please null tba tbd exact location address upon request " +
    "viewing located neighbourhood neighborhood district community available now new newly brand bright whole view utilities " +
    "included ground top first second third only floors levels storey highway hwy old ontario ont canada rd st ave street " +
    "village heights woods hills estates gardens valley"
  ).split(" "),
);
/** Words of landmarks ("Humber College", "near Fairview Mall") that do not occur in town names. */
const LANDMARK =
  /(?:^|\s)(?:mall|plaza|station|stn|subway|ttc|university|college|campus|hospital|school|library|airport|terminal|tower|towers|building|bldg|condos?|condominium|residences|lofts|apartments)(?:\s|$)/;
const NEAR =
  /(?:^|\s)(?:near|nearby|close|steps|min|mins|minutes?|walk|walking|away|from|off|across|opposite|next|behind|beside)(?:\s|$)/;
/** Landmark words that also occur in town names, so they count only after "near". */
const LANDMARK_NEARBY = /(?:^|\s)(?:park|centre|center|lake|beach|waterfront|square)(?:\s|$)/;
/**
 * Area names that are also ordinary words or streets. Such a name counts as an area only if no other word is beside
 * them.
 */
const NAMES_ALONE: ReadonlySet<string> = new Set("to king peel downtown midtown uptown gta".split(" "));
/** Number of words in the longest area name. */
const NAME_WORDS = 5;

/** The location that a part of an address gives in addition to its streets. */
export interface Place {
  /**
   * Municipalities and areas of the GTA, with "Toronto" for a neighbourhood. Names beside unknown words are left out.
   */
  areas: readonly string[];
  /** True if the part names only a town outside the GTA. */
  isElsewhere: boolean;
  /** True if the town outside the GTA may also be a street. */
  isStreetToo: boolean;
  /** True if the part may name an unknown town, or names a town outside the GTA together with other locations. */
  isUnknown: boolean;
}

/**
 * Returns the meaning of a lower-case name; null if it is unknown.
 * @param isWhole whether the part is only this name
 */
function meaningOf(name: string, isWhole: boolean): { area?: string; isElsewhere?: true } | null {
  const isApart = isWhole || !NAMES_ALONE.has(name);
  const area = isApart ? areaByName(name) : null;
  if (area !== null) return { area };
  if (isTownElsewhere(name)) return { isElsewhere: true };
  const key = withFullName(joinStreet(name.split(" ")));
  // "near York Mills", for example, refers to a main street.
  if (isMainStreetName(key)) return {};
  if (isApart && neighbourhoodsByName(name).length > 0) return { area: "Toronto" };
  return isMainStreet(key) || NO_TOWN.has(name) || isDescriptive(name) || /^(?:\p{L}*\d[\p{L}\d]*|[a-z])$/u.test(name)
    ? {}
    : null;
}

/**
 * Returns the number of words from an index on that form a street with a type and a name of at most three words; 0 if
 * there is no such street.
 */
function typedStreetAt(words: readonly string[], from: number): number {
  const at = [1, 2, 3].find((count) => isFinalStreetType(words[from + count]));
  if (at === undefined) return 0;
  // In "Vaughan near Oak St", the preposition cannot be part of the street's name.
  if (words.slice(from, from + at).some((word) => /^(?:near|at|of|and|close|to)$/.test(word))) return 0;
  return at + (directionOf(words[from + at + 1]) === undefined ? 1 : 2);
}

/**
 * Returns the location that words name. Finds known names at word boundaries, longest first. Treats all other words as
 * filler or as unknown.
 */
function placeOf(words: readonly string[]): Place {
  const areas: string[] = [];
  let [hasElsewhere, isStreetToo, isUnknown] = [false, true, false];
  for (let from = 0; from < words.length;) {
    const street = typedStreetAt(words, from);
    const lengths = Array.from({ length: Math.min(NAME_WORDS, words.length - from) }, (_, nth) => nth + 1).toReversed();
    const length = lengths.find((count) => {
      if (count < street) return false;
      return meaningOf(words.slice(from, from + count).join(" "), count === words.length) !== null;
    });
    if (length === undefined) {
      if (street === 0) isUnknown = true;
      from += street || 1;
      continue;
    }
    const { area, isElsewhere } = meaningOf(words.slice(from, from + length).join(" "), length === words.length) ?? {};
    if (area !== undefined) areas.push(area);
    if (isElsewhere) hasElsewhere = true;
    if (isElsewhere && !isTownOrStreet(words.slice(from, from + length).join(" "))) isStreetToo = false;
    from += length;
  }
  const text = words.join(" ");
  const isNear = NEAR.test(text);
  if (LANDMARK.test(text) || (isNear && LANDMARK_NEARBY.test(text))) isUnknown = false;
  // "near Hamilton" and "Hamilton/Burlington" are ambiguous.
  const isDoubtful = isUnknown || (hasElsewhere && (isNear || areas.length > 0));
  return {
    areas: isDoubtful ? [] : areas,
    isElsewhere: hasElsewhere && !isDoubtful,
    isStreetToo,
    isUnknown: isDoubtful,
  };
}

/** Returns the words before and after the house number and street of a part; null without a house number. */
function wordsAroundHouse(part: string): string[][] | null {
  const [house] = houseNumbersIn(part);
  if (house === undefined) return null;
  const before = streetWords(withoutProvince(house.before));
  const words = streetWords(withoutProvince(house.after));
  let length = streetLength(words);
  // "East" belongs to the municipality in "King St East York".
  const isOfArea = /^(?:east|north) york\b/.test(words.slice(length - 1).join(" "));
  if (isOfArea && length > 1) length -= 1;
  if (length < words.length) return [before, words.slice(length)];
  // The street ends without a type in "1200 The Queensway Etobicoke".
  const tail = [3, 2, 1].find((count) => {
    const name = words.slice(-count).join(" ");
    if (words.length <= count || NAMES_ALONE.has(name) || isFinalStreetType(words.at(-1))) return false;
    return areaByName(name) !== null || (isTownElsewhere(name) && !isTownOrStreet(name));
  });
  return [before, tail === undefined ? [] : words.slice(-tail)];
}

/**
 * Returns the words of a part without the streets of an intersection. Removes the streets that it finds from `left`.
 */
function wordsAroundIntersection(words: readonly string[], left: Set<string>): string[][] {
  for (const side of left) {
    const plain = side.replace(/^between /, "");
    for (let from = 0; from < words.length; from += 1) {
      for (let to = Math.min(words.length, from + 8); to > from; to -= 1) {
        const some = words.slice(from, to);
        const name = withFullName(joinStreet(some));
        if (name !== plain && some.join(" ") !== plain && `highway ${name}` !== plain) continue;
        left.delete(side);
        return [
          ...wordsAroundIntersection(words.slice(0, from), left),
          ...wordsAroundIntersection(words.slice(to), left),
        ];
      }
    }
  }
  return [[...words]];
}

/**
 * Returns whether one side of an intersection may be, or end with, a town elsewhere: "Granville & Robson Vancouver".
 */
const mayBeElsewhere = (side: string): boolean =>
  [1, 2].some((count) => {
    const name = side.split(" ").slice(-count).join(" ");
    return isTownElsewhere(name) && !isTownOrStreet(name);
  });

/** Returns the locations that an address names before and after its street. The streets themselves are ignored. */
export function locationsIn(address: string): Place[] {
  const text = plainText(address.slice(0, ADDRESS_MAX)).replace(NAMED_UNITS, "");
  const parts = text.split(PART_END).filter((part) => part.trim() !== "");
  const hasHouse = parts.some((part) => houseNumbersIn(part).length > 0);
  const sides = hasHouse ? null : parseIntersection(address);
  const left = new Set(sides);
  const places = parts.flatMap((part, nth) => {
    const words = streetWords(withoutProvince(part));
    const isSide = left.size < 2 && left.has(words.join(" "));
    // "Main St - Vancouver" is not an intersection.
    if (isSide && mayBeElsewhere(words.join(" "))) return [placeOf(words)];
    const rests = wordsAroundHouse(part) ?? wordsAroundIntersection(words, left);
    const found = rests.filter((rest) => rest.length > 0).map(placeOf);
    // A street with only a postal code may have any name.
    return hasHouse || sides || nth > 0 ? found : found.map((place) => ({ ...place, isUnknown: false }));
  });
  const isDoubtful = sides?.some((side) => !left.has(side) && mayBeElsewhere(side)) === true;
  return isDoubtful ? [...places, { areas: [], isElsewhere: false, isStreetToo: false, isUnknown: true }] : places;
}

/** Returns the texts of an address that may contain a province: whole parts, and the words after a street. */
export function provinceCandidates(address: string): string[] {
  const parts = address.slice(0, ADDRESS_MAX).replace(NAMED_UNITS, "").split(PART_END);
  return parts.flatMap((part, nth) => {
    const around = wordsAroundHouse(part)?.map((words) => words.join(" "));
    if (around) return around;
    if (nth > 0) return [part];
    const words = streetWords(part);
    const length = streetLength(words);
    return length < words.length
      ? [words.slice(length).join(" ")]
      : parts.length > 1 && !isFinalStreetType(words.at(-1))
        ? [part]
        : [];
  });
}
