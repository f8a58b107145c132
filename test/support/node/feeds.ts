import type { Timetable } from "../../../worker/transit/format.ts";
import { lines } from "./import-folder.ts";
import { zipOf } from "./zip.ts";

/** Rows of a feed's files, by name without ".txt"; the first row is the header. Null leaves a file out. */
type FeedRows = Record<string, readonly string[] | null>;

/** A feed with a bus from A via B to C on weekdays in November 2026, at 8:00 and 8:10. */
const FEED: FeedRows = {
  agency: ["agency_name,agency_url,agency_timezone", "Oak Transit,https://oak.example,America/Toronto"],
  routes: ["route_id,route_short_name,route_long_name,route_type,route_color", "r,7,Oak Street,3,00aaFF"],
  stops: ["stop_id,stop_name,stop_lat,stop_lon", "A,Ash,43.65,-79.40", "B,Birch,43.66,-79.40", "C,Cedar,43.68,-79.40"],
  calendar: [
    "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
    "week,1,1,1,1,1,0,0,20261102,20261127",
  ],
  trips: ["route_id,service_id,trip_id", "r,week,t1", "r,week,t2"],
  stop_times: [
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
    "t1,08:00:00,08:00:00,A,1",
    "t1,08:05:00,08:06:00,B,2",
    "t1,08:10:00,08:10:00,C,3",
    "t2,08:10:00,08:10:00,A,1",
    "t2,08:15:00,08:16:00,B,2",
    "t2,08:20:00,08:20:00,C,3",
  ],
};

/** Returns the default feed as a zip file, with some files replaced. */
export const feedZip = (rows: FeedRows = {}) =>
  zipOf(
    Object.fromEntries(
      Object.entries({ ...FEED, ...rows }).flatMap(([name, all]) =>
        all === null ? [] : [[`${name}.txt`, lines(...all)]],
      ),
    ),
  );

/** Returns the rows of a file in the default feed, followed by additional rows. */
export const withMore = (file: keyof typeof FEED, ...more: readonly string[]) => [...(FEED[file] ?? []), ...more];

const clock = (seconds: number) => {
  const minutes = Math.floor(Math.abs(seconds) / 60);
  const text = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
  const rest = Math.abs(seconds) % 60;
  return `${seconds < 0 ? "-" : ""}${text}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`;
};

/** Returns the patterns of a timetable, each with its trips, such as "7: Ash 08:00, Birch 08:05/08:06". */
export function tripsIn(timetable: Timetable): string[][] {
  const { patternLine, patternStops, patternStop, patternTrips, tripStart, tripArrive, tripDepart, seconds } =
    timetable;
  return Array.from(patternLine, (line, pattern) => {
    const stops = patternStop.subarray(patternStops[pattern], patternStops[pattern + 1]);
    const from = patternTrips[pattern] ?? 0;
    return Array.from({ length: (patternTrips[pattern + 1] ?? 0) - from }, (_, nth) => {
      const trip = from + nth;
      const at = (times: Uint32Array, stop: number) =>
        clock((tripStart[trip] ?? 0) + (seconds[(times[trip] ?? 0) + stop] ?? 0));
      const calls = Array.from(stops, (stop, place) => {
        const times = [...new Set([at(tripArrive, place), at(tripDepart, place)])].join("/");
        return `${timetable.stopNames[stop]} ${times}`;
      });
      return `${timetable.lines[line]?.name}: ${calls.join(", ")}`;
    });
  });
}
