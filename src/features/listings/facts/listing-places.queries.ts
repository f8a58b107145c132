import { queryOptions } from "@tanstack/react-query";
import { getListingFacts } from "../../../../worker/contracts/places.ts";
import { callOrNull } from "../../../lib/api.ts";

/** Query keys that start with the listings' key, so that invalidating listings includes them. */
export const placesKeys = {
  facts: (id: number) => ["listings", "facts", id] as const,
};

/** Returns the query for the location data of a listing; its data is null if the listing is not public. */
export function listingPlaceFacts(id: number) {
  return queryOptions({
    queryKey: placesKeys.facts(id),
    queryFn: ({ signal }) => callOrNull(getListingFacts, { id }, { signal }),
  });
}
