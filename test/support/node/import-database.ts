import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { targetOf } from "../../../scripts/import/local-target.ts";
import type { Target } from "../../../scripts/import/target.ts";
import { migrationsIn } from "../../../scripts/local-database.ts";

/** Tables written by an import, each with the sort order of its rows. */
const TABLES = {
  datasets: "name",
  address_points: "street, number, suffix, municipality",
  nearby_places: "kind, source_id",
  rental_buildings: "rsn",
  areas: "id",
  area_cells: "area_id, cell_row, cell_column",
} as const;

type TableName = keyof typeof TABLES;
type Row = Record<string, string | number | null>;

/** An empty database with the site's tables, in memory. */
export interface ImportDatabase {
  target: Target;
  /** Reads all rows of a table, without generated ids. */
  rows: (table: TableName) => Promise<Row[]>;
  /** Reads all rows of all tables. */
  all: () => Promise<Record<string, Row[]>>;
  clear: () => Promise<void>;
}

export async function makeImportDatabase(): Promise<ImportDatabase> {
  const target = await targetOf(
    new Miniflare(convertV4MiniflareOptions({ modules: true, script: "", d1Databases: { DB: "import" } })),
    "a test's database",
  );
  for (const { sql } of migrationsIn("migrations")) await target.write(sql.split("--> statement-breakpoint"));
  const names = Object.keys(TABLES) as TableName[];
  async function rows(table: TableName): Promise<Row[]> {
    const found = await target.query<Row>(`SELECT * FROM ${table} ORDER BY ${TABLES[table]}`);
    // The ids of all tables except areas are generated.
    if (table !== "areas") for (const row of found) delete row.id;
    return found;
  }
  return {
    target,
    rows,
    all: async () =>
      Object.fromEntries(await Promise.all(names.map(async (name) => [name, await rows(name)] as const))),
    clear: () => target.write(names.map((name) => `DELETE FROM ${name}`)),
  };
}
