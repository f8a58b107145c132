import { daysAfter } from "../../worker/contracts/days.ts";
import { TIMETABLE_KEY, type TimetableManifest } from "../../worker/platform/timetables.ts";
import { torontoDay } from "../../worker/platform/toronto-time.ts";
import { readFeed } from "../import/gtfs/feed.ts";
import { filesInMemory } from "../import/gtfs/feed-files.ts";
import { makeProblems } from "../import/gtfs/problems.ts";
import { importTimetable, type TimetableBucket } from "../import/timetables.ts";
import { SUBWAY_LABEL, subwayFeed } from "./subway-feed.ts";

const VALID_DAYS = 364;

/**
 * Stores the demo's timetable, which lets commutes be tried without a download. One that the operator imported stays.
 * @param now milliseconds
 * @returns one line that summarises the result
 */
export async function seedTimetable(bucket: TimetableBucket, now: number): Promise<string> {
  const today = torontoDay(new Date(now));
  const text = await bucket.read(TIMETABLE_KEY);
  if (text !== null) {
    const { label, validUntil } = JSON.parse(new TextDecoder().decode(text)) as TimetableManifest;
    if (label !== SUBWAY_LABEL || today <= validUntil) return "Demo timetable: nothing to do, there is one already.";
  }
  const problems = makeProblems();
  const feed = await readFeed(filesInMemory(subwayFeed(today, daysAfter(today, VALID_DAYS))), problems);
  if (feed === null) throw new Error(`The demo's timetable is broken: ${JSON.stringify(problems.tally().refusals)}`);
  await importTimetable([feed], bucket, new Date(now), SUBWAY_LABEL);
  return `Demo timetable: ${feed.lines.length} lines, valid to ${daysAfter(today, VALID_DAYS)}.`;
}
