import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { PlacesOverview, PlacesRerun } from "../../../worker/contracts/places.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

const placesKeys = { overview: ["places", "admin", "overview"] as const };
/** How often the panel looks after look-ups that wait. */
const POLL_MS = 30_000;

/** What the facts about places rest on. Asked again each time it is opened, and while listings wait. */
export function placesOverview() {
  return queryOptions({
    queryKey: placesKeys.overview,
    queryFn: ({ signal }) => getJson<PlacesOverview>("/api/admin/places", { signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data && state.data.waiting > 0 ? POLL_MS : false),
    meta: FOR_MODERATORS,
  });
}

/** Has all listings looked up again. The mutation ends when the counts have been read again. */
export function useLookUpAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendJson<PlacesRerun>("POST", "/api/admin/places/rerun"),
    onSuccess: () => client.invalidateQueries({ queryKey: placesKeys.overview }),
  });
}
