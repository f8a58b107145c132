import { AREAS } from "../../../contracts/areas.ts";
import { NAMES_OF_MUNICIPALITIES } from "../../../contracts/communities.ts";
import { CITY, municipalitiesIn } from "../../../contracts/market-areas.ts";
import {
  DISTRICTS,
  isConnective,
  type NamedPlace,
  neighbourhoodsOf,
  placeByName,
  placeNameKeys,
  COLLOQUIAL_PLACES,
} from "../../../contracts/place-names.ts";
import type { ListingSearch } from "../../../contracts/search.ts";
import { isSignificant } from "../../../contracts/search-words.ts";

/**
 * A search with the names of its places as addresses write them: "the annex" → "Annex", and "scarborough" for a
 * neighbourhood → the municipality. What is not known stays, and finds nothing.
 */
export function withPlaceNames(search: ListingSearch): ListingSearch {
  const area = search.municipality === null ? null : placeByName(search.municipality);
  const place = search.neighbourhood === null ? null : placeByName(search.neighbourhood);
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

const KEYS = [
  ...DISTRICTS.flatMap(([, names]) => names),
  ...COLLOQUIAL_PLACES.map(([name]) => name),
  ...AREAS,
  ...NAMES_OF_MUNICIPALITIES.map(([name]) => name),
].flatMap(placeNameKeys);

/** Words of the longest name, with one that joins them: "St Lawrence-East Bayfront-The Islands". */
const LONGEST = Math.max(...KEYS.map((key) => key.split(" ").length)) + 1;

/** What listings in a place name as theirs. */
function namesIn({ neighbourhoods, municipality }: NamedPlace): readonly string[] {
  if (neighbourhoods !== undefined) return neighbourhoods;
  // Listings anywhere in the City are found by its name.
  return municipality === CITY ? [CITY] : [...municipalitiesIn(municipality), ...neighbourhoodsOf(municipality)];
}

/** The place that the words from one on name, by as many of them as do; null where they name none. */
export function calledPlaceAt(words: readonly string[], from: number): CalledPlace | null {
  if (!isSignificant(words[from] ?? "")) return null;
  for (let length = Math.min(LONGEST, words.length - from); length > 0; length -= 1) {
    const called = words.slice(from, from + length);
    const place = isConnective(called.at(-1) ?? "") ? null : placeByName(called.join(" "));
    if (place) return { names: namesIn(place), length };
  }
  return null;
}

/** Every word of a name of a place, for words that are spelt wrongly. */
export const WORDS_OF_PLACES: readonly string[] = [...new Set(KEYS.flatMap((key) => key.split(" ")))].filter(
  (word) => word.length >= 4,
);
