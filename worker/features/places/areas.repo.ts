import { and, eq } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { cellOf, type Coordinates } from "./grid.ts";
import { areaCells, areas } from "./places.table.ts";

/** Areas that can meet in one cell: a few neighbourhoods and two or three municipalities. */
const MOST = 30;

/** The query for the areas that reach into the cell of a place (index area_cells_cell, then the primary key). */
export function areasNear(deps: Deps, place: Coordinates) {
  const { row, column } = cellOf(place);
  return deps.db
    .select({ kind: areas.kind, name: areas.name, polygons: areas.polygons })
    .from(areaCells)
    .innerJoin(areas, eq(areas.id, areaCells.areaId))
    .where(and(eq(areaCells.cellRow, row), eq(areaCells.cellColumn, column)))
    .limit(MOST);
}
