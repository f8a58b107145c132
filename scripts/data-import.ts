// `npm run data:import -- --dir <folder>`: loads open data into the database; docs/open-data.md lists the files and
// their sources. Exits with 0 if all files were loaded (even if rows were rejected), 1 if a file was not loaded, and 2
// for wrong arguments.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { type FileReport, importFolder, fileText, TIMETABLE } from "./import/import-folder.ts";
import { SELECT_DATASETS } from "./import/statements.ts";
import type { Target } from "./import/target.ts";

const USAGE = `Usage: npm run data:import -- --dir <folder> [--remote] [--dry-run] [--accept-smaller]
  --dir <folder>     the folder with the files (docs/open-data.md)
  --remote           imports into production's database instead of the local one
  --dry-run          only reads the files and lists the rows that would be rejected
  --accept-smaller   also loads a file with fewer than half of the previous rows`;

interface Arguments {
  folder: string;
  isRemote: boolean;
  isDry: boolean;
  acceptSmaller: boolean;
}

/** Parses the arguments; returns a sentence when they are invalid. */
function parseArguments(): Arguments | string {
  try {
    const { values } = parseArgs({
      options: {
        dir: { type: "string" },
        remote: { type: "boolean", default: false },
        "dry-run": { type: "boolean", default: false },
        "accept-smaller": { type: "boolean", default: false },
      },
    });
    if (!values.dir) return "Which folder? --dir is missing.";
    if (statSync(values.dir, { throwIfNoEntry: false })?.isDirectory() !== true)
      return `There is no folder ${values.dir}.`;
    const flags = { isRemote: values.remote, isDry: values["dry-run"], acceptSmaller: values["accept-smaller"] };
    return { folder: values.dir, ...flags };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Opens the database and verifies that it responds; loaded only when needed. */
async function open(isRemote: boolean): Promise<Target> {
  const target = isRemote
    ? (await import("./import/remote-target.ts")).openRemote()
    : await (await import("./import/local-target.ts")).openLocal();
  await target.query(SELECT_DATASETS).catch(async (error: unknown) => {
    await target.close();
    throw new Error(`${target.name} cannot be read. Is it migrated, and are you logged in?`, { cause: error });
  });
  return target;
}

function closingText(files: readonly FileReport[], isDry: boolean): string {
  const loaded = files.filter(({ failure }) => failure === null);
  const failed = files.length - loaded.length;
  if (isDry) return `Dry run: nothing was written. ${loaded.length} of ${files.length} files can be imported.`;
  const changed = loaded.some(({ isSame, tally, dataset }) => !isSame && tally !== null && dataset !== TIMETABLE);
  return [
    `${loaded.length} of ${files.length} files imported${failed > 0 ? "; see above for the others" : ""}.`,
    changed
      ? "The site now updates the location facts of its listings, some at every scheduled tick."
      : "The listings are unaffected.",
  ].join("\n");
}

async function main({ folder, isRemote, isDry, acceptSmaller }: Arguments): Promise<number> {
  const target = isDry ? undefined : await open(isRemote);
  try {
    const started = performance.now();
    if (target) console.log(`Importing into ${target.name}.\n`);
    const onFile = (report: FileReport) => console.log(fileText(report));
    const { files, left } = await importFolder({
      folder,
      target,
      // Loaded only when needed, because wrangler takes 200 MB.
      openBucket: async () => (await import("./bucket.ts")).openBucket("PHOTOS", isRemote),
      now: new Date(),
      acceptSmaller,
      onFile,
    });
    for (const { file, why } of left) console.log(`${file}\n  ${why}`);
    if (files.length === 0) {
      console.error(`\n${folder} contains none of the site's open data files. docs/open-data.md lists their names.`);
      return 1;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    console.log(`\n${closingText(files, isDry)}\n${seconds} s, ${megabytes} MB of memory at most.`);
    return files.every(({ failure }) => failure === null) ? 0 : 1;
  } finally {
    await target?.close();
  }
}

const call = parseArguments();
if (typeof call === "string") {
  console.error(`${call}\n${USAGE}`);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await main(call);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message);
    process.exitCode = 1;
  }
}
