import { createReadStream } from "node:fs";
import { CITY_ADDRESS_POINTS, GAZETTEER, rentalBuildingSet } from "./address-sets.ts";
import { type AreaSet, MUNICIPALITIES, NEIGHBOURHOODS } from "./area-sets.ts";
import {
  findColumns,
  hasPlace,
  type CsvSet,
  type Cell,
  PLACE_COLUMNS,
  placeOf,
  cleanCell,
  CITY,
  type DatasetName,
  OPEN_STREET_MAP,
  type Reading,
} from "./csv-set.ts";
import { cellOf } from "../../worker/platform/grid.ts";
import type { NearbyKind } from "../../worker/address/place-data.ts";
import { NEARBY_PLACES } from "./statements.ts";

interface PlaceSet {
  dataset: DatasetName;
  source: string;
  kinds: readonly NearbyKind[];
  /** Returns the kind of a row, or the reason for its rejection. */
  kindOf: (cell: Cell) => NearbyKind | { refused: string };
  /** Columns that identify a place. */
  needs: readonly string[];
}

function readPlace(kind: NearbyKind | { refused: string }, cell: Cell): Reading {
  if (typeof kind !== "string") return kind;
  const name = cleanCell(cell("name"));
  if (name === "") return { refused: "blank name" };
  const place = placeOf(cell);
  if ("refused" in place) return place;
  const { latitude, longitude } = place;
  // Parks have no id, and some have the same name.
  const sourceId = cleanCell(cell("id")) || `${name} ${latitude.toFixed(5)},${longitude.toFixed(5)}`;
  const { row, column } = cellOf(place);
  return { key: `${kind}|${sourceId}`, values: [kind, sourceId, name, latitude, longitude, row, column] };
}

function placeSet({ dataset, source, kinds, kindOf, needs }: PlaceSet): CsvSet {
  return {
    dataset,
    source,
    columns: {
      ...PLACE_COLUMNS,
      id: ["id", "osm_id", "loc_id", "geo_id", "objectid", "_id"],
      name: ["name", "loc_name"],
      category: ["category"],
    },
    needs,
    placeAt: 3,
    table: NEARBY_PLACES,
    scope: `kind IN (${kinds.map((kind) => `'${kind}'`).join(",")})`,
    read: (cell) => readPlace(kindOf(cell), cell),
  };
}

/** Returns the kind of an OpenStreetMap category. Unknown categories are rejected, so that a wrong query is noticed. */
function groceryKind(cell: Cell): NearbyKind | { refused: string } {
  const category = cell("category").toLowerCase();
  if (category === "supermarket" || category === "convenience" || category === "marketplace") return category;
  return { refused: `category is not supermarket, convenience or marketplace: "${cleanCell(category).slice(0, 40)}"` };
}

const SCHOOLS = placeSet({
  dataset: "schools",
  source: CITY,
  kinds: ["school"],
  kindOf: () => "school",
  needs: ["id", "name"],
});

const DAYCARES = placeSet({
  dataset: "daycares",
  source: CITY,
  kinds: ["daycare"],
  kindOf: () => "daycare",
  needs: ["id", "name"],
});

const GROCERY = placeSet({
  dataset: "grocery",
  source: OPEN_STREET_MAP,
  kinds: ["supermarket", "convenience", "marketplace"],
  kindOf: groceryKind,
  needs: ["id", "name", "category"],
});

const MEDICAL = placeSet({
  dataset: "medical",
  source: OPEN_STREET_MAP,
  kinds: ["medical"],
  kindOf: () => "medical",
  needs: ["id", "name"],
});

const PARKS = placeSet({
  dataset: "parks",
  source: OPEN_STREET_MAP,
  kinds: ["park"],
  kindOf: () => "park",
  needs: ["name"],
});

/** A file and the data set that it contains. */
export interface Known {
  file: string;
  set: CsvSet | AreaSet;
}

/** The classified files of a folder. */
interface Catalogue {
  /** Known files in import order. Addresses come before buildings, which are looked up in the address table. */
  known: Known[];
  /** The map of the city: one file, or none. */
  maps: string[];
  /** Zip files, which may be transit feeds. */
  zips: string[];
  /** Skipped files, each with the reason. */
  left: { file: string; why: string }[];
}

/** Files whose data the code already contains as tables. */
const DATA_IN_CODE: ReadonlySet<string> = new Set([
  "ttc_stations.csv",
  "fsa_centroids.csv",
  "market_rents.json",
  "ontario_facts.json",
]);

/** Reason for skipping an unknown file. */
export const UNKNOWN_FILE = "not a file of the site's open data; ignored";

/**
 * Patterns of file names in lower case, in import order. If two files match the same data set, the earlier pattern
 * wins.
 */
const patterns = (now: Date): [RegExp, CsvSet | AreaSet][] => [
  [/^address[ _-]?points?.*\.csv$/, CITY_ADDRESS_POINTS],
  [/^address_gazetteer\.csv$/, GAZETTEER],
  [/^rentsafe.*\.csv$/, rentalBuildingSet(now)],
  [/^schools\.csv$|^school[ _-]locations.*\.csv$/, SCHOOLS],
  [/^daycares\.csv$|^child[ _-]?care.*\.csv$|^licensed[ _-]child.*\.csv$/, DAYCARES],
  [/^grocery.*\.csv$/, GROCERY],
  [/^medical.*\.csv$/, MEDICAL],
  [/^parks.*\.csv$/, PARKS],
  [/^neighbourhoods.*\.geojson$/, NEIGHBOURHOODS],
  [/^(former[ _-])?municipalit.*\.geojson$/, MUNICIPALITIES],
];

/** Reads the columns in a file's header; the beginning of the file is enough. */
async function headerOf(path: string): Promise<string[]> {
  let start = "";
  for await (const bytes of createReadStream(path, { end: 16_383 }) as AsyncIterable<Buffer>) start += bytes.toString();
  const [line = ""] = start.replace(/^\uFEFF/, "").split(/\r?\n|\r/);
  return line.split(",").map((name) => name.replaceAll('"', ""));
}

/**
 * Returns whether a CSV file with another name is the City's address file. Other City files have the same address
 * columns, but they also have postal codes, which the address file lacks.
 */
async function looksLikeAddressPoints(path: string): Promise<boolean> {
  const header = await headerOf(path);
  const found = findColumns(header, { ...CITY_ADDRESS_POINTS.columns, postalCode: ["postal_code"], name: ["name"] });
  const hasNumber = found.has("number") || found.has("low");
  return found.has("street") && hasNumber && hasPlace(found) && !found.has("postalCode") && !found.has("name");
}

/** Classifies the files of a folder by name, and the City's address file also by its header. */
export async function catalogue(
  files: readonly string[],
  pathOf: (file: string) => string,
  now: Date,
): Promise<Catalogue> {
  const left: Catalogue["left"] = [];
  const found: { file: string; set: CsvSet | AreaSet; rank: number }[] = [];
  const maps: string[] = [];
  const zips: string[] = [];
  const all = patterns(now);
  for (const file of files.toSorted()) {
    const name = file.toLowerCase();
    const rank = all.findIndex(([pattern]) => pattern.test(name));
    const set = all[rank]?.[1];
    if (set !== undefined) found.push({ file, set, rank });
    else if (name.endsWith(".pmtiles") && maps.length === 0) maps.push(file);
    else if (name.endsWith(".pmtiles")) left.push({ file, why: `left out: ${maps[0]} is taken for the map` });
    else if (name.endsWith(".zip")) zips.push(file);
    else if (DATA_IN_CODE.has(name)) left.push({ file, why: "ships with the project; nothing to import" });
    else if (name.endsWith(".csv") && (await looksLikeAddressPoints(pathOf(file))))
      found.push({ file, set: CITY_ADDRESS_POINTS, rank: 0 });
    else left.push({ file, why: UNKNOWN_FILE });
  }
  const known: Known[] = [];
  for (const { file, set } of found.toSorted((a, b) => a.rank - b.rank)) {
    const other = known.find((one) => one.set.dataset === set.dataset);
    if (other === undefined) known.push({ file, set });
    else left.push({ file, why: `left out: ${other.file} is taken for the ${set.dataset}` });
  }
  return { known, maps, zips, left };
}
