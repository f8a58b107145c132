import { importFolder } from "../../scripts/import/import-folder.ts";
import { makeImportDatabase } from "../support/node/import-database.ts";
import { makeFolder } from "../support/node/import-folder.ts";
import { realDataFolder } from "../support/node/real-data.ts";
import { madeUpCity } from "./made-up-city.ts";

/** Statements that the project's own import writes for an entire city. */
export interface OpenDataSql {
  isReal: boolean;
  /** Statements that run together, in this order. */
  batches: (readonly string[])[];
}

/**
 * Imports the open data that is stored beside the project into a separate database. If there is none, imports a made-up
 * city of the same size. Returns the statements that were written.
 * @throws when a file cannot be imported
 */
export async function openDataSql(): Promise<OpenDataSql> {
  const real = realDataFolder();
  using madeUp = real === null ? makeFolder(madeUpCity()) : null;
  const folder = real ?? madeUp?.path ?? "";
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
    return { isReal: real !== null, batches };
  } finally {
    await target.close();
  }
}
