import { and, between, eq, inArray } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { cellOf, cellsAround, type Coordinates } from "../../platform/grid.ts";
import { areaCells, areas, type NearbyKind, nearbyPlaces } from "./places.table.ts";

/** More than lie in the widest box that is asked for; all parks of the City are fewer. */
const MOST = 3_000;

const PLACE = { name: nearbyPlaces.name, latitude: nearbyPlaces.latitude, longitude: nearbyPlaces.longitude };

/** Widest radius that {@link placesAround} can look through: D1 binds at most 100 values, one of them for each row of cells. */
export const WIDEST_METRES = 25_600;

/**
 * The query for places of a kind in the cells that a circle touches (index nearby_places_cell, one range for each row of
 * cells): all within the radius, and some around it.
 * @param radiusMetres at most {@link WIDEST_METRES}
 */
export function placesAround(deps: Deps, kind: NearbyKind, centre: Coordinates, radiusMetres: number) {
  const { from, to } = cellsAround(centre, radiusMetres);
  const rows = Array.from({ length: to.row - from.row + 1 }, (_, index) => from.row + index);
  return deps.db
    .select(PLACE)
    .from(nearbyPlaces)
    .where(
      and(
        eq(nearbyPlaces.kind, kind),
        inArray(nearbyPlaces.cellRow, rows),
        between(nearbyPlaces.cellColumn, from.column, to.column),
      ),
    )
    .limit(MOST);
}

/** The query for all places of a kind, wherever they are. */
export function placesAnywhere(deps: Deps, kind: NearbyKind) {
  return deps.db.select(PLACE).from(nearbyPlaces).where(eq(nearbyPlaces.kind, kind)).limit(MOST);
}

/** Areas that can meet in one cell: a few neighbourhoods and two or three municipalities. */
const MOST_AREAS = 30;

/** The query for the areas that reach into the cell of a place (index area_cells_cell, then the primary key). */
export function areasNear(deps: Deps, place: Coordinates) {
  const { row, column } = cellOf(place);
  return deps.db
    .select({ kind: areas.kind, name: areas.name, polygons: areas.polygons })
    .from(areaCells)
    .innerJoin(areas, eq(areas.id, areaCells.areaId))
    .where(and(eq(areaCells.cellRow, row), eq(areaCells.cellColumn, column)))
    .limit(MOST_AREAS);
}
