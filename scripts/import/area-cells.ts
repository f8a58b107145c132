import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { CELL_LATITUDE, CELL_LONGITUDE, type Cell, cellOf } from "../../worker/features/places/grid.ts";

/** Coordinates of a GeoJSON MultiPolygon: [longitude, latitude]. */
export type Polygons = [number, number][][][];

/** Edges are looked at in pieces no longer than this, in degrees: half a cell. */
const PIECE = 0.0025;

/**
 * The cells that an area may reach into: those its outline passes, and those that lie inside. A place in any other cell
 * is not in the area.
 */
export function cellsOfArea(polygons: Polygons): Cell[] {
  const found = new Map<string, Cell>();
  const keep = (cell: Cell) => found.set(`${cell.row}:${cell.column}`, cell);
  for (const ring of polygons.flat()) {
    for (const [index, [longitude, latitude]] of ring.entries()) {
      const [nextLongitude, nextLatitude] = ring[index + 1] ?? [longitude, latitude];
      const across = nextLongitude - longitude;
      const up = nextLatitude - latitude;
      const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(across), Math.abs(up)) / PIECE));
      for (let piece = 0; piece < pieces; piece += 1) {
        const at = (part: number) =>
          cellOf({ latitude: latitude + (up * part) / pieces, longitude: longitude + (across * part) / pieces });
        for (const cell of box(at(piece), at(piece + 1))) keep(cell);
      }
    }
  }
  const outline = [...found.values()];
  const rows = outline.map(({ row }) => row);
  const columns = outline.map(({ column }) => column);
  const from = { row: Math.min(...rows), column: Math.min(...columns) };
  const to = { row: Math.max(...rows), column: Math.max(...columns) };
  for (const cell of box(from, to)) {
    if (found.has(`${cell.row}:${cell.column}`)) continue;
    // No outline passes the cell: its middle speaks for all of it.
    const middle = [(cell.column + 0.5) * CELL_LONGITUDE, (cell.row + 0.5) * CELL_LATITUDE];
    if (booleanPointInPolygon(middle, { type: "MultiPolygon", coordinates: polygons })) keep(cell);
  }
  return [...found.values()];
}

/** All cells between two, both included. */
function box(a: Cell, b: Cell): Cell[] {
  const cells: Cell[] = [];
  for (let row = Math.min(a.row, b.row); row <= Math.max(a.row, b.row); row += 1)
    for (let column = Math.min(a.column, b.column); column <= Math.max(a.column, b.column); column += 1)
      cells.push({ row, column });
  return cells;
}
