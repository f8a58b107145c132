import { readFileSync } from "node:fs";
import { readZips } from "../../../scripts/import/gtfs/read-zips.ts";
import { importTimetable } from "../../../scripts/import/timetables.ts";

/** The import date in tests: an ordinary day. */
const DAY = new Date("2026-11-20T15:00:00Z");

/** What the importer puts into the bucket for some feeds, in Base64 by key, for tests inside workerd without file access. */
export async function timetableObjects(zips: readonly string[]): Promise<Record<string, string>> {
  const objects: Record<string, string> = {};
  const { feeds, reports } = await readZips(zips, (path) => path);
  const failed = reports.find(({ failure }) => failure !== null);
  if (failed) throw new Error(`${failed.file}: ${failed.failure}`);
  const bucket = {
    read: async () => null,
    putFile: async (key: string, path: string) => void (objects[key] = readFileSync(path).toString("base64")),
    putText: async (key: string, text: string) => void (objects[key] = Buffer.from(text).toString("base64")),
    remove: async () => {},
  };
  await importTimetable(feeds, bucket, DAY);
  return objects;
}
