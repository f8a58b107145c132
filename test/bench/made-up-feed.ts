/** Number of lines of the made-up feed, each with two directions that have separate stops. */
const LINES = 225;
const STOPS_A_DIRECTION = 30;
/** Total number of stops; TTC, GO, UP and MiWay together have 13,335. */
export const MADE_UP_STOPS = LINES * 2 * STOPS_A_DIRECTION;
/** Trips per direction and day; every third one turns back half-way. */
const TRIPS_A_DIRECTION = 125;
/** Number of periods of the day. All trips in a period have the same running times. */
const TIMES_OF_DAY = 12;
const FIRST_DEPARTURE = 5 * 3600;
const LAST_DEPARTURE = 25 * 3600;
/** Degrees per kilometre, north and east. */
const KILOMETRE = { latitude: 1 / 111.2, longitude: 1 / 80.4 };
const MIDDLE = { latitude: 43.7, longitude: -79.4 };

/** Makes a random number generator from a seed: mulberry32, 0 ≤ n < 1. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const two = (number: number) => String(number).padStart(2, "0");
const clock = (seconds: number) =>
  `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

/**
 * Returns the files of a feed as large as one weekday of the region's feeds: 13,500 stops, and 1.4 million stop times
 * that apply every day. The same seed always gives the same files.
 * @param from first and last day, YYYYMMDD
 */
export function madeUpFeed(seed: number, from: string, until: string): Record<string, string> {
  const random = randomFrom(seed);
  const stops = ["stop_id,stop_name,stop_lat,stop_lon"];
  const routes = ["route_id,route_short_name,route_type"];
  const trips = ["route_id,service_id,trip_id"];
  const stopTimes = ["trip_id,arrival_time,departure_time,stop_id,stop_sequence"];
  for (let line = 1; line <= LINES; line += 1) {
    const isFast = line <= 5;
    routes.push(`${line},${line},${isFast ? 1 : 3}`);
    const isEastward = random() < 0.5;
    const spacing = isFast ? 1.1 : 0.35;
    // Lines in the inner city are closer to each other.
    const place = { latitude: (random() + random() - 1) * 20, longitude: (random() + random() - 1) * 35 };
    for (const direction of [0, 1]) {
      for (let stop = 0; stop < STOPS_A_DIRECTION; stop += 1) {
        const along = (stop - STOPS_A_DIRECTION / 2) * spacing * (direction === 0 ? 1 : -1);
        const aside = direction * 0.02;
        const north = place.latitude + (isEastward ? aside : along);
        const east = place.longitude + (isEastward ? along : aside);
        const latitude = (MIDDLE.latitude + north * KILOMETRE.latitude).toFixed(6);
        const longitude = (MIDDLE.longitude + east * KILOMETRE.longitude).toFixed(6);
        stops.push(`${line}-${direction}-${stop},Line ${line} stop ${stop},${latitude},${longitude}`);
      }
      const profiles = Array.from({ length: TIMES_OF_DAY }, () =>
        Array.from({ length: STOPS_A_DIRECTION }, () => Math.round((isFast ? 90 : 60) * (0.8 + random() * 0.7))),
      );
      for (let nth = 0; nth < TRIPS_A_DIRECTION; nth += 1) {
        const id = `${line}-${direction}-${nth}`;
        const part = nth / TRIPS_A_DIRECTION;
        const steps = profiles[Math.floor(part * TIMES_OF_DAY)] ?? [];
        let time = Math.round(FIRST_DEPARTURE + part * (LAST_DEPARTURE - FIRST_DEPARTURE) + random() * 90);
        const length = nth % 3 === 2 ? STOPS_A_DIRECTION / 2 : STOPS_A_DIRECTION;
        trips.push(`${line},daily,${id}`);
        for (let stop = 0; stop < length; stop += 1) {
          const at = clock(time);
          stopTimes.push(`${id},${at},${at},${line}-${direction}-${stop},${stop + 1}`);
          time += steps[stop] ?? 0;
        }
      }
    }
  }
  const file = (lines: readonly string[]) => `${lines.join("\n")}\n`;
  return {
    "agency.txt": file([
      "agency_name,agency_url,agency_timezone",
      "Made-up Transit,https://example.com,America/Toronto",
    ]),
    "stops.txt": file(stops),
    "routes.txt": file(routes),
    "trips.txt": file(trips),
    "calendar.txt": file([
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
      `daily,1,1,1,1,1,1,1,${from},${until}`,
    ]),
    "stop_times.txt": file(stopTimes),
  };
}
