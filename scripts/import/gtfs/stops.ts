import { GTA_BOUNDS, isWithin } from "../../../worker/contracts/places.ts";
import { FORBIDDEN_TRANSFER } from "../../../worker/transit/format.ts";
import { cleanCell } from "../csv-set.ts";
import type { FeedFiles } from "./feed-files.ts";
import type { Problems } from "./problems.ts";
import { readTable } from "./read-table.ts";

/** Maximum number of stops, because stops are numbered with 16 bits. */
export const MAX_STOPS = 65_535;

/** The stops of a feed by index, including its stations and entrances. */
export interface Stops {
  indexOf(id: string): number | undefined;
  /** Names to show; platforms have their station's name. */
  names: readonly string[];
  /** Latitudes in microdegrees. */
  latitude: Int32Array;
  longitude: Int32Array;
  /** Returns a station's platforms; for a stop that is not a station, the stop itself. */
  platformsOf(index: number): readonly number[];
}

const DEGREES = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

/** Converts degrees to microdegrees; returns null when out of range. */
function microdegrees(text: string, most: number): number | null {
  const degrees = DEGREES.test(text) ? Number(text) : Number.NaN;
  return Math.abs(degrees) <= most ? Math.round(degrees * 1e6) : null;
}

/** Reads stops.txt. A feed without a stop in the Greater Toronto Area is refused. */
export async function readStops(files: FeedFiles, problems: Problems): Promise<Stops> {
  const indexes = new Map<string, number>();
  const names: string[] = [];
  const places: [latitude: number, longitude: number][] = [];
  const parents: { index: number; parent: string; line: number }[] = [];
  let isHere = false;
  const columns = {
    needs: ["stop_id", "stop_name", "stop_lat", "stop_lon"],
    may: ["location_type", "parent_station"],
  } as const;
  await readTable(files, "stops.txt", columns, problems, (row, line) => {
    const { stop_id: id, stop_name: name, stop_lat, stop_lon, location_type: type, parent_station: parent } = row;
    const refuse = (text: string) => problems.refuse("stops.txt", line, text);
    if (id === "") return refuse("no stop_id");
    if (indexes.has(id)) return refuse(`stop_id "${id}" appears twice`);
    if (!/^[0-4]?$/.test(type)) return refuse(`location_type is unknown: "${type}"`);
    // Vehicles do not stop at the nodes or boarding areas of a station, so these need no coordinates.
    const isNode = (type === "3" || type === "4") && stop_lat === "" && stop_lon === "";
    const [latitude, longitude] = isNode ? [0, 0] : [microdegrees(stop_lat, 90), microdegrees(stop_lon, 180)];
    if (latitude === null) return refuse(`stop_lat is out of range: "${stop_lat}"`);
    if (longitude === null) return refuse(`stop_lon is out of range: "${stop_lon}"`);
    if (parent !== "") parents.push({ index: names.length, parent, line });
    isHere ||= isWithin({ latitude: latitude / 1e6, longitude: longitude / 1e6 }, GTA_BOUNDS);
    indexes.set(id, names.length);
    names.push(cleanCell(name));
    places.push([latitude, longitude]);
  });
  if (names.length > MAX_STOPS) problems.refuse("stops.txt", null, `has more than ${MAX_STOPS} stops`);
  if (names.length > 0 && !isHere) problems.refuse("stops.txt", null, "has no stop in the Greater Toronto Area");
  const platforms = new Map<number, number[]>();
  for (const { index, parent, line } of parents) {
    const station = indexes.get(parent);
    if (station === undefined) problems.refuse("stops.txt", line, `unknown parent_station "${parent}"`);
    else {
      if (names[station] !== "") names[index] = names[station] ?? "";
      platforms.set(station, [...(platforms.get(station) ?? []), index]);
    }
  }
  return {
    indexOf: (id) => indexes.get(id),
    names,
    latitude: Int32Array.from(places, ([latitude]) => latitude),
    longitude: Int32Array.from(places, ([, longitude]) => longitude),
    platformsOf: (index) => platforms.get(index) ?? [index],
  };
}

/** A feed's own rule for a transfer between two of its stops. */
export interface Transfer {
  from: number;
  to: number;
  /** Transfer time in seconds, or {@link FORBIDDEN_TRANSFER}. */
  seconds: number;
}

/**
 * Reads transfers.txt if there is one: minimum times and forbidden transfers between stops. Leaves out rules for single
 * lines and trips. Also leaves out recommended transfers, which are possible anyway.
 */
export async function readTransfers(files: FeedFiles, stops: Stops, problems: Problems): Promise<Transfer[]> {
  if (!files.has("transfers.txt")) return [];
  // Rules for platforms take precedence over rules for their stations.
  const rules = new Map<number, Transfer & { isOfPlatforms: boolean }>();
  const special = ["from_route_id", "to_route_id", "from_trip_id", "to_trip_id"] as const;
  const columns = {
    needs: ["from_stop_id", "to_stop_id", "transfer_type"],
    may: ["min_transfer_time", ...special],
  } as const;
  await readTable(files, "transfers.txt", columns, problems, (row, line) => {
    const { from_stop_id, to_stop_id, transfer_type: type, min_transfer_time: time } = row;
    const refuse = (text: string) => problems.refuse("transfers.txt", line, text);
    if (!/^[0-5]?$/.test(type)) return refuse(`transfer_type is unknown: "${type}"`);
    if ((type !== "2" && type !== "3") || special.some((column) => row[column] !== "")) return;
    const [from, to] = [stops.indexOf(from_stop_id), stops.indexOf(to_stop_id)];
    if (from === undefined) return refuse(`unknown from_stop_id "${from_stop_id}"`);
    if (to === undefined) return refuse(`unknown to_stop_id "${to_stop_id}"`);
    if (type === "2" && !/^\d{1,6}$/.test(time)) return refuse(`min_transfer_time is not a number: "${time}"`);
    const seconds = type === "3" ? FORBIDDEN_TRANSFER : Math.min(Number(time), FORBIDDEN_TRANSFER - 1);
    const [origins, destinations] = [stops.platformsOf(from), stops.platformsOf(to)];
    const isOfPlatforms = origins.includes(from) && destinations.includes(to);
    for (const origin of origins)
      for (const destination of destinations) {
        const key = origin * MAX_STOPS + destination;
        if (isOfPlatforms || rules.get(key)?.isOfPlatforms !== true)
          rules.set(key, { from: origin, to: destination, seconds, isOfPlatforms });
      }
  });
  return [...rules.values()].map(({ from, to, seconds }) => ({ from, to, seconds }));
}
