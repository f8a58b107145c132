/** All SQL of the import. It is written out, without parameters: production takes it as files. */

/** D1 takes statements of 100 KB. */
const STATEMENT_BYTES = 90_000;
/** Rows that one statement deletes: it ends well within D1's 30 seconds. */
const ROWS_A_DELETE = 10_000;

export type SqlValue = string | number | null;

/** A table that is filled from a file; all of them have the column `version` besides. */
export interface Table {
  name: "address_points" | "nearby_places" | "rental_buildings" | "areas";
  columns: readonly string[];
  /** What rows are the same by. */
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

/** A value as SQL writes it. Throws for what is no finite number. */
function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("\0", "").replaceAll("'", "''")}'`;
  if (!Number.isFinite(value)) throw new Error(`${value} cannot be stored.`);
  return String(value);
}

const tuple = (values: readonly SqlValue[]) => `(${values.map(literal).join(",")})`;

/**
 * Collects rows into statements of bounded length that insert or update them; a row that stays as it is costs no write.
 * @param isFiller rows that give way to one that the same version already has under their key
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
    /** @returns a statement when one is full */
    add(values: readonly SqlValue[]): string | undefined {
      const row = tuple([...values, version]);
      const size = Buffer.byteLength(row) + 1;
      const full = bytes + size > STATEMENT_BYTES - head.length - tail.length ? take() : undefined;
      rows.push(row);
      bytes += size;
      return full;
    },
    /** @returns the statement of the rows that are left */
    take,
  };
}

/** Whether an area's outline fits into a statement of production. */
export const fitsStatement = (text: string): boolean => Buffer.byteLength(text) <= STATEMENT_BYTES;

/** Puts the cells of an area in the place of those it had; the statements belong together. */
export function replaceCells(areaId: string, cells: readonly { row: number; column: number }[]): string[] {
  const values = cells.map(({ row, column }) => tuple([row, column, areaId]));
  const inserts: string[] = [];
  // 2,000 of them are some 60 KB.
  for (let at = 0; at < values.length; at += 2_000)
    inserts.push(
      `INSERT OR IGNORE INTO area_cells (cell_row,cell_column,area_id) VALUES ${values.slice(at, at + 2_000).join(",")}`,
    );
  return [`DELETE FROM area_cells WHERE area_id=${literal(areaId)}`, ...inserts];
}

/** What is left of other versions. By two ranges: the index on the version serves them, and does not serve `<>`. */
const outdated = (scope: string, version: string) =>
  `(${scope}) AND (version<${literal(version)} OR version>${literal(version)})`;

/** Counts the rows of other versions as `rows`. */
export const countOutdated = ({ name }: Table, scope: string, version: string): string =>
  `SELECT count(*) AS rows FROM ${name} WHERE ${outdated(scope, version)}`;

/** Deletes so many rows of other versions, in steps; the cells of areas go with them. */
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

/** A data set as it was last imported. */
export interface Imported {
  name: string;
  version: string;
  loaded: number;
}

/** Reads {@link Imported} of all data sets. */
export const SELECT_DATASETS = "SELECT name, version, loaded FROM datasets";

/**
 * Notes what was imported, and when (milliseconds since 1970). Content that was imported before keeps its day: the day
 * is a part of what listings compare their facts with.
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

/** A house by its street, as the address parser writes it, and its number. */
export interface House {
  street: string;
  number: number;
}

/** Reads the places of some houses from the address table; up to 100 at a time. */
export const selectHouses = (houses: readonly House[]): string =>
  "SELECT street, number, latitude, longitude FROM address_points WHERE " +
  `(street, number) IN (VALUES ${houses.map(({ street, number }) => tuple([street, number])).join(",")})`;
