import { importFolder } from "../../../scripts/import/import-folder.ts";

/** The import date in tests. */
const DAY = new Date("2026-11-01T12:00:00Z");

/** Returns the SQL that the importer writes for a folder, for tests inside workerd without file access. */
export async function importStatements(folder: string): Promise<string[]> {
  const statements: string[] = [];
  const { files } = await importFolder({
    folder,
    now: DAY,
    target: {
      name: "a list",
      // An empty database.
      query: () => Promise.resolve([]),
      write: async (more) => void statements.push(...more),
      settle: () => Promise.resolve(),
      close: () => Promise.resolve(),
    },
  });
  const failed = files.find(({ failure }) => failure !== null);
  if (failed) throw new Error(`${failed.file}: ${failed.failure}`);
  return statements;
}
