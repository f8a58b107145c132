import type { Coordinates } from "../../worker/features/places/grid.ts";
import { GTA_BOUNDS, isWithin } from "../../worker/contracts/region.ts";

/** Longest name that is kept. */
const NAME_MAX = 200;

/** Reads a cell of the row at hand by the site's name of its column; empty when the file has no such column. */
export type Cell = (column: string) => string;

/** Spellings of a column's name in the files, in lower case, the usual one first. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** Columns of a place, in the usual files and in the City's own. */
export const PLACE_COLUMNS = {
  latitude: ["lat", "latitude"],
  longitude: ["lng", "lon", "longitude"],
  /** A GeoJSON point in a cell, as in the City's CSV files. */
  geometry: ["geometry"],
} as const;

const spelling = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** Where the columns are in a file with this header; those it does not have are left out. */
export function findColumns(header: readonly string[], columns: Columns): Map<string, number> {
  const names = header.map(spelling);
  const found = Object.entries(columns).map(([column, spellings]): [string, number] => [
    column,
    spellings.map((name) => names.indexOf(name)).find((index) => index !== -1) ?? -1,
  ]);
  return new Map(found.filter(([, index]) => index !== -1));
}

/** Whether a header has coordinates of one kind or the other. */
export const hasPlace = (found: ReadonlyMap<string, number>): boolean =>
  found.has("geometry") || (found.has("latitude") && found.has("longitude"));

/** What the City's files write in cells that are empty. */
const EMPTY: ReadonlySet<string> = new Set(["None", "N/A"]);

/** Reads the cells of a row by the columns that were found. */
export function cellsOf(found: ReadonlyMap<string, number>, row: readonly string[]): Cell {
  return (column) => {
    const index = found.get(column);
    const text = index === undefined ? "" : (row[index] ?? "").trim();
    return EMPTY.has(text) ? "" : text;
  };
}

/** Text on one line, without control characters, of a bounded length. */
export const tidy = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX);

/** A whole number, or null when the text is none. */
export const wholeNumber = (text: string): number | null =>
  /^\d{1,9}(\.0+)?$/.test(text) ? Number.parseInt(text, 10) : null;

/** The place of a row, or why it has none. */
export type PlaceRead = Coordinates | { refused: string };

/** Why a row without coordinates is refused. */
export const NO_COORDINATES = "no coordinates";

/** A place in the area the site is about; seven decimals are a centimetre. */
export function placeIn(latitude: number, longitude: number): PlaceRead {
  if (isWithin({ latitude, longitude }, GTA_BOUNDS))
    return { latitude: Number(latitude.toFixed(7)), longitude: Number(longitude.toFixed(7)) };
  return { refused: `outside the Greater Toronto Area: ${latitude}, ${longitude}` };
}

const DEGREES = /^[+-]?\d{1,3}(\.\d+)?$/;

/** The place of a row, from its columns of degrees or from its GeoJSON point. */
export function placeOf(cell: Cell): PlaceRead {
  const latitude = cell("latitude");
  const longitude = cell("longitude");
  const geometry = cell("geometry");
  if (latitude === "" && longitude === "" && geometry !== "") return pointOf(geometry);
  if (latitude === "" || longitude === "") return { refused: NO_COORDINATES };
  if (!DEGREES.test(latitude)) return { refused: `latitude is not a number: "${tidy(latitude).slice(0, 40)}"` };
  if (!DEGREES.test(longitude)) return { refused: `longitude is not a number: "${tidy(longitude).slice(0, 40)}"` };
  return placeIn(Number(latitude), Number(longitude));
}

function pointOf(geometry: string): PlaceRead {
  try {
    const { coordinates } = JSON.parse(geometry) as { coordinates?: unknown };
    // A MultiPoint of one point, in the City's files.
    const point: unknown = Array.isArray(coordinates) && Array.isArray(coordinates[0]) ? coordinates[0] : coordinates;
    if (!Array.isArray(point) || point.length < 2) return { refused: NO_COORDINATES };
    const [longitude, latitude] = point as unknown[];
    if (typeof latitude !== "number" || typeof longitude !== "number") return { refused: "geometry is not a point" };
    return placeIn(latitude, longitude);
  } catch {
    return { refused: "geometry is not GeoJSON" };
  }
}
