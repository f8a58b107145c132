import { canBeRange } from "../../worker/contracts/addresses.ts";
import { parseAddress, streetKey } from "../../worker/contracts/parse-address.ts";
import {
  NO_COORDINATES,
  wholeNumber,
  type Cell,
  PLACE_COLUMNS,
  placeOf,
  cleanCell,
  CITY,
  type CsvSet,
  type Reading,
} from "./csv-set.ts";
import { ADDRESS_POINTS, RENTAL_BUILDINGS } from "./statements.ts";

/** Matches house numbers such as "12", "12A", "12 1/2", "85-95" and "12A-12C". */
const NUMBER = /^(\d{1,5})\s?([a-z]{1,2}|1\/2)?(?:\s?-\s?(\d{1,5})\s?([a-z]{1,2}|1\/2)?)?$/i;

/** The house numbers in a cell: both ends of a range, each with its suffix. */
interface Numbers {
  low: number;
  lowSuffix: string;
  high: number;
}

/** Parses a house number; returns null when it is malformed. */
function numbersIn(text: string): Numbers | null {
  const [, low, lowSuffix = "", high] = NUMBER.exec(text) ?? [];
  if (low === undefined || Number(low) < 1) return null;
  return { low: Number(low), lowSuffix: lowSuffix.toUpperCase(), high: Math.max(Number(low), Number(high ?? low)) };
}

/** Cached, because 525,000 addresses have only about 10,000 streets. */
const streetKeys = new Map<string, string>();
function streetOf(text: string): string {
  const known = streetKeys.get(text);
  if (known !== undefined) return known;
  const key = streetKey(text);
  streetKeys.set(text, key);
  return key;
}

/** Former municipalities as spelled in the City's file, by the names used on the site. */
const MUNICIPALITIES: ReadonlyMap<string, string> = new Map([
  ["toronto", "Old Toronto"],
  ["former toronto", "Old Toronto"],
  ["old toronto", "Old Toronto"],
  ["north york", "North York"],
  ["east york", "East York"],
  ["scarborough", "Scarborough"],
  ["etobicoke", "Etobicoke"],
  ["york", "York"],
]);

/** The attribution that the site shows for each source of the small house file. */
const GATHERED_FROM: ReadonlyMap<string, string> = new Map([
  ["rentsafe", "City of Toronto (RentSafeTO)"],
  ["school", "City of Toronto (schools)"],
  ["daycare", "City of Toronto (child care centres)"],
]);

interface Address {
  street: string;
  numbers: Numbers | null;
  written: string;
  municipality: string;
  source: string;
}

function readAddress({ street, numbers, written, municipality, source }: Address, cell: Cell): Reading {
  if (written === "") return { refused: "blank house number" };
  if (numbers === null) return { refused: `not a house number: "${cleanCell(written).slice(0, 40)}"` };
  if (street === "") return { refused: "blank street" };
  const place = placeOf(cell);
  if ("refused" in place) return place;
  const { low, lowSuffix, high } = numbers;
  const { latitude, longitude } = place;
  const values = (number: number, suffix: string) => {
    const key = [street, number, suffix, municipality];
    return [...key, latitude, longitude, source];
  };
  // The range 85-95 has a single point. That point also stands for the numbers between 85 and 95 on the same side of
  // the street.
  const fillers = canBeRange(low, high)
    ? Array.from({ length: (high - low) / 2 }, (_, index) => values(low + 2 * (index + 1), ""))
    : [];
  return { key: `${street}|${low}|${lowSuffix}|${municipality}`, values: values(low, lowSuffix), fillers };
}

const SHARED = { dataset: "addresses", source: CITY, placeAt: 4, table: ADDRESS_POINTS, scope: "true" } as const;

/**
 * A small file of houses collected from other City files. The file's columns are number, street_norm, lat, lng and
 * source.
 */
export const GAZETTEER: CsvSet = {
  ...SHARED,
  columns: { ...PLACE_COLUMNS, number: ["number"], street: ["street_norm", "street"], source: ["source"] },
  needs: ["number", "street"],
  read: (cell) =>
    readAddress(
      {
        street: streetOf(cell("street")),
        numbers: numbersIn(cell("number")),
        written: cell("number"),
        municipality: "",
        source: GATHERED_FROM.get(cell("source")) ?? "City of Toronto",
      },
      cell,
    ),
};

/** The City's Address Points (Toronto One Address Repository). Also accepts the column names of older files. */
export const CITY_ADDRESS_POINTS: CsvSet = {
  ...SHARED,
  columns: {
    ...PLACE_COLUMNS,
    number: ["address_number", "address"],
    street: ["linear_name_full", "lfname", "lf_name"],
    low: ["lo_num", "lonum"],
    lowSuffix: ["lo_num_suf", "lonumsuf"],
    high: ["hi_num", "hinum"],
    municipality: ["municipality_name", "mun_name", "municipality"],
  },
  needs: ["street"],
  read(cell) {
    const low = numbersIn(`${cell("low")}${cell("lowSuffix")}`);
    const high = numbersIn(cell("high"));
    const written = cell("number") || cell("low");
    return readAddress(
      {
        street: streetOf(cell("street")),
        numbers: low === null ? numbersIn(written) : { ...low, high: Math.max(low.low, high?.low ?? low.high) },
        written,
        municipality: MUNICIPALITIES.get(cell("municipality").toLowerCase()) ?? "",
        source: "City of Toronto (Address Points)",
      },
      cell,
    );
  },
};

/** Earlier years are errors, because the city's oldest rental buildings are from the 19th century. */
const FIRST_YEAR = 1800;

/** Parses a whole number within bounds; returns null otherwise. */
function within(cell: Cell, column: string, low: number, high: number): number | null {
  const number = wholeNumber(cell(column));
  return number !== null && number >= low && number <= high ? number : null;
}

function readBuilding(cell: Cell, lastYear: number): Reading {
  const rsn = wholeNumber(cell("rsn"));
  if (rsn === null || rsn < 1)
    return { refused: `not a registration number: "${cleanCell(cell("rsn")).slice(0, 40)}"` };
  const address = cleanCell(cell("address"));
  if (address === "") return { refused: "blank address" };
  const { numbers, street } = parseAddress(address);
  if (numbers === null || street === null) return { refused: `not an address: "${address.slice(0, 60)}"` };
  const place = placeOf(cell);
  if ("refused" in place && place.refused !== NO_COORDINATES) return place;
  const yearBuilt = within(cell, "yearBuilt", FIRST_YEAR, lastYear);
  const written = cell("yearBuilt");
  const isPlaced = !("refused" in place);
  // The coordinates 0, 0 mean an unknown location (isLocated in worker/address/geocode-houses.ts).
  const [latitude, longitude] = isPlaced ? [place.latitude, place.longitude] : [0, 0];
  const fsa = /^[A-Z]\d[A-Z]$/i.test(cell("fsa")) ? cell("fsa").toUpperCase() : null;
  const storeys = within(cell, "storeys", 1, 200);
  const units = within(cell, "units", 1, 10_000);
  const propertyType = cleanCell(cell("propertyType")).toUpperCase();
  const score = within(cell, "score", 0, 100);
  const evaluatedOn = /^((19|20)\d\d-\d\d-\d\d)/.exec(cell("evaluatedOn"))?.[1] ?? null;
  const where = [rsn, address, street, numbers.low, numbers.high, fsa];
  return {
    key: String(rsn),
    values: [...where, yearBuilt, storeys, units, propertyType, score, evaluatedOn, latitude, longitude],
    ...(!isPlaced && { house: { street, number: numbers.low } }),
    ...(yearBuilt === null &&
      written !== "" && { warning: `year built left out: "${cleanCell(written).slice(0, 40)}"` }),
  };
}

/**
 * Rental buildings: the register (RentSafeTO) joined with the latest evaluation. One building in twenty has no
 * coordinates. Such a building gets the coordinates of its house in the address table. Without coordinates, listings
 * find the building only by address.
 * @param now limits the year built to next year
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
