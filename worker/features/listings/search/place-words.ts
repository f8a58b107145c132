import { AREAS } from "../../../contracts/areas.ts";
import { NAMES_OF_MUNICIPALITIES } from "../../../contracts/communities.ts";
import { CITY, municipalitiesIn } from "../../../contracts/market.ts";
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
 * A search with canonical place names: "the annex" → "Annex", and "scarborough" as a neighbourhood → the municipality.
 * Unknown names stay and match nothing.
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

/** A place named in a text. */
export interface PlaceMatch {
  /** Neighbourhoods and municipalities of listings in it. */
  names: readonly string[];
  /** Number of words of its name. */
  length: number;
}

const KEYS = [
  ...DISTRICTS.flatMap(([, names]) => names),
  ...COLLOQUIAL_PLACES.map(([name]) => name),
  ...AREAS,
  ...NAMES_OF_MUNICIPALITIES.map(([name]) => name),
].flatMap(placeNameKeys);

/** Words of the longest name, with one connective: "St Lawrence-East Bayfront-The Islands". */
const LONGEST = Math.max(...KEYS.map((key) => key.split(" ").length)) + 1;

/** Neighbourhoods and municipalities of listings in a place. */
function namesIn({ neighbourhoods, municipality }: NamedPlace): readonly string[] {
  if (neighbourhoods !== undefined) return neighbourhoods;
  // All listings in the City contain its name.
  return municipality === CITY ? [CITY] : [...municipalitiesIn(municipality), ...neighbourhoodsOf(municipality)];
}

/** The place with the longest name at a position of a text; null if there is none. */
export function placeNamedAt(words: readonly string[], from: number): PlaceMatch | null {
  if (!isSignificant(words[from] ?? "")) return null;
  for (let length = Math.min(LONGEST, words.length - from); length > 0; length -= 1) {
    const called = words.slice(from, from + length);
    const place = isConnective(called.at(-1) ?? "") ? null : placeByName(called.join(" "));
    if (place) return { names: namesIn(place), length };
  }
  return null;
}

/** All words of place names, for correcting misspelt ones. */
export const PLACE_WORDS: readonly string[] = [...new Set(KEYS.flatMap((key) => key.split(" ")))].filter(
  (word) => word.length >= 4,
);
