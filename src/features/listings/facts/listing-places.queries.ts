import { queryOptions } from "@tanstack/react-query";
import { getListingFacts } from "../../../../worker/contracts/places.ts";
import { callOrNull } from "../../../lib/api.ts";

/** Query keys below the listings' key, so that invalidating listings includes them. */
export const placesKeys = {
  facts: (id: number) => ["listings", "facts", id] as const,
};

/** Location data of a public listing; null if the listing is not public. */
export function listingPlaceFacts(id: number) {
  return queryOptions({
    queryKey: placesKeys.facts(id),
    queryFn: ({ signal }) => callOrNull(getListingFacts, { id }, { signal }),
  });
}
