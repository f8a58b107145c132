import { BAD_DAY_INDEX, MEDIAN_INDEX, type CommuteArea } from "../contracts/commute.ts";
import type { Bounds } from "../contracts/places.ts";
import type { Coordinates } from "../platform/grid.ts";
import { MAX_VEHICLES, type Reach, UNREACHED } from "./router.ts";
import {
  ACCESS_METRES,
  LONGEST_SECONDS,
  metresApart,
  MICRODEGREES,
  type Point,
  pointOf,
  StopGrid,
  WALK_ALONE_SECONDS,
  walkSeconds,
  microdegreesOf,
  walkMetres,
} from "./walking.ts";

/** The commute from a point to a destination. */
export interface CommuteTime {
  /** The median over the deadlines, with one decimal; null if no itinerary takes two hours or less. */
  minutes: number | null;
  badDayMinutes: number | null;
  /** Start of the median itinerary; null if there is none. */
  start: CommuteStart | null;
}

interface CommuteStart {
  /** Index of the deadline whose itinerary is the median one. */
  deadline: number;
  /** Index of the stop in the timetable; null when the commute is only walking. */
  stop: number | null;
  /** Walking time to the stop, or for the whole way. */
  walkSeconds: number;
}

const NO_WAY: CommuteTime = { minutes: null, badDayMinutes: null, start: null };

/**
 * Factor that allows for the error of calculating bounds with straight lines on a map. Within an hour's walk, the error
 * is smaller than this factor allows.
 */
const MARGIN = 0.999;

/**
 * A destination with the latest boarding time at each stop around it. Yields the exact length of the commute from any
 * point.
 */
export class ReachabilityProfile {
  readonly place: Point;
  /** Number of deadlines; 0 if the destination cannot be reached. */
  readonly deadlines: number;
  /** The stops from which the destination can be reached. */
  readonly stops: StopGrid;
  /** The timetable's index of each stop. */
  readonly #numbers: Uint16Array;
  readonly #seconds: Uint16Array;
  /** Best times for one point, by deadline, in an array that is reused for each point. */
  readonly #best: Float64Array;
  readonly #bestStop: Int32Array;
  readonly #bestWalk: Int32Array;

  /**
   * @param bytes as written by {@link profileBytes}; null for a day without services, on which the destination cannot
   * be reached
   */
  constructor(bytes: ArrayBuffer | null) {
    const [latitude = 0, longitude = 0, deadlines = 0, stops = 0] = bytes ? new Int32Array(bytes, 0, HEADER) : [];
    const buffer = bytes ?? new ArrayBuffer(HEADER * 4);
    this.place = { latitude, longitude };
    this.deadlines = deadlines;
    this.stops = new StopGrid(
      new Int32Array(buffer, HEADER * 4, stops),
      new Int32Array(buffer, (HEADER + stops) * 4, stops),
    );
    this.#numbers = new Uint16Array(buffer, (HEADER + 2 * stops) * 4, stops);
    this.#seconds = new Uint16Array(buffer, (HEADER + 2 * stops) * 4 + stops * 2, stops * deadlines);
    this.#best = new Float64Array(deadlines);
    this.#bestStop = new Int32Array(deadlines);
    this.#bestWalk = new Int32Array(deadlines);
  }

  /** Returns the seconds from boarding at a stop to each deadline. */
  secondsAt(stop: number): Uint16Array {
    return this.#seconds.subarray(stop * this.deadlines, (stop + 1) * this.deadlines);
  }

  /** Returns the commute from a point. */
  at(coordinates: Coordinates): CommuteTime {
    const count = this.deadlines;
    if (count === 0) return NO_WAY;
    const point = pointOf(coordinates);
    const [best, bestStop, bestWalk] = [this.#best, this.#bestStop, this.#bestWalk];
    const alone = walkSeconds(metresApart(point.latitude, point.longitude, this.place.latitude, this.place.longitude));
    best.fill(alone <= WALK_ALONE_SECONDS ? alone : Infinity);
    bestStop.fill(-1);
    this.stops.eachWithin(point, ACCESS_METRES, (stop, metres) => {
      const walk = walkSeconds(metres);
      for (let nth = 0; nth < count; nth += 1) {
        const seconds = (this.#seconds[stop * count + nth] ?? UNREACHED) + walk;
        if (seconds > LONGEST_SECONDS || seconds >= (best[nth] ?? 0)) continue;
        best[nth] = seconds;
        bestStop[nth] = stop;
        bestWalk[nth] = walk;
      }
    });
    const sorted = best.toSorted();
    const median = sorted[Math.min(MEDIAN_INDEX, count - 1)] ?? Infinity;
    if (median === Infinity) return NO_WAY;
    const deadline = best.indexOf(median);
    const stop = bestStop[deadline] ?? -1;
    return {
      minutes: tenths(median),
      badDayMinutes: tenths(sorted[Math.min(BAD_DAY_INDEX, count - 1)] ?? Infinity),
      start:
        stop === -1
          ? { deadline, stop: null, walkSeconds: alone }
          : { deadline, stop: this.#numbers[stop] ?? 0, walkSeconds: bestWalk[deadline] ?? 0 },
    };
  }

  /**
   * Returns a guaranteed lower bound of the minutes from any point within bounds. For each deadline, takes the minimum
   * over all stops within walking distance, with the walk from the nearest edge. Then takes the median over the
   * deadlines. Returns Infinity if the destination cannot be reached.
   */
  lowerBound(bounds: Bounds): number {
    const count = this.deadlines;
    if (count === 0) return Infinity;
    const [low, high] = cornersOf(bounds);
    const within = (number: number, from: number, to: number) => Math.min(to, Math.max(from, number));
    const metresTo = ({ latitude, longitude }: Point) =>
      MARGIN *
      metresApart(
        within(latitude, low.latitude, high.latitude),
        within(longitude, low.longitude, high.longitude),
        latitude,
        longitude,
      );
    const alone = walkSeconds(metresTo(this.place));
    const best = this.#best.fill(alone <= WALK_ALONE_SECONDS ? alone : Infinity);
    this.stops.eachAround(low, high, ACCESS_METRES, (stop) => {
      const metres = metresTo(this.stops.at(stop));
      if (metres > ACCESS_METRES) return;
      const walk = walkSeconds(metres);
      for (let nth = 0; nth < count; nth += 1) {
        const seconds = (this.#seconds[stop * count + nth] ?? UNREACHED) + walk;
        if (seconds <= LONGEST_SECONDS && seconds < (best[nth] ?? 0)) best[nth] = seconds;
      }
    });
    const median = best.toSorted()[Math.min(MEDIAN_INDEX, count - 1)] ?? Infinity;
    return median === Infinity ? Infinity : Math.floor(median / 6) / 10;
  }
}

/** Returns the corners of bounds in microdegrees, rounded outwards. */
function cornersOf({ west, south, east, north }: Bounds): [southWest: Point, northEast: Point] {
  return [
    { latitude: Math.floor(south * MICRODEGREES), longitude: Math.floor(west * MICRODEGREES) },
    { latitude: Math.ceil(north * MICRODEGREES), longitude: Math.ceil(east * MICRODEGREES) },
  ];
}

/** Returns minutes with one decimal. */
const tenths = (seconds: number) => (seconds === Infinity ? null : Math.round(seconds / 6) / 10);

/**
 * Number of 32-bit words at the beginning: latitude and longitude of the destination, number of deadlines, number of
 * stops.
 */
const HEADER = 4;

/**
 * Packs the part of a search that a {@link ReachabilityProfile} needs into one buffer: the stops from which the
 * destination can be reached, and their times.
 */
export function profileBytes(reach: Reach, latitude: Int32Array, longitude: Int32Array): ArrayBuffer {
  const count = reach.deadlines.length;
  const all = reach.seconds[MAX_VEHICLES] ?? new Uint16Array();
  const stops: number[] = [];
  for (let stop = 0; stop < latitude.length; stop += 1)
    if (all.subarray(stop * count, (stop + 1) * count).some((seconds) => seconds !== UNREACHED)) stops.push(stop);
  const bytes = new ArrayBuffer((HEADER + 2 * stops.length) * 4 + stops.length * 2 * (1 + count));
  const words = new Int32Array(bytes, 0, HEADER + 2 * stops.length);
  words.set([reach.place.latitude, reach.place.longitude, count, stops.length]);
  const halves = new Uint16Array(bytes, words.byteLength);
  for (const [nth, stop] of stops.entries()) {
    words[HEADER + nth] = latitude[stop] ?? 0;
    words[HEADER + stops.length + nth] = longitude[stop] ?? 0;
    halves[nth] = stop;
    halves.set(all.subarray(stop * count, (stop + 1) * count), stops.length + nth * count);
  }
  return bytes;
}

const CELL_METRES = 150;
/**
 * Maximum distance from the destination to each side of the grid. At 600 cells across, a response has at most 480 KB.
 */
const FARTHEST_METRES = 45_000;
/** Value in the response for a cell beyond the limit. */
const BEYOND = 255;

/** An area without any cells. */
export const EMPTY_AREA: CommuteArea = { west: 0, north: 0, stepLng: 0, stepLat: 0, width: 0, height: 0, minutes: "" };

/** A point of an itinerary, with the travel time from that point, by deadline. */
interface Source {
  point: Point;
  seconds: Uint16Array;
  /** Maximum distance from the point at which the limit can still be met. */
  metres: number;
}

/** Calculates the median minutes to a profile's destination for a raster of cells around it, up to a limit. */
export function areaOf(profile: ReachabilityProfile, minutes: number): CommuteArea {
  if (profile.deadlines === 0) return EMPTY_AREA;
  const limit = minutes * 60;
  const sources = sourcesOf(profile, limit);
  const cell = microdegreesOf(CELL_METRES, profile.place.latitude);
  const farthest = microdegreesOf(FARTHEST_METRES, profile.place.latitude);
  const ends = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { point, metres } of sources) {
    const reach = microdegreesOf(metres, point.latitude);
    ends.west = Math.min(ends.west, point.longitude - reach.longitude);
    ends.east = Math.max(ends.east, point.longitude + reach.longitude);
    ends.south = Math.min(ends.south, point.latitude - reach.latitude);
    ends.north = Math.max(ends.north, point.latitude + reach.latitude);
  }
  const west = Math.max(ends.west, profile.place.longitude - farthest.longitude);
  const north = Math.min(ends.north, profile.place.latitude + farthest.latitude);
  const east = Math.min(ends.east, profile.place.longitude + farthest.longitude);
  const south = Math.max(ends.south, profile.place.latitude - farthest.latitude);
  const width = Math.ceil((east - west) / cell.longitude);
  const height = Math.ceil((north - south) / cell.latitude);
  const grid = { west, north, width, height, cell };
  return {
    west: west / MICRODEGREES,
    north: north / MICRODEGREES,
    stepLng: cell.longitude / MICRODEGREES,
    stepLat: cell.latitude / MICRODEGREES,
    width,
    height,
    minutes: minutesIn(grid, sources, limit, profile.deadlines).toBase64(),
  };
}

/** Returns the stops from which a limit can be met, and the destination itself, northernmost first. */
function sourcesOf(profile: ReachabilityProfile, limit: number): Source[] {
  const { deadlines, place, stops } = profile;
  const alone = Math.min(limit, WALK_ALONE_SECONDS);
  const sources: Source[] = [{ point: place, seconds: new Uint16Array(deadlines), metres: walkMetres(alone) }];
  for (let stop = 0; stop < stops.latitude.length; stop += 1) {
    const seconds = profile.secondsAt(stop);
    const left = limit - Math.min(...seconds);
    if (left >= 0) sources.push({ point: stops.at(stop), seconds, metres: Math.min(ACCESS_METRES, walkMetres(left)) });
  }
  return sources.toSorted((a, b) => b.point.latitude - a.point.latitude);
}

interface Grid {
  west: number;
  north: number;
  width: number;
  height: number;
  cell: Point;
}

/** Calculates the minutes of the cells row by row, so that only the times of one row, by deadline, are in memory. */
function minutesIn(grid: Grid, sources: readonly Source[], limit: number, deadlines: number): Uint8Array {
  const { north, width, height, cell } = grid;
  const minutes = new Uint8Array(width * height).fill(BEYOND);
  const times = new Uint16Array(width * deadlines);
  const farthest = sources.reduce((most, { metres }) => Math.max(most, metres), 0);
  const span = microdegreesOf(farthest, 0).latitude;
  let first = 0;
  for (let row = 0; row < height; row += 1) {
    const latitude = north - (row + 0.5) * cell.latitude;
    while (first < sources.length && (sources[first]?.point.latitude ?? 0) > latitude + span) first += 1;
    times.fill(UNREACHED);
    for (let nth = first; nth < sources.length; nth += 1) {
      const source = sources[nth];
      if (!source || source.point.latitude < latitude - span) break;
      spread(grid, source, latitude, times);
    }
    for (let column = 0; column < width; column += 1) {
      const median = medianOf(times.subarray(column * deadlines, (column + 1) * deadlines));
      if (median <= limit) minutes[row * width + column] = Math.ceil(median / 60);
    }
  }
  return minutes;
}

/** Adds the walks from a source to the cells of a row. */
function spread({ west, width, cell }: Grid, source: Source, latitude: number, times: Uint16Array): void {
  const { point, seconds, metres } = source;
  const across = microdegreesOf(metres, latitude).longitude;
  const from = Math.max(0, Math.floor((point.longitude - across - west) / cell.longitude));
  const to = Math.min(width - 1, Math.ceil((point.longitude + across - west) / cell.longitude));
  for (let column = from; column <= to; column += 1) {
    const apart = metresApart(latitude, west + (column + 0.5) * cell.longitude, point.latitude, point.longitude);
    if (apart > metres) continue;
    const walk = walkSeconds(apart);
    for (let nth = 0; nth < seconds.length; nth += 1) {
      const time = (seconds[nth] ?? UNREACHED) + walk;
      const place = column * seconds.length + nth;
      if (time < (times[place] ?? 0)) times[place] = time;
    }
  }
}

/** Returns the median of a cell. Sorts its times in place. */
function medianOf(times: Uint16Array): number {
  if (times.every((time) => time === UNREACHED)) return UNREACHED;
  return times.sort()[Math.min(MEDIAN_INDEX, times.length - 1)] ?? UNREACHED;
}
