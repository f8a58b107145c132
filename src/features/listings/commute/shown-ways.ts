import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { lenientSearch } from "../../../../worker/contracts/search.ts";
import { type NamedPlace, placesOfSearch } from "./places.ts";
import { waysOfHome } from "./ways.queries.ts";
import { useWays } from "./ways-store.ts";

/** The places whose ways are shown: those of the address, as in a shared link, else those of this browser. */
export function useShownPlaces(): readonly NamedPlace[] {
  const { search } = useLocation();
  const own = useWays()?.places ?? [];
  const shared = placesOfSearch(lenientSearch(new URLSearchParams(search)), own);
  return shared.length > 0 ? shared : own;
}

/**
 * Ways from a home to the shown places, in their order; null while they are unknown, without a timetable, and where they
 * could not be loaded.
 */
export function useWaysOfHome(id: number) {
  const places = useShownPlaces();
  const { data } = useQuery({ ...waysOfHome(places, id), enabled: places.length > 0 });
  if (data === undefined || data.timetable === null || data.ways === undefined) return null;
  return { places, timetable: data.timetable, ways: data.ways };
}
