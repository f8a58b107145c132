import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListState } from "./list-state.ts";
import { placesOfSearch } from "./places.ts";
import { isReachable, tintOf } from "./reachable.ts";
import { useShownPlaces } from "./shown-ways.ts";
import { areaOfPlace } from "./ways.queries.ts";
import { useWays } from "./ways-store.ts";

/**
 * Where the places that a list has limits for, or else all shown ones, can be reached within their limits; null while that
 * is unknown, without places, and where it is not wanted.
 */
export function useReachable({ asked }: ListState, isWanted: boolean) {
  const shown = useShownPlaces();
  const own = useWays()?.places ?? [];
  const places = asked.maxCommute.length > 0 ? placesOfSearch(asked, own) : shown;
  const limits = places.map(({ limit }) => limit).join();
  const areas = useQueries({
    queries: places.map((place) => ({ ...areaOfPlace(place), enabled: isWanted })),
    combine: (results) => results.map(({ data }) => data),
  });
  const reachable = useMemo(() => {
    const [first, ...others] = areas.flatMap((area, nth) =>
      area === undefined ? [] : [{ area, limit: Number(limits.split(",")[nth]) }],
    );
    if (first === undefined || others.length + 1 < areas.length) return null;
    return { tint: tintOf([first, ...others]), isFitting: isReachable([first, ...others]) };
  }, [areas, limits]);
  return { hasPlaces: places.length > 0, reachable: isWanted ? reachable : null };
}
