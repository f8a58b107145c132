import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { importFolder } from "../../scripts/import/import-folder.ts";
import { makeImportDatabase } from "../support/node/import-database.ts";
import { makeFolder } from "../support/node/import-folder.ts";
import { madeUpCity } from "./made-up-city.ts";

/** Open data of the City that lies beside the project. */
const BESIDE = fileURLToPath(new URL("../../../shared/toronto", import.meta.url));

/** What the project's own import writes for a whole city. */
export interface OpenDataSql {
  isReal: boolean;
  /** Statements that are run together, in this order. */
  batches: (readonly string[])[];
}

/**
 * Imports the open data that lies beside the project, or a made-up city of that size where none does, into a database of
 * its own, and gives what was written.
 * @throws when a file cannot be imported
 */
export async function openDataSql(): Promise<OpenDataSql> {
  const isReal = existsSync(BESIDE);
  using madeUp = isReal ? null : makeFolder(madeUpCity());
  const folder = madeUp?.path ?? BESIDE;
  const { target } = await makeImportDatabase();
  const batches: OpenDataSql["batches"] = [];
  const recording = {
    ...target,
    write(statements: readonly string[]) {
      batches.push(statements);
      return target.write(statements);
    },
  };
  try {
    const { files } = await importFolder({ folder, target: recording, now: new Date() });
    for (const { file, failure } of files) if (failure !== null) throw new Error(`${file}: ${failure}`);
    if (files.length < 9) throw new Error(`Of the nine data sets only ${files.length} are in ${folder}.`);
    return { isReal, batches };
  } finally {
    await target.close();
  }
}
