import { AREAS, isInToronto } from "../../contracts/addresses.ts";
import { NAMES_OF_MUNICIPALITIES } from "../../contracts/communities.ts";
import { municipalitiesIn } from "../../contracts/market-areas.ts";
import { neighbourhoodsCalled, placeNameKey } from "../../contracts/place-names.ts";
import type { ListingSearch } from "../../contracts/search.ts";
import { isTelling } from "../../contracts/search-words.ts";
import { ALIASES, NEIGHBOURHOODS_OF } from "./place-name-list.ts";

const listed = (names: string) => names.split("; ");
const districts = Object.entries(NEIGHBOURHOODS_OF).map(([name, names]) => [name, listed(names)] as const);

const MARKS = /[\p{M}'’‘`´]/gu;
const APOSTROPHES = /['’‘`´]/g;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;
/** What people write within a name or leave out: "Jane and Finch", "Jane & Finch", "Jane Finch". */
const JOINING = new Set(["", "and", "at", "of", "the"]);

/** A name in one spelling: "The  Annex" and "annex", "L’Amoreaux" and "lamoreaux", "St. Clair" and "st clair". */
const foldedName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .split(NO_LETTERS)
    .filter((word) => !JOINING.has(word))
    .join(" ");

/** What a name of a place stands for: neighbourhoods, or a municipality. The name is as it is written in addresses. */
export type NamedPlace =
  | { name: string; neighbourhoods: readonly string[]; municipality?: undefined }
  | { name: string; neighbourhoods?: undefined; municipality: string };

/** By name in one spelling. */
const PLACES = new Map<string, NamedPlace>();
function addPlace(name: string, place: NamedPlace): void {
  // "O'Connor" is one word to people, and two to the search.
  for (const key of [name, name.replace(APOSTROPHES, " ")].map(foldedName))
    if (key !== "" && !PLACES.has(key)) PLACES.set(key, place);
}

const neighbourhoods = districts.flatMap(([, names]) => names);
/** Parts of the names of neighbourhoods: "Swansea", "Don Mills". Some are parts of two. */
const parts = new Map<string, { part: string; names: string[] }>();
for (const name of neighbourhoods) {
  for (const part of name.split(/[-/]/)) {
    const { names } = parts.get(foldedName(part)) ?? { names: [] };
    parts.set(foldedName(part), { part, names: [...names, name] });
  }
}
// Of two with the same name, the first one counts.
for (const name of neighbourhoods) addPlace(name, { name, neighbourhoods: [name] });
for (const [name, names] of Object.entries(ALIASES)) addPlace(name, { name, neighbourhoods: listed(names) });
for (const name of [...AREAS, "Old Toronto"]) addPlace(name, { name, municipality: name });
for (const { part, names } of parts.values()) addPlace(part, { name: part, neighbourhoods: names });
for (const [name, municipality] of NAMES_OF_MUNICIPALITIES) addPlace(name, { name: municipality, municipality });

/**
 * The place of a name: a neighbourhood of the City's, one that people use, a municipality or a part of one, in this order.
 * Null for a name that is not known.
 */
export function placeNamed(text: string): NamedPlace | null {
  const known = PLACES.get(foldedName(text));
  if (known) return known;
  const called = neighbourhoodsCalled(text);
  return called.length === 0 ? null : { name: placeNameKey(text), neighbourhoods: called };
}

/** What people call a neighbourhood beside its name. */
export const aliasesOf = (neighbourhood: string): string[] =>
  Object.entries(ALIASES).flatMap(([alias, names]) => (listed(names).includes(neighbourhood) ? [alias] : []));

/** The neighbourhoods that a name stands for; those of a name that is not known are itself. */
export const neighbourhoodsNamed = (name: string): readonly string[] => placeNamed(name)?.neighbourhoods ?? [name];

/** The neighbourhoods of a former municipality of Toronto; none of another. */
export const neighbourhoodsOf = (municipality: string): readonly string[] =>
  districts.find(([name]) => name === municipality)?.[1] ?? [];

/** Every municipality that is the City of Toronto, or was a part of it. */
export const CITY_NAMES: readonly string[] = AREAS.filter(isInToronto);

/**
 * A search with the names of its places as addresses write them: "the annex" → "Annex", and "scarborough" for a
 * neighbourhood → the municipality. What is not known stays, and finds nothing.
 */
export function withPlaceNames(search: ListingSearch): ListingSearch {
  const area = search.municipality === null ? null : placeNamed(search.municipality);
  const place = search.neighbourhood === null ? null : placeNamed(search.neighbourhood);
  const municipality = area?.municipality ?? search.municipality;
  if (!place) return { ...search, municipality };
  if (place.municipality === undefined) return { ...search, municipality, neighbourhood: place.name };
  return municipality === null || municipality === place.municipality
    ? { ...search, municipality: place.municipality, neighbourhood: null }
    : { ...search, municipality };
}

/** A place that a text names. */
export interface CalledPlace {
  /** What listings in it name as their neighbourhood or their municipality. */
  names: readonly string[];
  /** Words of its name. */
  length: number;
}

/** Words of the longest name: "St Lawrence-East Bayfront-The Islands". */
const LONGEST = Math.max(...[...PLACES.keys()].map((key) => key.split(" ").length)) + 1;

/** What listings in a place name as theirs. */
function namesIn({ neighbourhoods, municipality }: NamedPlace): readonly string[] {
  if (neighbourhoods !== undefined) return neighbourhoods;
  // Listings anywhere in the City are found by its name.
  return municipality === "Toronto"
    ? [municipality]
    : [...municipalitiesIn(municipality), ...neighbourhoodsOf(municipality)];
}

/** The place that the words from one on name, by as many of them as do; null where they name none. */
export function calledPlaceAt(words: readonly string[], from: number): CalledPlace | null {
  if (!isTelling(words[from] ?? "")) return null;
  for (let length = Math.min(LONGEST, words.length - from); length > 0; length -= 1) {
    const called = words.slice(from, from + length);
    const place = JOINING.has(called.at(-1) ?? "") ? null : placeNamed(called.join(" "));
    if (place) return { names: namesIn(place), length };
  }
  return null;
}

/** Every word of a name of a place, for words that are spelt wrongly. */
export const WORDS_OF_PLACES: readonly string[] = [
  ...new Set([...PLACES.keys()].flatMap((key) => key.split(" "))),
].filter((word) => word.length >= 4);
