import type { Cell, Columns } from "./cells.ts";
import type { House, SqlValue, Table } from "./statements.ts";

/** Names of the data sets in the table `datasets`. */
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

/** What a row of a file is. */
export type Reading =
  | { refused: string }
  | {
      /** What rows are the same by: of two, the first one counts. */
      key: string;
      /** In the order of the table's columns. */
      values: readonly SqlValue[];
      /** Rows that follow from this one, and give way to one that the file has itself. */
      fillers?: readonly (readonly SqlValue[])[];
      /** The row has no coordinates: those of this house take the place of the values at `placeAt`, where it is known. */
      house?: House;
      /** What is odd about the row, though it is loaded. */
      warning?: string;
    };

/** A data set that comes as a CSV file. */
export interface CsvSet {
  dataset: DatasetName;
  /** Whom the site names for it. */
  source: string;
  columns: Columns;
  /** Columns that a file must have. */
  needs: readonly string[];
  /** The coordinates' place in the values; latitude first. */
  placeAt: number;
  table: Table;
  /** SQL condition: the rows of the table that are this set's. */
  scope: string;
  read: (cell: Cell) => Reading;
}

/** As the site names its sources (docs/open-data.md, attribution). */
export const CITY = "City of Toronto, Open Government Licence – Toronto";
export const OPEN_STREET_MAP = "OpenStreetMap contributors, ODbL";
