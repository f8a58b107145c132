import { placeByName } from "../../../contracts/place-names.ts";
import type { ListingSearch } from "../../../contracts/search.ts";

/**
 * Replaces the place names in a search with canonical names: "the annex" → "Annex", and "scarborough" as a
 * neighbourhood → the municipality. Unknown names are unchanged and match nothing.
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
