import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import type { Coordinates } from "./grid.ts";
import type { areas } from "./places.table.ts";

type Area = Pick<typeof areas.$inferSelect, "kind" | "name" | "polygons">;

/** The name of the area of a kind that a place lies in, or null. */
export function areaAt(kind: Area["kind"], { latitude, longitude }: Coordinates, near: readonly Area[]): string | null {
  const holds = (area: Area) =>
    area.kind === kind &&
    booleanPointInPolygon([longitude, latitude], { type: "MultiPolygon", coordinates: area.polygons });
  return near.find(holds)?.name ?? null;
}
