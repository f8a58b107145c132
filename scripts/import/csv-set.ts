import type { House, SqlValue, Table } from "./statements.ts";
import type { Coordinates } from "../../worker/platform/grid.ts";
import { GTA_BOUNDS, isWithin } from "../../worker/contracts/places.ts";

/** Maximum length of a stored name, in characters. */
const NAME_MAX = 200;

/** Reads a cell of the current row by the site's column name; empty when the file lacks the column. */
export type Cell = (column: string) => string;

/** Alternative header names of each column, in lower case. The usual name is first. */
type Columns = Readonly<Record<string, readonly string[]>>;

/** Coordinate columns of common files and of the City's files. */
export const PLACE_COLUMNS = {
  latitude: ["lat", "latitude"],
  longitude: ["lng", "lon", "longitude"],
  /** A cell with a GeoJSON point, as in the City's CSV files. */
  geometry: ["geometry"],
} as const;

const spelling = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** Returns the indexes of the columns in a header; missing ones are omitted. */
export function findColumns(header: readonly string[], columns: Columns): Map<string, number> {
  const names = header.map(spelling);
  const found = Object.entries(columns).map(([column, spellings]): [string, number] => [
    column,
    spellings.map((name) => names.indexOf(name)).find((index) => index !== -1) ?? -1,
  ]);
  return new Map(found.filter(([, index]) => index !== -1));
}

/** Returns whether a header has coordinate columns in degrees, or a column with a GeoJSON point. */
export const hasPlace = (found: ReadonlyMap<string, number>): boolean =>
  found.has("geometry") || (found.has("latitude") && found.has("longitude"));

/** Placeholders for empty cells in the City's files. */
const EMPTY: ReadonlySet<string> = new Set(["None", "N/A"]);

/** Returns a function that reads the cells of a row by column name. */
export function cellsOf(found: ReadonlyMap<string, number>, row: readonly string[]): Cell {
  return (column) => {
    const index = found.get(column);
    const text = index === undefined ? "" : (row[index] ?? "").trim();
    return EMPTY.has(text) ? "" : text;
  };
}

/** Returns a text as a single line of bounded length, without control characters. */
export const cleanCell = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX);

/** Parses a whole number; returns null when it is malformed. */
export const wholeNumber = (text: string): number | null =>
  /^\d{1,9}(\.0+)?$/.test(text) ? Number.parseInt(text, 10) : null;

/** The coordinates of a row, or the reason why it has none. */
type PlaceRead = Coordinates | { refused: string };

/** Rejection reason for a row without coordinates. */
export const NO_COORDINATES = "no coordinates";

/** Returns coordinates within the area of the site, rounded to seven decimals (one centimetre). */
export function placeIn(latitude: number, longitude: number): PlaceRead {
  if (isWithin({ latitude, longitude }, GTA_BOUNDS))
    return { latitude: Number(latitude.toFixed(7)), longitude: Number(longitude.toFixed(7)) };
  return { refused: `outside the Greater Toronto Area: ${latitude}, ${longitude}` };
}

const DEGREES = /^[+-]?\d{1,3}(\.\d+)?$/;

/** Reads the coordinates of a row from its degree columns or its GeoJSON point. */
export function placeOf(cell: Cell): PlaceRead {
  const latitude = cell("latitude");
  const longitude = cell("longitude");
  const geometry = cell("geometry");
  if (latitude === "" && longitude === "" && geometry !== "") return pointOf(geometry);
  if (latitude === "" || longitude === "") return { refused: NO_COORDINATES };
  if (!DEGREES.test(latitude)) return { refused: `latitude is not a number: "${cleanCell(latitude).slice(0, 40)}"` };
  if (!DEGREES.test(longitude)) return { refused: `longitude is not a number: "${cleanCell(longitude).slice(0, 40)}"` };
  return placeIn(Number(latitude), Number(longitude));
}

function pointOf(geometry: string): PlaceRead {
  try {
    const { coordinates } = JSON.parse(geometry) as { coordinates?: unknown };
    // City files also use a MultiPoint with one point.
    const point: unknown = Array.isArray(coordinates) && Array.isArray(coordinates[0]) ? coordinates[0] : coordinates;
    if (!Array.isArray(point) || point.length < 2) return { refused: NO_COORDINATES };
    const [longitude, latitude] = point as unknown[];
    if (typeof latitude !== "number" || typeof longitude !== "number") return { refused: "geometry is not a point" };
    return placeIn(latitude, longitude);
  } catch {
    return { refused: "geometry is not GeoJSON" };
  }
}

/** Names in the table `datasets`. */
export type DatasetName =
  | "addresses"
  | "buildings"
  | "schools"
  | "daycares"
  | "grocery"
  | "medical"
  | "parks"
  | "neighbourhoods"
  | "municipalities";

/** A parsed row. */
export type Reading =
  | { refused: string }
  | {
      /** Identifies the row. If several rows have the same key, the first one counts. */
      key: string;
      /** Values in the order of the table's columns. */
      values: readonly SqlValue[];
      /** Rows derived from this row. Rows that are in the file take precedence. */
      fillers?: readonly (readonly SqlValue[])[];
      /**
       * Set if the row has no coordinates. If the coordinates of this house are known, they replace the values at
       * `placeAt`.
       */
      house?: House;
      /** A problem with a row that is loaded anyway. */
      warning?: string;
    };

/** A data set that is imported from a CSV file. */
export interface CsvSet {
  dataset: DatasetName;
  /** The attribution shown on the site. */
  source: string;
  columns: Columns;
  /** Required columns. */
  needs: readonly string[];
  /** Index of the coordinates among the values; latitude first. */
  placeAt: number;
  table: Table;
  /** SQL condition for the rows of this data set. */
  scope: string;
  read: (cell: Cell) => Reading;
}

/** Attributions shown on the site (docs/open-data.md). */
export const CITY = "City of Toronto, Open Government Licence – Toronto";
export const OPEN_STREET_MAP = "OpenStreetMap contributors, ODbL";
