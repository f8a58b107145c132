/** All SQL of the import, without parameters, because in production it runs as files. */

/** D1's limit for a statement is 100 KB. */
const STATEMENT_BYTES = 90_000;
/** Rows per DELETE, well within D1's 30 seconds. */
const ROWS_A_DELETE = 10_000;

export type SqlValue = string | number | null;

/** A table filled from a file; every such table also has the column `version`. */
export interface Table {
  name: "address_points" | "nearby_places" | "rental_buildings" | "areas";
  columns: readonly string[];
  /** Columns that identify a row. */
  key: readonly string[];
}

export const ADDRESS_POINTS: Table = {
  name: "address_points",
  columns: ["street", "number", "suffix", "municipality", "latitude", "longitude", "source"],
  key: ["street", "number", "suffix", "municipality"],
};

export const NEARBY_PLACES: Table = {
  name: "nearby_places",
  columns: ["kind", "source_id", "name", "latitude", "longitude", "cell_row", "cell_column"],
  key: ["kind", "source_id"],
};

export const RENTAL_BUILDINGS: Table = {
  name: "rental_buildings",
  columns: [
    "rsn",
    "address",
    "street",
    "lowest_number",
    "highest_number",
    "fsa",
    "year_built",
    "storeys",
    "units",
    "property_type",
    "score",
    "evaluated_on",
    "latitude",
    "longitude",
  ],
  key: ["rsn"],
};

export const AREAS: Table = { name: "areas", columns: ["id", "kind", "name", "polygons"], key: ["id"] };

/** Formats a value as a SQL literal. Throws for numbers that are not finite. */
function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("\0", "").replaceAll("'", "''")}'`;
  if (!Number.isFinite(value)) throw new Error(`${value} cannot be stored.`);
  return String(value);
}

const tuple = (values: readonly SqlValue[]) => `(${values.map(literal).join(",")})`;

/**
 * Collects rows into upsert statements of bounded length; unchanged rows cost no write.
 * @param isFiller true if existing rows of the same version and key take precedence over these rows
 */
export function upserts({ name, columns, key }: Table, version: string, isFiller = false) {
  const others = [...columns, "version"].filter((column) => !key.includes(column));
  const compared = isFiller ? ["version"] : others;
  const head = `INSERT INTO ${name} (${[...columns, "version"].join(",")}) VALUES `;
  const tail =
    ` ON CONFLICT (${key.join(",")}) DO UPDATE SET ${others.map((column) => `${column}=excluded.${column}`).join(",")}` +
    ` WHERE ${compared.map((column) => `${name}.${column} IS NOT excluded.${column}`).join(" OR ")}`;
  let rows: string[] = [];
  let bytes = 0;

  function take(): string | undefined {
    const statement = rows.length === 0 ? undefined : head + rows.join(",") + tail;
    rows = [];
    bytes = 0;
    return statement;
  }

  return {
    /** @returns a full statement, if any */
    add(values: readonly SqlValue[]): string | undefined {
      const row = tuple([...values, version]);
      const size = Buffer.byteLength(row) + 1;
      const full = bytes + size > STATEMENT_BYTES - head.length - tail.length ? take() : undefined;
      rows.push(row);
      bytes += size;
      return full;
    },
    /** @returns the statement for the remaining rows */
    take,
  };
}

/** Returns whether an area's outline fits into a single D1 statement. */
export const fitsStatement = (text: string): boolean => Buffer.byteLength(text) <= STATEMENT_BYTES;

/** Returns statements that replace the cells of an area, to be run together. */
export function replaceCells(areaId: string, cells: readonly { row: number; column: number }[]): string[] {
  const values = cells.map(({ row, column }) => tuple([row, column, areaId]));
  const inserts: string[] = [];
  // 2,000 rows take about 60 KB of SQL.
  for (let at = 0; at < values.length; at += 2_000)
    inserts.push(
      `INSERT OR IGNORE INTO area_cells (cell_row,cell_column,area_id) VALUES ${values.slice(at, at + 2_000).join(",")}`,
    );
  return [`DELETE FROM area_cells WHERE area_id=${literal(areaId)}`, ...inserts];
}

/** Returns the condition for rows of other versions: two ranges, because the version index does not serve `<>`. */
const outdated = (scope: string, version: string) =>
  `(${scope}) AND (version<${literal(version)} OR version>${literal(version)})`;

/** Returns the query that counts the rows of other versions, as `rows`. */
export const countOutdated = ({ name }: Table, scope: string, version: string): string =>
  `SELECT count(*) AS rows FROM ${name} WHERE ${outdated(scope, version)}`;

/** Returns statements that delete the rows of other versions in batches, including the cells of areas. */
export function deleteOutdated({ name }: Table, scope: string, version: string, rows: number): string[][] {
  const where = outdated(scope, version);
  if (rows === 0) return [];
  if (name === "areas")
    return [
      [
        `DELETE FROM area_cells WHERE area_id IN (SELECT id FROM areas WHERE ${where})`,
        `DELETE FROM areas WHERE ${where}`,
      ],
    ];
  const step = `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE ${where} LIMIT ${ROWS_A_DELETE})`;
  return Array.from({ length: Math.ceil(rows / ROWS_A_DELETE) }, () => [step]);
}

/** The last import of a data set. */
export interface Imported {
  name: string;
  version: string;
  loaded: number;
}

/** Query for the {@link Imported} of each data set. */
export const SELECT_DATASETS = "SELECT name, version, loaded FROM datasets";

/**
 * Records an import and its time (milliseconds since 1970). Unchanged content keeps its date, because the date is part
 * of the version that decides whether a listing's facts are outdated.
 */
export function upsertDataset(row: Imported & { source: string; refused: number; importedAt: number }): string {
  const columns = ["version", "source", "loaded", "refused", "imported_at"];
  const set = columns.map((column) =>
    column === "imported_at"
      ? "imported_at=CASE WHEN datasets.version=excluded.version THEN datasets.imported_at ELSE excluded.imported_at END"
      : `${column}=excluded.${column}`,
  );
  return (
    `INSERT INTO datasets (name,${columns.join(",")}) VALUES ` +
    tuple([row.name, row.version, row.source, row.loaded, row.refused, row.importedAt]) +
    ` ON CONFLICT (name) DO UPDATE SET ${set.join(",")}`
  );
}

/** A house: its number, and its street as the address parser normalises it. */
export interface House {
  street: string;
  number: number;
}

/** Returns the query for the coordinates of up to 100 houses in the address table. */
export const selectHouses = (houses: readonly House[]): string =>
  "SELECT street, number, latitude, longitude FROM address_points WHERE " +
  `(street, number) IN (VALUES ${houses.map(({ street, number }) => tuple([street, number])).join(",")})`;
