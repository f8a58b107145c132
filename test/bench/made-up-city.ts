import { geoJson, lines, square } from "../support/node/import-folder.ts";

// Counts as in the open data of Toronto.
const STREETS = 320;
const HOUSES_A_STREET = 16;
const BUILDINGS = 3_460;
const PLACES = { schools: 1_170, daycares: 1_090, groceries: 1_650, medical: 770, parks: 2_025 };
const NEIGHBOURHOODS = 158;

const CITY = { south: 43.58, north: 43.85, west: -79.64, east: -79.12 };
const DOWNTOWN = { latitude: 43.66, longitude: -79.39 };
/** One in this many places is downtown, within three kilometres of the centre. */
const ONE_DOWNTOWN_OF = 4;

/** Returns a place by its number: spread evenly, by multiples of irrational numbers, and denser downtown. */
function placeOf(index: number): { latitude: number; longitude: number } {
  const [across, up] = [(index * 0.754_877_666) % 1, (index * 0.569_840_291) % 1];
  if (index % ONE_DOWNTOWN_OF === 0)
    return {
      latitude: DOWNTOWN.latitude + (up - 0.5) * 0.054,
      longitude: DOWNTOWN.longitude + (across - 0.5) * 0.075,
    };
  return {
    latitude: CITY.south + up * (CITY.north - CITY.south),
    longitude: CITY.west + across * (CITY.east - CITY.west),
  };
}

const FIRST = "ash bay birch clay deer elm fern glen hazel ivy jay kirk lark maple nut oak pine quail rose sand".split(
  " ",
);
const SECOND = "bank brook croft dale den field ford gate grove hill holm hurst land mere ridge wood".split(" ");
const streetName = (index: number) =>
  `${FIRST[index % FIRST.length]}${SECOND[Math.floor(index / FIRST.length) % SECOND.length]} ave`;

/** Houses about 65 m apart on one side of kilometre-long streets. */
const HOUSES = Array.from({ length: STREETS * HOUSES_A_STREET }, (_, index) => {
  const street = Math.floor(index / HOUSES_A_STREET);
  const along = index % HOUSES_A_STREET;
  const start = placeOf(street);
  return {
    number: 10 + 12 * along,
    street: streetName(street),
    latitude: start.latitude.toFixed(6),
    longitude: (start.longitude + along * 0.0008).toFixed(6),
  };
});

function placeRows(name: string, count: number, from: number, category?: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => {
    const { latitude, longitude } = placeOf(from + index);
    const kind = category ? `${category(index)},` : "";
    return `${name}-${index},${name} ${index},${kind}${latitude.toFixed(6)},${longitude.toFixed(6)}`;
  });
}

function areas(count: number, columns: number, degrees: number): string {
  const squares = Array.from({ length: count }, (_, index) =>
    square(
      String(index + 1),
      `Area ${index + 1}`,
      [CITY.west + (index % columns) * degrees, CITY.south + Math.floor(index / columns) * degrees],
      degrees,
    ),
  );
  return geoJson(...squares);
}

/** Returns files to import for a made-up city as large as Toronto. */
export function madeUpCity(): Record<string, string> {
  const buildings = HOUSES.slice(0, BUILDINGS).map(
    ({ number, street, latitude, longitude }, index) =>
      `${index + 1},${number} ${street},,${1950 + (index % 70)},12,140,PRIVATE,${latitude},${longitude}`,
  );
  const houses = HOUSES.map(
    ({ number, street, latitude, longitude }) => `${number},${street},${latitude},${longitude}`,
  );
  return {
    "address_gazetteer.csv": lines("number,street_norm,lat,lng", ...houses),
    "rentsafe.csv": lines("rsn,address,fsa,year_built,storeys,units,property_type,lat,lng", ...buildings),
    "schools.csv": lines("id,name,lat,lng", ...placeRows("School", PLACES.schools, 1_000)),
    "daycares.csv": lines("id,name,lat,lng", ...placeRows("Daycare", PLACES.daycares, 3_000)),
    "grocery.csv": lines(
      "id,name,category,lat,lng",
      ...placeRows("Shop", PLACES.groceries, 5_000, (index) => (index % 4 === 0 ? "supermarket" : "convenience")),
    ),
    "medical.csv": lines("id,name,lat,lng", ...placeRows("Clinic", PLACES.medical, 7_000)),
    "parks.csv": lines("id,name,lat,lng", ...placeRows("Park", PLACES.parks, 9_000)),
    "neighbourhoods.geojson": areas(NEIGHBOURHOODS, 18, 0.03),
    "municipalities.geojson": areas(6, 3, 0.18),
  };
}
