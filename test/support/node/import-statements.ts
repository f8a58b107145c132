import { importFolder } from "../../../scripts/import/import-folder.ts";

/** The day that the files of a test are imported on. */
const DAY = new Date("2026-11-01T12:00:00Z");

/** What the importer writes for the files of a folder, in its order: for tests inside workerd, which has no such files. */
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
