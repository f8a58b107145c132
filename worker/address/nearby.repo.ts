import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { Deps } from "../platform/deps.ts";
import { cellOf, cellsAround, type Coordinates } from "../platform/grid.ts";
import type { NearbyKind } from "./place-data.ts";
import { areaCells, areas, datasets, nearbyPlaces } from "./places.table.ts";

/**
 * Row limit, higher than the number of places in the largest box that is read, and higher than the number of parks in
 * the City.
 */
const MAX_PLACES = 3_000;

const PLACE = { name: nearbyPlaces.name, latitude: nearbyPlaces.latitude, longitude: nearbyPlaces.longitude };

/** Largest radius of {@link placesAround}, because each row of cells uses one of the 100 values that D1 can bind. */
export const MAX_RADIUS_METRES = 25_600;

/**
 * Returns the query for places of a kind in all cells that a circle touches (uses index nearby_places_cell, one range
 * per row of cells). Some results lie outside the circle.
 * @param radiusMetres at most {@link MAX_RADIUS_METRES}
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
    .limit(MAX_PLACES);
}

/** Returns the query for all places of a kind. */
export function allPlaces(deps: Deps, kind: NearbyKind) {
  return deps.db.select(PLACE).from(nearbyPlaces).where(eq(nearbyPlaces.kind, kind)).limit(MAX_PLACES);
}

/** Maximum number of areas in one cell: a few neighbourhoods and two or three municipalities. */
const MAX_AREAS = 30;

/**
 * Returns the query for the areas that overlap the cell of a location (uses index area_cells_cell, then the primary
 * key).
 */
export function areasNear(deps: Deps, place: Coordinates) {
  const { row, column } = cellOf(place);
  return deps.db
    .select({ kind: areas.kind, name: areas.name, polygons: areas.polygons })
    .from(areaCells)
    .innerJoin(areas, eq(areas.id, areaCells.areaId))
    .where(and(eq(areaCells.cellRow, row), eq(areaCells.cellColumn, column)))
    .limit(MAX_AREAS);
}

/** Maximum number of neighbourhoods with one colloquial name. */
const MAX_NAMED = 20;

/** Returns the outlines of areas with given names (a scan of the names of about 170 areas). */
export async function areasNamed(deps: Deps, kind: (typeof areas.$inferSelect)["kind"], names: readonly string[]) {
  return deps.db
    .select({ polygons: areas.polygons })
    .from(areas)
    .where(and(eq(areas.kind, kind), sql`${areas.name} IN (SELECT value FROM json_each(${JSON.stringify(names)}))`))
    .limit(MAX_NAMED);
}

/** Row limit, higher than the number of kinds of open data. */
const MAX_DATASETS = 50;

/** Returns the imported data sets by name. */
export async function importedDatasets(deps: Deps) {
  return deps.db.select().from(datasets).orderBy(datasets.name).limit(MAX_DATASETS);
}
