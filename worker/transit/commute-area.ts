import { type CommuteArea, MEDIAN_AT } from "../contracts/commute.ts";
import type { CommuteField } from "./commute-field.ts";
import { UNREACHED } from "./router.ts";
import {
  ACCESS_METRES,
  metresApart,
  MICRODEGREES,
  microdegreesOf,
  type Point,
  WALK_ALONE_SECONDS,
  walkMetres,
  walkSeconds,
} from "./walking.ts";

const CELL_METRES = 150;
/** From the place to each side of the grid, at most: 600 cells, so that an answer has at most 480 KB. */
const FARTHEST_METRES = 45_000;
/** In the answer: beyond the limit. */
const BEYOND = 255;

/** Without a single cell. */
export const EMPTY_AREA: CommuteArea = { west: 0, north: 0, stepLng: 0, stepLat: 0, width: 0, height: 0, minutes: "" };

/** Somewhere on the way with how long it takes from there, by deadline. */
interface Source {
  point: Point;
  seconds: Uint16Array;
  /** How far from it the limit may still be kept. */
  metres: number;
}

/** Minutes to a field's place from a raster around it (median), as far as a limit allows. */
export function areaOf(field: CommuteField, minutes: number): CommuteArea {
  if (field.deadlines === 0) return EMPTY_AREA;
  const limit = minutes * 60;
  const sources = sourcesOf(field, limit);
  const cell = microdegreesOf(CELL_METRES, field.place.latitude);
  const farthest = microdegreesOf(FARTHEST_METRES, field.place.latitude);
  const ends = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { point, metres } of sources) {
    const reach = microdegreesOf(metres, point.latitude);
    ends.west = Math.min(ends.west, point.longitude - reach.longitude);
    ends.east = Math.max(ends.east, point.longitude + reach.longitude);
    ends.south = Math.min(ends.south, point.latitude - reach.latitude);
    ends.north = Math.max(ends.north, point.latitude + reach.latitude);
  }
  const west = Math.max(ends.west, field.place.longitude - farthest.longitude);
  const north = Math.min(ends.north, field.place.latitude + farthest.latitude);
  const east = Math.min(ends.east, field.place.longitude + farthest.longitude);
  const south = Math.max(ends.south, field.place.latitude - farthest.latitude);
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
    minutes: minutesIn(grid, sources, limit, field.deadlines).toBase64(),
  };
}

/** The stops from which a limit can be kept, and the place itself; northernmost first. */
function sourcesOf(field: CommuteField, limit: number): Source[] {
  const { deadlines, place, stops } = field;
  const alone = Math.min(limit, WALK_ALONE_SECONDS);
  const sources: Source[] = [{ point: place, seconds: new Uint16Array(deadlines), metres: walkMetres(alone) }];
  for (let stop = 0; stop < stops.latitude.length; stop += 1) {
    const seconds = field.secondsAt(stop);
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

/** Row by row, so that only a row's times by deadline are in memory. */
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

/** Walks from a source to the cells of a row. */
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

/** The median of a cell, whose times are sorted on the spot. */
function medianOf(times: Uint16Array): number {
  if (times.every((time) => time === UNREACHED)) return UNREACHED;
  return times.sort()[Math.min(MEDIAN_AT, times.length - 1)] ?? UNREACHED;
}
