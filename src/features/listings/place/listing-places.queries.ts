import { queryOptions } from "@tanstack/react-query";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { ApiError, getJson } from "../../../lib/api.ts";

/** Below the listings' own key, so that what makes them stale makes this stale too. */
export const placesKeys = {
  facts: (id: number) => ["listings", "facts", id] as const,
};

/** How the facts about a listing are known; null when it is not public (any more). */
export function listingPlaceFacts(id: number) {
  return queryOptions({
    queryKey: placesKeys.facts(id),
    queryFn: async ({ signal }): Promise<ListingFacts | null> => {
      try {
        return await getJson<ListingFacts>(`/api/marketplace-listings/${id}/facts`, { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}
