import { createReadStream } from "node:fs";
import { CITY_ADDRESS_POINTS, GAZETTEER, rentalBuildingSet } from "./address-sets.ts";
import { type AreaSet, MUNICIPALITIES, NEIGHBOURHOODS } from "./area-sets.ts";
import { findColumns, hasPlace, type CsvSet } from "./csv-set.ts";
import { DAYCARES, GROCERY, MEDICAL, PARKS, SCHOOLS } from "./place-sets.ts";

/** A file with the data set that it contains. */
export interface Known {
  file: string;
  set: CsvSet | AreaSet;
}

/** The files of a folder, classified. */
interface Catalogue {
  /** In import order, because buildings are looked up in the address table. */
  known: Known[];
  /** The map of the city: one file, or none. */
  maps: string[];
  /** Zip files, which may be feeds of a timetable. */
  zips: string[];
  /** Skipped files, each with the reason. */
  left: { file: string; why: string }[];
}

/** Files whose facts are tables in the code. */
const SHIPPED: ReadonlySet<string> = new Set([
  "ttc_stations.csv",
  "fsa_centroids.csv",
  "market_rents.json",
  "ontario_facts.json",
]);

/** Why an unknown file is skipped. */
export const FOREIGN = "not a file of the site's open data; ignored";

/** File names in lower case, in import order; the earlier pattern wins when two files match one data set. */
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

/** Columns in a file's header; the beginning of the file is enough. */
async function headerOf(path: string): Promise<string[]> {
  let start = "";
  for await (const bytes of createReadStream(path, { end: 16_383 }) as AsyncIterable<Buffer>) start += bytes.toString();
  const [line = ""] = start.replace(/^\uFEFF/, "").split(/\r?\n|\r/);
  return line.split(",").map((name) => name.replaceAll('"', ""));
}

/**
 * Whether a CSV file with another name is the City's address file. Other City files have the same address columns, but
 * with postal codes, which the address file lacks.
 */
async function looksLikeAddressPoints(path: string): Promise<boolean> {
  const header = await headerOf(path);
  const found = findColumns(header, { ...CITY_ADDRESS_POINTS.columns, postalCode: ["postal_code"], name: ["name"] });
  const hasNumber = found.has("number") || found.has("low");
  return found.has("street") && hasNumber && hasPlace(found) && !found.has("postalCode") && !found.has("name");
}

/** Classifies the files of a folder by name; the City's address file also by its header. */
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
    else if (SHIPPED.has(name)) left.push({ file, why: "ships with the project; nothing to import" });
    else if (name.endsWith(".csv") && (await looksLikeAddressPoints(pathOf(file))))
      found.push({ file, set: CITY_ADDRESS_POINTS, rank: 0 });
    else left.push({ file, why: FOREIGN });
  }
  const known: Known[] = [];
  for (const { file, set } of found.toSorted((a, b) => a.rank - b.rank)) {
    const other = known.find((one) => one.set.dataset === set.dataset);
    if (other === undefined) known.push({ file, set });
    else left.push({ file, why: `left out: ${other.file} is taken for the ${set.dataset}` });
  }
  return { known, maps, zips, left };
}
