import type { Deps } from "../../platform/deps.ts";
import { datasets } from "./places.table.ts";

/** Kinds of open data there can be, and some more. */
const MOST = 50;

/** What was imported, by name. */
export async function importedDatasets(deps: Deps) {
  return deps.db.select().from(datasets).orderBy(datasets.name).limit(MOST);
}
