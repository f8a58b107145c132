import { AREAS } from "../../contracts/addresses.ts";
import { DISTRICTS, placeNamed, placeNameKey, PLACES_IN_USE } from "../../contracts/place-names.ts";
import type { ListingSearch } from "../../contracts/search.ts";

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
for (const [name, neighbourhoods] of [...PLACES_IN_USE, ...DISTRICTS]) {
  const words = placeNameKey(name).split(" ");
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
    [
      ...DISTRICTS.flatMap(([name, names]) => [name, ...names]),
      ...PLACES_IN_USE.map(([name]) => name),
      ...AREAS,
    ].flatMap((name) => placeNameKey(name).split(" ")),
  ),
].filter((word) => word.length >= 4);
