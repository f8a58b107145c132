import { AREAS, isInToronto } from "../../contracts/addresses.ts";
import { municipalityOfCommunity } from "../../contracts/communities.ts";
import type { ListingSearch } from "../../contracts/search.ts";
import { ALIASES, NEIGHBOURHOODS_OF } from "./place-name-list.ts";

const listed = (names: string) => names.split("; ");
const districts = Object.entries(NEIGHBOURHOODS_OF).map(([name, names]) => [name, listed(names)] as const);

const MARKS = /[\p{M}'’‘`´]/gu;
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;
const ARTICLE = /^ ?(?:the )?| $/g;

/** A name in one spelling: "The  Annex" and "annex", "L’Amoreaux" and "lamoreaux", "St. Clair" and "st clair". */
const foldedName = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(MARKS, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(NO_LETTERS, " ")
    .replace(ARTICLE, "");

/** What a name of a place stands for: neighbourhoods, or a municipality. The name is as it is written in addresses. */
export type NamedPlace =
  | { name: string; neighbourhoods: readonly string[]; municipality?: undefined }
  | { name: string; neighbourhoods?: undefined; municipality: string };

const OFFICIAL = new Map<string, NamedPlace>(
  districts.flatMap(([, names]) => names).map((name) => [foldedName(name), { name, neighbourhoods: [name] }]),
);
const CALLED = new Map<string, NamedPlace>(
  Object.entries(ALIASES).map(([name, names]) => [foldedName(name), { name, neighbourhoods: listed(names) }]),
);
const MUNICIPAL = new Map<string, NamedPlace>(
  [...AREAS, "Old Toronto"].map((name) => [foldedName(name), { name, municipality: name }]),
);

/** Parts of the names of neighbourhoods: "Swansea", "Don Mills". Some are parts of two. */
const PARTS = new Map<string, NamedPlace>();
for (const { name, neighbourhoods } of OFFICIAL.values()) {
  for (const part of name.split(/[-/]/)) {
    const other = PARTS.get(foldedName(part));
    const all = [...(other?.neighbourhoods ?? []), ...(neighbourhoods ?? [])];
    PARTS.set(foldedName(part), { name: other?.name ?? part, neighbourhoods: all });
  }
}

/**
 * The place of a name: a neighbourhood of the City's, one that people use, a municipality or a part of one, in this order.
 * Null for a name that is not known.
 */
export function placeNamed(text: string): NamedPlace | null {
  const folded = foldedName(text);
  const known = OFFICIAL.get(folded) ?? CALLED.get(folded) ?? MUNICIPAL.get(folded) ?? PARTS.get(folded);
  if (known) return known;
  const municipality = municipalityOfCommunity(folded);
  return municipality === null ? null : { name: municipality, municipality };
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

/** What people call a place, within a text: its neighbourhoods, and of how many words its name is. */
export interface CalledPlace {
  neighbourhoods: readonly string[];
  length: number;
}

/** Names that people use and listings do not say, by the first of their words, the longest first. */
const CALLED_BY_WORD = new Map<string, { words: readonly string[]; neighbourhoods: readonly string[] }[]>();
for (const [name, neighbourhoods] of [
  ...Object.entries(ALIASES).map(([alias, names]) => [alias, listed(names)] as const),
  ...districts,
]) {
  const words = foldedName(name).split(" ");
  const others = CALLED_BY_WORD.get(words[0] ?? "") ?? [];
  const longestFirst = [...others, { words, neighbourhoods }].sort((a, b) => b.words.length - a.words.length);
  CALLED_BY_WORD.set(words[0] ?? "", longestFirst);
}

/** The place that the words from one on are what people call it; null for all others. */
export function calledPlaceAt(words: readonly string[], from: number): CalledPlace | null {
  const found = CALLED_BY_WORD.get(words[from] ?? "")?.find(({ words: name }) =>
    name.every((word, index) => words[from + index] === word),
  );
  return found ? { neighbourhoods: found.neighbourhoods, length: found.words.length } : null;
}

/** Every word of a name of a place, for words that are spelt wrongly. */
export const WORDS_OF_PLACES: readonly string[] = [
  ...new Set(
    [...districts.flatMap(([name, names]) => [name, ...names]), ...Object.keys(ALIASES), ...AREAS].flatMap((name) =>
      foldedName(name).split(" "),
    ),
  ),
].filter((word) => word.length >= 4);
