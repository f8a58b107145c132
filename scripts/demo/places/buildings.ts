import type { BuildingFacts } from "../../../worker/contracts/places.ts";

/**
 * Rental buildings that demo units are in, as the City registered and evaluated them (August 2026): registration number,
 * address, year built, storeys, units, score, day of the evaluation. All of them are private. Source: RentSafeTO, City of
 * Toronto, Open Government Licence – Toronto.
 */
const REGISTERED: readonly (readonly [number, string, number, number, number, number, string])[] = [
  [4153532, "55 ISABELLA ST", 1965, 12, 82, 93, "2025-07-04"],
  [4153529, "105 ISABELLA ST", 1960, 11, 221, 92, "2025-11-21"],
  [4153536, "50 GLOUCESTER ST", 1928, 3, 35, 91, "2024-06-17"],
  [4240827, "260 WELLESLEY ST E", 1968, 32, 565, 93, "2025-11-18"],
  [5386632, "7 HEATH ST E", 1946, 3, 30, 93, "2026-07-10"],
  [4153830, "55 ERSKINE AVE", 1964, 16, 188, 99, "2025-10-01"],
  [5110249, "200 REDPATH AVE", 2022, 39, 349, 100, "2025-07-29"],
  [4153772, "200 BALLIOL ST", 1968, 23, 366, 92, "2025-11-25"],
  [4153053, "470 RONCESVALLES AVE", 1960, 4, 49, 96, "2025-08-07"],
  [4152959, "57 SPENCER AVE", 1939, 3, 19, 94, "2025-07-21"],
  [4152985, "145 JAMESON AVE", 1960, 9, 80, 95, "2025-07-04"],
  [4152957, "35 SPENCER AVE", 1960, 7, 80, 93, "2025-07-07"],
  [4153354, "795 ST CLAIR AVE W", 1929, 3, 19, 94, "2026-08-04"],
  [4153116, "1095 ST CLAIR AVE W", 1951, 3, 11, 93, "2026-07-13"],
  [4153664, "2269 QUEEN ST E", 1927, 3, 17, 95, "2026-07-24"],
  [5289074, "1430 GERRARD ST E", 1927, 4, 25, 94, "2025-11-06"],
  [4153604, "569 BROADVIEW AVE", 1929, 4, 48, 92, "2026-08-04"],
  [4154087, "125 COSBURN AVE", 1960, 4, 30, 98, "2024-07-09"],
  [4156380, "225 COSBURN AVE", 1965, 8, 95, 89, "2024-07-06"],
  [4154157, "75 THORNCLIFFE PARK DR", 1966, 17, 308, 92, "2025-09-10"],
  [4907186, "35 GREENFIELD AVE", 2020, 36, 361, 98, "2024-06-11"],
  [4154805, "100 GRAYDON HALL DR", 1970, 24, 286, 96, "2025-08-27"],
  [4154762, "45 GRENOBLE DR", 1966, 28, 217, 99, "2024-09-20"],
  [4153731, "130 PARKWAY FOREST DR", 2013, 8, 105, 100, "2025-07-23"],
  [4154551, "21 NEPTUNE DR", 1950, 3, 10, 94, "2025-09-10"],
  [4155036, "560 OAKWOOD AVE", 1960, 4, 24, 92, "2024-07-15"],
  [4155035, "641 VAUGHAN RD", 1955, 4, 45, 93, "2026-08-18"],
  [4155098, "50 CLEARVIEW HTS", 1951, 4, 37, 91, "2026-06-17"],
  [4152765, "30 TRUDELLE ST", 1960, 6, 58, 94, "2025-10-29"],
  [4152750, "30 GILDER DR", 1954, 14, 192, 95, "2025-09-02"],
  [4155503, "2515 LAKE SHORE BLVD W", 1950, 4, 30, 95, "2025-09-17"],
  [4155307, "25 MABELLE AVE", 1974, 31, 416, 99, "2025-10-15"],
  [4155235, "169 BERRY RD", 1958, 4, 25, 94, "2026-08-11"],
  [4156532, "53 WIDDICOMBE HILL BLVD", 1975, 19, 139, 91, "2024-08-02"],
];

/** The registered building at a demo unit's street and number; null for a house that is in no register. */
export function buildingAt(street: string): BuildingFacts | null {
  const row = REGISTERED.find(([, address]) => address === street.toUpperCase());
  if (!row) return null;
  const [rsn, address, yearBuilt, storeys, units, score, evaluatedOn] = row;
  return { rsn, address, yearBuilt, storeys, units, propertyType: "PRIVATE", score, evaluatedOn };
}
