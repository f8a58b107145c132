import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { placeIn, cleanCell, CITY, type DatasetName } from "./csv-set.ts";
import { fitsStatement, type SqlValue } from "./statements.ts";
import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { CELL_LATITUDE, CELL_LONGITUDE, type Cell, cellOf } from "../../worker/platform/grid.ts";

/** Coordinates of a GeoJSON MultiPolygon: [longitude, latitude]. */
type Polygons = [number, number][][][];

/** Maximum length of the edge segments examined, in degrees: half a cell. */
const PIECE = 0.0025;

/**
 * Returns the cells that an area may cover: the cells that its outline crosses, and the cells inside the outline.
 * Locations in other cells are outside the area.
 */
function cellsOfArea(polygons: Polygons): Cell[] {
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
    // No outline crosses the cell, so the cell's centre decides for the whole cell.
    const middle = [(cell.column + 0.5) * CELL_LONGITUDE, (cell.row + 0.5) * CELL_LATITUDE];
    if (booleanPointInPolygon(middle, { type: "MultiPolygon", coordinates: polygons })) keep(cell);
  }
  return [...found.values()];
}

/** Returns all cells in the rectangle between two cells, inclusive. */
function box(a: Cell, b: Cell): Cell[] {
  const cells: Cell[] = [];
  for (let row = Math.min(a.row, b.row); row <= Math.max(a.row, b.row); row += 1)
    for (let column = Math.min(a.column, b.column); column <= Math.max(a.column, b.column); column += 1)
      cells.push({ row, column });
  return cells;
}

/** A data set in a GeoJSON file of outlines. */
export interface AreaSet {
  dataset: DatasetName;
  source: string;
  kind: "neighbourhood" | "municipality";
  /** SQL condition for the rows of this data set. */
  scope: string;
}

export const NEIGHBOURHOODS: AreaSet = {
  dataset: "neighbourhoods",
  source: CITY,
  kind: "neighbourhood",
  scope: "kind='neighbourhood'",
};

export const MUNICIPALITIES: AreaSet = {
  dataset: "municipalities",
  source: CITY,
  kind: "municipality",
  scope: "kind='municipality'",
};

/** An area as it is stored, with the cells it covers. */
export interface Area {
  id: string;
  values: readonly SqlValue[];
  cells: { row: number; column: number }[];
}

interface AreaFile {
  /** SHA-256 of the content, in hex. */
  hash: string;
  /** Each feature in order, or the reason for its rejection. */
  features: (Area | { refused: string })[];
}

/** Rounds to about a metre, which keeps outlines within D1's size limit for a statement. */
const round = (degrees: number) => Math.round(degrees * 100_000) / 100_000;

/** Returns a polygon ring without repeated points, or the reason why it is invalid. */
function ringIn(ring: unknown): [number, number][] | string {
  if (!Array.isArray(ring)) return "the outline is not a list of points";
  const points: [number, number][] = [];
  for (const point of ring as unknown[]) {
    const [longitude, latitude] = Array.isArray(point) ? (point as unknown[]) : [];
    if (typeof longitude !== "number" || typeof latitude !== "number") return "a point of the outline is not a number";
    const place = placeIn(latitude, longitude);
    if ("refused" in place) return place.refused;
    const next: [number, number] = [round(longitude), round(latitude)];
    const last = points.at(-1);
    if (last === undefined || last[0] !== next[0] || last[1] !== next[1]) points.push(next);
  }
  if (points.length < 4) return "the outline has fewer than three corners";
  const [first, last] = [points[0], points.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) return "the outline is not closed";
  return points;
}

function polygonsIn(geometry: unknown): Polygons | string {
  const { type, coordinates } = (geometry ?? {}) as { type?: unknown; coordinates?: unknown };
  const polygons: unknown = type === "Polygon" ? [coordinates] : coordinates;
  if ((type !== "Polygon" && type !== "MultiPolygon") || !Array.isArray(polygons) || polygons.length === 0)
    return "neither a Polygon nor a MultiPolygon";
  const read: Polygons = [];
  for (const polygon of polygons as unknown[]) {
    if (!Array.isArray(polygon) || polygon.length === 0) return "a polygon has no outline";
    const rings: [number, number][][] = [];
    for (const ring of polygon as unknown[]) {
      const points = ringIn(ring);
      if (typeof points === "string") return points;
      rings.push(points);
    }
    read.push(rings);
  }
  return read;
}

/** Normalises a name, because older City files contain "Casa Loma (96)" and "NORTH YORK". */
function nameIn(properties: Record<string, unknown>, kind: AreaSet["kind"]): string {
  const written = properties.name ?? properties.AREA_NAME;
  const name = typeof written === "string" ? cleanCell(written).replace(/ \(\d+\)$/, "") : "";
  // The City writes "North St.James Town" without a space.
  if (kind === "neighbourhood") return name.replace(/\.(?=\p{L})/gu, ". ");
  if (/^(former )?toronto$/i.test(name)) return "Old Toronto";
  return name === name.toUpperCase() ? name.toLowerCase().replace(/\b\p{L}/gu, (first) => first.toUpperCase()) : name;
}

function readArea(feature: unknown, kind: AreaSet["kind"]): Area | { refused: string } {
  const { properties, geometry } = (feature ?? {}) as { properties?: unknown; geometry?: unknown };
  const facts = (properties ?? {}) as Record<string, unknown>;
  const name = nameIn(facts, kind);
  if (name === "") return { refused: "blank name" };
  const code = facts.code ?? facts.AREA_SHORT_CODE;
  const mark = kind === "municipality" ? name : typeof code === "number" ? String(code) : code;
  if (typeof mark !== "string" || cleanCell(mark) === "") return { refused: "blank code" };
  const polygons = polygonsIn(geometry);
  if (typeof polygons === "string") return { refused: polygons };
  const id = `${kind}:${cleanCell(mark).replace(/^0+(?=\d)/, "")}`;
  const values = [id, kind, name, JSON.stringify(polygons)];
  if (!fitsStatement(values.join())) return { refused: "the outline is longer than the database takes" };
  return { id, values, cells: cellsOfArea(polygons) };
}

/** Reads a small GeoJSON file. Rejects when it is malformed or truncated. */
export async function readAreas(path: string, { kind }: AreaSet): Promise<AreaFile> {
  const bytes = await readFile(path);
  let content: unknown;
  try {
    content = JSON.parse(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    throw new Error("This is not GeoJSON; it may be cut off. Download it again.");
  }
  const features = (content as { features?: unknown } | null)?.features;
  if (!Array.isArray(features)) throw new Error("This GeoJSON has no list of features.");
  return {
    hash: createHash("sha256").update(bytes).digest("hex"),
    features: features.map((feature: unknown) => readArea(feature, kind)),
  };
}
