import { type Feed, readFeed } from "../../../scripts/import/gtfs/feed.ts";
import { filesInMemory } from "../../../scripts/import/gtfs/feed-files.ts";
import { makeProblems } from "../../../scripts/import/gtfs/problems.ts";
import { readZips } from "../../../scripts/import/gtfs/read-zips.ts";
import { importTimetable } from "../../../scripts/import/timetables.ts";
import { timetableDayKey } from "../../../worker/transit/format.ts";
import { madeUpFeed } from "../../bench/made-up-feed.ts";
import { memoryBucket } from "./memory-bucket.ts";

/** The import date in tests: an ordinary weekday. */
const DAY = new Date("2026-11-20T15:00:00Z");

async function imported(feeds: readonly Feed[]) {
  const { bucket, objects } = memoryBucket();
  const { version } = await importTimetable(feeds, bucket, DAY);
  return { version: version ?? "", objects };
}

/**
 * Returns the objects that the importer puts into the bucket for a feed, in Base64 by key, for tests inside workerd
 * without file access.
 */
export async function timetableObjects(zip: string): Promise<Record<string, string>> {
  const { feeds, reports } = await readZips([zip], (path) => path);
  const failed = reports.find(({ failure }) => failure !== null);
  if (failed) throw new Error(`${failed.file}: ${failed.failure}`);
  const { objects } = await imported(feeds);
  return Object.fromEntries([...objects].map(([key, bytes]) => [key, Buffer.from(bytes).toString("base64")]));
}

/** Returns the imported weekday of a feed the size of the region's. */
export async function madeUpWeekday(): Promise<Uint8Array<ArrayBuffer>> {
  const feed = await readFeed(filesInMemory(madeUpFeed(1, "20261101", "20261231")), makeProblems());
  if (!feed) throw new Error("The made-up feed is broken.");
  const { version, objects } = await imported([feed]);
  const file = objects.get(timetableDayKey(version, "weekday"));
  if (!file) throw new Error("The made-up feed has no weekday.");
  return file;
}
