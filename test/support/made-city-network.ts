import type { MadeNetwork } from "./made-timetable.ts";

const CITY = { south: 43.6, north: 43.8, west: -79.6, east: -79.2 };
/** Distance between stops: about 400 m, on streets in both directions about 800 m apart. */
const STEP = { latitude: 0.0036, longitude: 0.005 };
const STREET_EVERY = 2;
/** Seconds for 400 m at 18 km/h. */
const STOP_SECONDS = 80;
const EVERY_SECONDS = 600;
const [FIRST_SECONDS, LAST_SECONDS] = [6.5 * 3_600, 9.5 * 3_600];

/**
 * Returns a grid of bus lines over the city, with a bus in both directions every ten minutes: about 4,000 stops and
 * 400,000 stop times.
 */
export function madeCityNetwork(): MadeNetwork {
  const rows = Math.floor((CITY.north - CITY.south) / STEP.latitude);
  const columns = Math.floor((CITY.east - CITY.west) / STEP.longitude);
  const stops: { latitude: number; longitude: number }[] = [];
  const numbers = new Map<string, number>();
  const stopAt = (row: number, column: number) => {
    const key = `${row} ${column}`;
    const number = numbers.get(key) ?? stops.length;
    if (number === stops.length) {
      numbers.set(key, number);
      stops.push({
        latitude: CITY.south + row * STEP.latitude,
        longitude: CITY.west + column * STEP.longitude,
      });
    }
    return number;
  };
  const upTo = (count: number, every = 1) => Array.from({ length: Math.ceil(count / every) }, (_, nth) => nth * every);
  const ways = [
    ...upTo(rows, STREET_EVERY).map((row) => upTo(columns).map((column) => stopAt(row, column))),
    ...upTo(columns, STREET_EVERY).map((column) => upTo(rows).map((row) => stopAt(row, column))),
  ];
  const trips = ways.flatMap((way, line) =>
    [way, way.toReversed()].flatMap((along) =>
      upTo((LAST_SECONDS - FIRST_SECONDS) / EVERY_SECONDS).map((nth) => ({
        line,
        calls: along.map((stop, at) => {
          const time = FIRST_SECONDS + ((line * 97) % EVERY_SECONDS) + nth * EVERY_SECONDS + at * STOP_SECONDS;
          return { stop, arrive: time, depart: time };
        }),
      })),
    ),
  );
  const lines = ways.map((_, nth) => ({ name: String(nth + 1), color: null, mode: "bus" as const }));
  return { stops, lines, trips };
}
