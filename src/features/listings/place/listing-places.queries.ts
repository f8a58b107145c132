import { queryOptions } from "@tanstack/react-query";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { getJsonOrNull } from "../../../lib/api.ts";

/** Under the listings' key, so that invalidating listings includes it. */
export const placesKeys = {
  facts: (id: number) => ["listings", "facts", id] as const,
};

/** Location facts of a public listing; null if it is not public. */
export function listingPlaceFacts(id: number) {
  return queryOptions({
    queryKey: placesKeys.facts(id),
    queryFn: ({ signal }) => getJsonOrNull<ListingFacts>(`/api/marketplace-listings/${id}/facts`, { signal }),
  });
}
