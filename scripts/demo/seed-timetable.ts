import { daysAfter } from "../../worker/contracts/days.ts";
import { TIMETABLE_KEY, type TimetableManifest } from "../../worker/transit/format.ts";
import { torontoDay } from "../../worker/platform/toronto-time.ts";
import { readFeed } from "../import/gtfs/feed.ts";
import { filesInMemory } from "../import/gtfs/feed-files.ts";
import { makeProblems } from "../import/gtfs/problems.ts";
import { importTimetable, type TimetableBucket } from "../import/timetables.ts";
import { readFileSync } from "node:fs";
import { STATIONS } from "../../worker/address/place-data.ts";

/**
 * The rapid-transit lines as a small hand-made GTFS feed: stations in order, each with the seconds from the previous
 * station, including the time at the stop. The seconds are weekday-morning averages of the TTC's timetable of June and
 * July 2026 (open.toronto.ca/dataset/ttc-routes-and-schedules, Open Government Licence – Toronto), rounded to ten
 * seconds.
 */
const RUNNING_SECONDS = JSON.parse(readFileSync(new URL("subway.json", import.meta.url), "utf8")) as Record<
  string,
  [station: string, seconds: number][]
>;

/**
 * Seconds between trains: during weekday rush hours, at other times before the evening (also on weekends), and in the
 * evening.
 */
interface SubwayLine {
  name: string;
  color: string;
  /** Route type in GTFS: 0 is light rail, 1 is subway. */
  type: 0 | 1;
  rush: number;
  day: number;
  weekend: number;
  evening: number;
}

/**
 * Names and colours as the TTC uses them. The intervals for rush hours and weekends come from the mornings of the same
 * timetable. For other hours, the weekend interval is assumed.
 */
const LINES: Readonly<Record<string, SubwayLine>> = {
  1: { name: "Yonge-University", color: "F8C300", type: 1, rush: 180, day: 300, weekend: 300, evening: 300 },
  2: { name: "Bloor-Danforth", color: "00923F", type: 1, rush: 180, day: 300, weekend: 300, evening: 300 },
  4: { name: "Sheppard", color: "A21A68", type: 1, rush: 330, day: 330, weekend: 330, evening: 330 },
  5: { name: "Eglinton", color: "FF8000", type: 0, rush: 480, day: 480, weekend: 420, evening: 480 },
  6: { name: "Finch West", color: "969696", type: 0, rush: 480, day: 600, weekend: 600, evening: 600 },
};

type Interval = "rush" | "day" | "weekend" | "evening";
/** The last trains leave the ends of a line at 1:30 a.m. */
const EVENING: [from: string, until: string, interval: Interval] = ["18:30:00", "25:30:00", "evening"];

/** Hours of service of the TTC, with the interval between trains in each period. */
const HOURS: Readonly<Record<string, readonly [from: string, until: string, interval: Interval][]>> = {
  weekday: [
    ["05:50:00", "06:30:00", "day"],
    ["06:30:00", "09:30:00", "rush"],
    ["09:30:00", "15:30:00", "day"],
    ["15:30:00", "18:30:00", "rush"],
    EVENING,
  ],
  saturday: [["05:50:00", "18:30:00", "weekend"], EVENING],
  sunday: [["08:00:00", "18:30:00", "weekend"], EVENING],
};

const DAYS = { weekday: "1,1,1,1,1,0,0", saturday: "0,0,0,0,0,1,0", sunday: "0,0,0,0,0,0,1" } as const;

const table = (...rows: readonly string[]) => rows.map((row) => `${row}\n`).join("");
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string) => day.replaceAll("-", "");
const clock = (seconds: number) =>
  [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");

/** The name of this feed's timetable. */
const SUBWAY_LABEL = "Subway only (sample timetable)";

/**
 * Returns the feed's files by name.
 * @param from first day on which the timetable is valid, YYYY-MM-DD
 * @param until last day on which it is valid, YYYY-MM-DD
 */
function subwayFeed(from: string, until: string): Record<string, string> {
  // Trains of the previous day run past midnight.
  const before = compact(daysAfter(from, -1));
  const trips: string[] = [];
  const stopTimes: string[] = [];
  const frequencies: string[] = [];
  for (const [line, { ...intervals }] of Object.entries(LINES))
    for (const [service, hours] of Object.entries(HOURS))
      for (const direction of ["out", "back"] as const) {
        const trip = `${line}-${service}-${direction}`;
        trips.push(`${line},${service},${trip}`);
        for (const [start, end, interval] of hours) frequencies.push(`${trip},${start},${end},${intervals[interval]}`);
        let seconds = 0;
        const stops = RUNNING_SECONDS[line] ?? [];
        const steps = direction === "out" ? stops : stops.toReversed();
        for (const [nth, [station]] of steps.entries()) {
          // In the return direction, the time to this station is stored with the station visited before it.
          seconds += nth === 0 ? 0 : (steps[direction === "out" ? nth : nth - 1]?.[1] ?? 0);
          stopTimes.push(`${trip},${clock(seconds)},${clock(seconds)},${station},${nth + 1}`);
        }
      }
  return {
    "agency.txt": table(
      "agency_id,agency_name,agency_url,agency_timezone",
      "TTC,Toronto Transit Commission,https://www.ttc.ca,America/Toronto",
    ),
    "feed_info.txt": table(
      "feed_publisher_name,feed_start_date,feed_end_date",
      `Toronto Transit Commission,${compact(from)},${compact(until)}`,
    ),
    "routes.txt": table(
      "route_id,agency_id,route_short_name,route_long_name,route_type,route_color",
      ...Object.entries(LINES).map(([line, { name, type, color }]) => `${line},TTC,${line},${name},${type},${color}`),
    ),
    "stops.txt": table(
      "stop_id,stop_name,stop_lat,stop_lon",
      ...STATIONS.map(({ id, name, latitude, longitude }) => `${id},${quoted(name)},${latitude},${longitude}`),
    ),
    "calendar.txt": table(
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
      ...Object.entries(DAYS).map(([service, days]) => `${service},${days},${before},${compact(until)}`),
    ),
    "trips.txt": table("route_id,service_id,trip_id", ...trips),
    "stop_times.txt": table("trip_id,arrival_time,departure_time,stop_id,stop_sequence", ...stopTimes),
    "frequencies.txt": table("trip_id,start_time,end_time,headway_secs", ...frequencies),
  };
}

const VALID_DAYS = 364;

/**
 * Stores the demo's timetable, so that developers can try commutes without a download. Keeps a timetable that the
 * operator imported.
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
