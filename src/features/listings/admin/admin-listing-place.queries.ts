import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import type { PinDrop } from "../../../../worker/contracts/places.schemas.ts";
import { getJson, sendJson } from "../../../lib/api.ts";
import { FOR_MODERATORS } from "../../../lib/paged-list.ts";
import { listingsKeys } from "../card/listings.queries.ts";

const factsKey = (id: number) => [...listingsKeys.all, "admin", "facts", id] as const;
/** How often a listing that waits to be looked up is asked after. */
const POLL_MS = 5_000;

/** The facts about a listing in any state. */
export function adminListingFacts(id: number) {
  return queryOptions({
    queryKey: factsKey(id),
    queryFn: ({ signal }) => getJson<ListingFacts>(`/api/admin/listings/${id}/facts`, { signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.enrichedAt === null ? POLL_MS : false),
    meta: FOR_MODERATORS,
  });
}

/** A change of a listing's place: all lists and pages are read again, those not shown when they are shown next. */
function usePlaceChange<Input, Answer>(id: number, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      // Moderators' lists too: they tell which listings have no place.
      void client.invalidateQueries({ queryKey: listingsKeys.all });
      await client.invalidateQueries({ queryKey: factsKey(id) }, { cancelRefetch: false });
    },
  });
}

/** Drops a pin. The mutation ends when the facts around it have come. */
export function useDropPin(id: number) {
  return usePlaceChange(id, (pin: PinDrop) => sendJson<ListingFacts>("PUT", `/api/admin/listings/${id}/place`, pin));
}

/** Takes the pin away, if there is one, and has the address looked up again. */
export function useLookUpAgain(id: number) {
  return usePlaceChange(id, () => sendJson<{ success: true }>("DELETE", `/api/admin/listings/${id}/place`));
}
