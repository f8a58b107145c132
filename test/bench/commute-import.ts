import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { zipOf } from "../support/node/zip.ts";
import type { Figures } from "./figures.ts";
import { MADE_UP_STOPS, madeUpFeed } from "./made-up-feed.ts";

const SEED = 20;
const AIM = { seconds: 30, heapMegabytes: 160 };

/** Matches the numbers that the command prints last. */
const END = /(\d+(?:\.\d+)?) s, (\d+) MB of memory at most/;
const SIZE = /(\d+) days stored \((\d+(?:\.\d+)?) MB\)/;

/** Measures the import of a feed as large as the region's, run as `npm run data:import` runs it. */
export async function measureCommuteImport(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "made-up-feed-"));
  try {
    const files = madeUpFeed(SEED, "20261101", "20261231");
    const rows = (files["stop_times.txt"]?.split("\n").length ?? 0) - 2;
    writeFileSync(join(folder, "feed.zip"), zipOf(files));
    const args = ["--max-semi-space-size=2", `--max-old-space-size=${AIM.heapMegabytes}`, "scripts/data-import.ts"];
    const { stdout } = await promisify(execFile)("node", [...args, "--dir", folder, "--dry-run"]);
    const [, seconds = "", megabytes = ""] = END.exec(stdout) ?? [];
    const [, days = "", stored = ""] = SIZE.exec(stdout) ?? [];
    return {
      title: "The import of a timetable",
      meaning: `The import reads a zipped, made-up feed of ${MADE_UP_STOPS} stops and ${rows} stop times, checks it and lays it out by day, as \`npm run data:import\` does. The heap is limited to ${AIM.heapMegabytes} MB, and nothing is uploaded.`,
      tables: [
        {
          caption: "One import",
          columns: [
            { name: "" },
            { name: "seconds", digits: 1 },
            { name: "resident memory", unit: " MB" },
            { name: "days" },
            { name: "a day", digits: 1, unit: " MB" },
          ],
          rows: [["dry run", Number(seconds), Number(megabytes), Number(days), Number(stored) / Number(days)]],
        },
      ],
      aims: [{ text: `the import takes at most ${AIM.seconds} seconds`, isMet: Number(seconds) <= AIM.seconds }],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
