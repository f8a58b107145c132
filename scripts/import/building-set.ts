import { parseAddress } from "../../worker/features/places/address.ts";
import { type Cell, NO_COORDINATES, PLACE_COLUMNS, placeOf, tidy, wholeNumber } from "./cells.ts";
import { CITY, type CsvSet, type Reading } from "./csv-set.ts";
import { RENTAL_BUILDINGS } from "./statements.ts";

/** Years before are slips of the landlord's pen: the oldest rental buildings of the city are of the 19th century. */
const FIRST_YEAR = 1800;

/** A whole number of a cell within bounds; null when there is none. */
function within(cell: Cell, column: string, low: number, high: number): number | null {
  const number = wholeNumber(cell(column));
  return number !== null && number >= low && number <= high ? number : null;
}

function readBuilding(cell: Cell, lastYear: number): Reading {
  const rsn = wholeNumber(cell("rsn"));
  if (rsn === null || rsn < 1) return { refused: `not a registration number: "${tidy(cell("rsn")).slice(0, 40)}"` };
  const address = tidy(cell("address"));
  if (address === "") return { refused: "blank address" };
  const { numbers, street } = parseAddress(address);
  if (numbers === null || street === null) return { refused: `not an address: "${address.slice(0, 60)}"` };
  const place = placeOf(cell);
  if ("refused" in place && place.refused !== NO_COORDINATES) return place;
  const yearBuilt = within(cell, "yearBuilt", FIRST_YEAR, lastYear);
  const written = cell("yearBuilt");
  const isPlaced = !("refused" in place);
  // Both 0 is a place that is not known (worker/features/places/buildings.repo.ts).
  const [latitude, longitude] = isPlaced ? [place.latitude, place.longitude] : [0, 0];
  const fsa = /^[A-Z]\d[A-Z]$/i.test(cell("fsa")) ? cell("fsa").toUpperCase() : null;
  const storeys = within(cell, "storeys", 1, 200);
  const units = within(cell, "units", 1, 10_000);
  const propertyType = tidy(cell("propertyType")).toUpperCase();
  const score = within(cell, "score", 0, 100);
  const evaluatedOn = /^((19|20)\d\d-\d\d-\d\d)/.exec(cell("evaluatedOn"))?.[1] ?? null;
  const where = [rsn, address, street, numbers.low, numbers.high, fsa];
  return {
    key: String(rsn),
    values: [...where, yearBuilt, storeys, units, propertyType, score, evaluatedOn, latitude, longitude],
    ...(!isPlaced && { house: { street, number: numbers.low } }),
    ...(yearBuilt === null && written !== "" && { warning: `year built left out: "${tidy(written).slice(0, 40)}"` }),
  };
}

/**
 * Rental buildings: the register (RentSafeTO) joined with the latest evaluation. Every twentieth building has no
 * coordinates; it gets those of its house in the address table, or stays without: listings find it by its address.
 * @param now a building is built next year at the latest
 */
export const rentalBuildingSet = (now: Date): CsvSet => ({
  dataset: "buildings",
  source: CITY,
  columns: {
    ...PLACE_COLUMNS,
    rsn: ["rsn"],
    address: ["address", "site_address"],
    fsa: ["fsa", "pcode"],
    yearBuilt: ["year_built"],
    storeys: ["storeys", "confirmed_storeys", "no_of_storeys"],
    units: ["units", "confirmed_units", "no_of_units"],
    propertyType: ["property_type"],
    score: ["score", "current_building_eval_score"],
    evaluatedOn: ["evaluated_on", "evaluation_completed_on"],
  },
  needs: ["rsn", "address", "yearBuilt", "propertyType"],
  placeAt: 12,
  table: RENTAL_BUILDINGS,
  scope: "true",
  read: (cell) => readBuilding(cell, now.getUTCFullYear() + 1),
});
