import { cellOf, type Coordinates } from "../platform/grid.ts";

/** Maximum metres walked to the first stop and from the last one. */
export const ACCESS_METRES = 1_000;
/** Maximum metres walked between two vehicles. */
export const CHANGE_METRES = 300;
/** Seconds that a change takes in addition to walking. */
export const CHANGE_SECONDS = 60;
/** Longest commute on foot alone, in seconds. */
export const WALK_ALONE_SECONDS = 3_600;
/** Longest commute, in seconds. */
export const LONGEST_SECONDS = 7_200;

/** Ratio of the walking route to the straight line. */
const DETOUR = 1.3;
/** Walking speed in metres per second. */
const WALKING_SPEED = 1.25;

/** Metres per microdegree on a sphere with a radius of 6,371,008.8 m, as in grid.ts. */
const METRES_PER_MICRODEGREE = (6_371_008.8 * Math.PI) / 180e6;
const RADIANS_PER_MICRODEGREE = Math.PI / 180e6;

/** Returns the walking time in seconds for a straight-line distance. */
export const walkSeconds = (metres: number): number => Math.ceil((metres * DETOUR) / WALKING_SPEED);

/** Returns the straight-line distance in metres that a person can walk in a number of seconds. */
export const walkMetres = (seconds: number): number => (seconds * WALKING_SPEED) / DETOUR;

/** A location in microdegrees, the unit of timetables. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The number of microdegrees in a degree. */
export const MICRODEGREES = 1e6;
export const pointOf = ({ latitude, longitude }: Coordinates): Point => ({
  latitude: Math.round(latitude * MICRODEGREES),
  longitude: Math.round(longitude * MICRODEGREES),
});

/**
 * Returns the metres between two points, as on a map that is accurate midway between them. Up to an hour's walk, the
 * result differs from the haversine by millimetres, in a tenth of the time.
 */
export function metresApart(fromLatitude: number, fromLongitude: number, latitude: number, longitude: number): number {
  const narrowing = Math.cos(((fromLatitude + latitude) / 2) * RADIANS_PER_MICRODEGREE);
  const up = latitude - fromLatitude;
  const across = (longitude - fromLongitude) * narrowing;
  return Math.sqrt(up * up + across * across) * METRES_PER_MICRODEGREE;
}

/** Returns the microdegrees of latitude and longitude that a number of metres spans at a latitude. */
export function microdegreesOf(metres: number, latitude: number): Point {
  const up = metres / METRES_PER_MICRODEGREE;
  return { latitude: up, longitude: up / Math.cos(latitude * RADIANS_PER_MICRODEGREE) };
}

/** A distance in microdegrees of latitude that is longer than any walk. */
const FAR = 50_000;
/** More grid columns than the Earth has. */
const COLUMNS = 100_000;
const cellNumber = (row: number, column: number) => row * COLUMNS + column;

/** Stops by the cells of the site's grid (grid.ts). */
export class StopGrid {
  readonly #cells = new Map<number, number[]>();
  /** Latitude of each stop, in microdegrees. */
  readonly latitude: Int32Array;
  readonly longitude: Int32Array;

  constructor(latitude: Int32Array, longitude: Int32Array) {
    this.latitude = latitude;
    this.longitude = longitude;
    for (let stop = 0; stop < latitude.length; stop += 1) {
      const { row, column } = cellAt(this.latitude[stop] ?? 0, this.longitude[stop] ?? 0);
      const cell = this.#cells.get(cellNumber(row, column));
      if (cell) cell.push(stop);
      else this.#cells.set(cellNumber(row, column), [stop]);
    }
  }

  at(stop: number): Point {
    return { latitude: this.latitude[stop] ?? 0, longitude: this.longitude[stop] ?? 0 };
  }

  /** Calls a function for each stop within a number of metres of a point. */
  eachWithin(point: Point, metres: number, visit: (stop: number, metres: number) => void): void {
    const { latitude, longitude } = point;
    this.eachAround(point, point, metres, (stop) => {
      const apart = metresApart(latitude, longitude, this.latitude[stop] ?? 0, this.longitude[stop] ?? 0);
      if (apart <= metres) visit(stop, apart);
    });
  }

  /**
   * Calls a function for each stop within a number of metres of a rectangle, and possibly for stops that are further
   * away.
   */
  eachAround(southWest: Point, northEast: Point, metres: number, visit: (stop: number) => void): void {
    // A degree of longitude is shortest in the north.
    const { latitude, longitude } = microdegreesOf(metres, northEast.latitude + FAR);
    const from = cellAt(southWest.latitude - latitude, southWest.longitude - longitude);
    const to = cellAt(northEast.latitude + latitude, northEast.longitude + longitude);
    for (let row = from.row; row <= to.row; row += 1)
      for (let column = from.column; column <= to.column; column += 1)
        for (const stop of this.#cells.get(cellNumber(row, column)) ?? []) visit(stop);
  }
}

const cellAt = (latitude: number, longitude: number) =>
  cellOf({ latitude: latitude / MICRODEGREES, longitude: longitude / MICRODEGREES });
