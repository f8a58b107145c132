import { streetKey } from "../../worker/features/places/address.ts";
import { canBeRange } from "../../worker/features/places/house-ranges.ts";
import { type Cell, PLACE_COLUMNS, placeOf, tidy } from "./cells.ts";
import { CITY, type CsvSet, type Reading } from "./csv-set.ts";
import { ADDRESS_POINTS } from "./statements.ts";

/** "12", "12A", "12 1/2", "85-95", "12A-12C". */
const NUMBER = /^(\d{1,5})\s?([a-z]{1,2}|1\/2)?(?:\s?-\s?(\d{1,5})\s?([a-z]{1,2}|1\/2)?)?$/i;

/** Houses of a cell: both ends, each with its suffix. */
interface Numbers {
  low: number;
  lowSuffix: string;
  high: number;
}

/** The number in a cell, or null when it is none. */
function numbersIn(text: string): Numbers | null {
  const [, low, lowSuffix = "", high] = NUMBER.exec(text) ?? [];
  if (low === undefined || Number(low) < 1) return null;
  return { low: Number(low), lowSuffix: lowSuffix.toUpperCase(), high: Math.max(Number(low), Number(high ?? low)) };
}

/** Streets recur: of 525,000 addresses there are some 10,000. */
const streetKeys = new Map<string, string>();
function streetOf(text: string): string {
  const known = streetKeys.get(text);
  if (known !== undefined) return known;
  const key = streetKey(text);
  streetKeys.set(text, key);
  return key;
}

/** Former municipalities as the City's file writes them, by the names that the site uses for them. */
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

/** Files that the small file of houses was gathered from, as the site names them beside a place. */
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
  if (numbers === null) return { refused: `not a house number: "${tidy(written).slice(0, 40)}"` };
  if (street === "") return { refused: "blank street" };
  const place = placeOf(cell);
  if ("refused" in place) return place;
  const { low, lowSuffix, high } = numbers;
  const { latitude, longitude } = place;
  const values = (number: number, suffix: string) => {
    const key = [street, number, suffix, municipality];
    return [...key, latitude, longitude, source];
  };
  // 85-95 has one point: the numbers of its side of the street between the two stand there as well.
  const fillers = canBeRange(low, high)
    ? Array.from({ length: (high - low) / 2 }, (_, index) => values(low + 2 * (index + 1), ""))
    : [];
  return { key: `${street}|${low}|${lowSuffix}|${municipality}`, values: values(low, lowSuffix), fillers };
}

const SHARED = { dataset: "addresses", source: CITY, placeAt: 4, table: ADDRESS_POINTS, scope: "true" } as const;

/** A small file of houses, gathered from other files of the City: number, street_norm, lat, lng, source. */
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

/** The City's Address Points (Toronto One Address Repository), also with the shorter names of its older files. */
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
