import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListState } from "./list-state.ts";
import { placesOfSearch } from "./places.ts";
import { useShownPlaces } from "./shown-ways.ts";
import { areaOfPlace } from "./ways.queries.ts";
import { useWays } from "./ways-store.ts";
import type { CommuteArea } from "../../../../worker/contracts/commute.ts";
import type { MapTint } from "../../../ui/map/map-types.ts";

/** An area with the limit that it was asked for, in minutes. */
interface LimitedArea {
  area: CommuteArea;
  limit: number;
}

const UNREACHABLE = 255;
/** Steps of the tint: the nearer, the stronger. */
const TINT_LEVELS = 3;

const bytesOf = ({ minutes }: CommuteArea) => Uint8Array.from(atob(minutes), (byte) => byte.charCodeAt(0));

/** Minutes from a point to the place of an area; {@link UNREACHABLE} beyond its limit or outside. */
function minutesAt(area: CommuteArea, minutes: Uint8Array, latitude: number, longitude: number): number {
  const column = Math.floor((longitude - area.west) / area.stepLng);
  const row = Math.floor((area.north - latitude) / area.stepLat);
  const isInside = column >= 0 && row >= 0 && column < area.width && row < area.height;
  return isInside ? (minutes[row * area.width + column] ?? UNREACHABLE) : UNREACHABLE;
}

/** How near a point is to all places: the greatest share of a limit, or null beyond any limit. */
function reader(areas: readonly LimitedArea[]) {
  const read = areas.map(({ area, limit }) => ({ area, limit, minutes: bytesOf(area) }));
  return (latitude: number, longitude: number): number | null => {
    let share = 0;
    for (const { area, limit, minutes } of read) {
      const taken = minutesAt(area, minutes, latitude, longitude);
      if (taken === UNREACHABLE || taken > limit) return null;
      share = Math.max(share, taken / limit);
    }
    return share;
  };
}

/** Where all places can be reached within their limits, as a tint for the map. @param areas at least one */
export function tintOf(areas: readonly [LimitedArea, ...LimitedArea[]]): MapTint {
  const { west, north, stepLng, stepLat, width, height } = areas[0].area;
  const shareAt = reader(areas);
  const levels = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const share = shareAt(north - (row + 0.5) * stepLat, west + (column + 0.5) * stepLng);
      if (share !== null)
        levels[row * width + column] = TINT_LEVELS - Math.min(TINT_LEVELS - 1, Math.floor(share * TINT_LEVELS));
    }
  }
  return { west, north, east: west + width * stepLng, south: north - height * stepLat, width, height, levels };
}

/** Tells if all places can be reached from a point within their limits, to about 150 m. */
export function isReachable(areas: readonly LimitedArea[]) {
  const shareAt = reader(areas);
  return (latitude: number, longitude: number): boolean => shareAt(latitude, longitude) !== null;
}

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
