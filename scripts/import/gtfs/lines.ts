import type { Line, LineMode } from "../../../worker/transit/format.ts";
import { cleanCell } from "../csv-set.ts";
import type { FeedFiles } from "./feed-files.ts";
import type { Problems } from "./problems.ts";
import { readTable } from "./read-table.ts";
import type { Services } from "./services.ts";

const BASIC_MODES: readonly (LineMode | undefined)[] = ["tram", "subway", "rail", "bus", "ferry", "tram"];

/**
 * Returns the mode of a route_type, including extended ones
 * (developers.google.com/transit/gtfs/reference/extended-route-types).
 */
function modeOf(type: number): LineMode {
  if (type < 100) return BASIC_MODES[type] ?? (type === 11 ? "bus" : type === 12 ? "rail" : "other");
  const group = Math.floor(type / 100);
  if (group === 1) return "rail";
  if (group === 2 || group === 7 || group === 8) return "bus";
  if (group === 4 || group === 5 || group === 6) return "subway";
  if (group === 9) return "tram";
  return group === 10 || group === 12 ? "ferry" : "other";
}

/** The lines of a feed. */
interface Lines {
  indexOf(routeId: string): number | undefined;
  readonly lines: readonly Line[];
}

/**
 * Reads routes.txt. A line is named as riders know it: by its short name, or by its long name if it has no short name.
 */
export async function readLines(files: FeedFiles, problems: Problems): Promise<Lines> {
  const indexes = new Map<string, number>();
  const lines: Line[] = [];
  const columns = {
    needs: ["route_id", "route_type"],
    may: ["route_short_name", "route_long_name", "route_color"],
  } as const;
  await readTable(files, "routes.txt", columns, problems, (row, line) => {
    const refuse = (text: string) => problems.refuse("routes.txt", line, text);
    const { route_id: id, route_type: type, route_color: color } = row;
    const name = cleanCell(row.route_short_name === "" ? row.route_long_name : row.route_short_name);
    if (id === "") return refuse("no route_id");
    if (indexes.has(id)) return refuse(`route_id "${id}" appears twice`);
    if (name === "") return refuse("neither route_short_name nor route_long_name");
    if (!/^\d{1,4}$/.test(type)) return refuse(`route_type is not a number: "${type}"`);
    indexes.set(id, lines.length);
    const isColor = /^[0-9a-f]{6}$/i.test(color);
    lines.push({ name, color: isColor ? color.toUpperCase() : null, mode: modeOf(Number(type)) });
  });
  return { indexOf: (id) => indexes.get(id), lines };
}

/** Departures at even intervals, in seconds after the day's midnight. */
interface Frequency {
  from: number;
  /** End of the period, in seconds; no trip departs at this time itself. */
  until: number;
  headway: number;
}

/** Shortest interval between two departures, in seconds; anything shorter in a feed is a mistake. */
const MIN_HEADWAY = 10;

/** The trips of trips.txt and frequencies.txt, by index of the trip. */
export interface TripList {
  indexOf(id: string): number | undefined;
  lineOf(index: number): number;
  serviceOf(index: number): number;
  frequenciesOf(index: number): readonly Frequency[];
}

/** Parses a time such as 25:10:00 into seconds; returns -1 for a blank one, and null when it is malformed. */
export function secondsOf(text: string): number | null {
  if (text === "") return -1;
  const { length } = text;
  if ((length !== 8 && length !== 7 && length !== 9) || text[length - 3] !== ":" || text[length - 6] !== ":")
    return null;
  let hours = 0;
  for (let at = 0; at < length - 6; at += 1) hours = hours * 10 + digit(text, at);
  const minutes = digit(text, length - 5) * 10 + digit(text, length - 4);
  const seconds = digit(text, length - 2) * 10 + digit(text, length - 1);
  return hours >= 0 && minutes < 60 && seconds < 60 ? hours * 3600 + minutes * 60 + seconds : null;
}

/** Returns a digit, or NaN, for which every comparison is false. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

/** Reads trips.txt, and frequencies.txt if there is one. */
export async function readTrips(
  files: FeedFiles,
  routes: Lines,
  services: Services,
  problems: Problems,
): Promise<TripList> {
  const indexes = new Map<string, number>();
  const lineOf: number[] = [];
  const serviceOf: number[] = [];
  const needs = ["route_id", "service_id", "trip_id"] as const;
  await readTable(files, "trips.txt", { needs }, problems, ({ route_id, service_id, trip_id: id }, line) => {
    const refuse = (text: string) => problems.refuse("trips.txt", line, text);
    const [route, service] = [routes.indexOf(route_id), services.indexOf(service_id)];
    if (id === "") return refuse("no trip_id");
    if (indexes.has(id)) return refuse(`trip_id "${id}" appears twice`);
    if (route === undefined) return refuse(`unknown route_id "${route_id}"`);
    if (service === undefined) return refuse(`unknown service_id "${service_id}"`);
    indexes.set(id, lineOf.length);
    lineOf.push(route);
    serviceOf.push(service);
  });
  const frequencies = new Map<number, Frequency[]>();
  if (files.has("frequencies.txt")) {
    const columns = { needs: ["trip_id", "start_time", "end_time", "headway_secs"], may: ["exact_times"] } as const;
    await readTable(files, "frequencies.txt", columns, problems, (row, line) => {
      const refuse = (text: string) => problems.refuse("frequencies.txt", line, text);
      const [trip, from, until] = [indexes.get(row.trip_id), secondsOf(row.start_time), secondsOf(row.end_time)];
      const headway = /^\d{1,6}$/.test(row.headway_secs) ? Number(row.headway_secs) : 0;
      if (trip === undefined) return refuse(`unknown trip_id "${row.trip_id}"`);
      if (from === null || from < 0) return refuse(`start_time is not a time: "${row.start_time}"`);
      if (until === null || until < 0) return refuse(`end_time is not a time: "${row.end_time}"`);
      if (until <= from) return refuse(`end_time ${row.end_time} is not after start_time ${row.start_time}`);
      if (headway < MIN_HEADWAY) return refuse(`headway_secs is below ${MIN_HEADWAY}: "${row.headway_secs}"`);
      // With exact_times 0, only the interval is fixed. The departures that the interval implies are used unchanged,
      // because a query averages over many departure times.
      if (!/^[01]?$/.test(row.exact_times)) return refuse(`exact_times is neither 0 nor 1: "${row.exact_times}"`);
      frequencies.set(trip, [...(frequencies.get(trip) ?? []), { from, until, headway }]);
    });
  }
  return {
    indexOf: (id) => indexes.get(id),
    lineOf: (index) => lineOf[index] ?? 0,
    serviceOf: (index) => serviceOf[index] ?? 0,
    frequenciesOf: (index) => frequencies.get(index) ?? [],
  };
}
