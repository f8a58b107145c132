import { createReadStream } from "node:fs";
import { CITY_ADDRESS_POINTS, GAZETTEER } from "./address-sets.ts";
import { type AreaSet, MUNICIPALITIES, NEIGHBOURHOODS } from "./area-sets.ts";
import { rentalBuildingSet } from "./building-set.ts";
import { findColumns, hasPlace } from "./cells.ts";
import type { CsvSet } from "./csv-set.ts";
import { DAYCARES, GROCERY, MEDICAL, PARKS, SCHOOLS } from "./place-sets.ts";

/** A file that is imported, and as what. */
export interface Known {
  file: string;
  set: CsvSet | AreaSet;
}

/** What the files of a folder are. */
interface Catalogue {
  /** In the order of import: buildings look into the address table. */
  known: Known[];
  /** Files that are left out, each with a sentence on why. */
  left: { file: string; why: string }[];
}

/** Files that are part of the program: their facts are tables in the code. */
const SHIPPED: ReadonlySet<string> = new Set([
  "ttc_stations.csv",
  "fsa_centroids.csv",
  "market_rents.json",
  "ontario_facts.json",
]);

/** Names of files, in lower case, in the order of import; of two for one data set, the earlier pattern's is taken. */
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

/** Columns of the first line of a file; the beginning is enough for any header. */
async function headerOf(path: string): Promise<string[]> {
  let start = "";
  for await (const bytes of createReadStream(path, { end: 16_383 }) as AsyncIterable<Buffer>) start += bytes.toString();
  const [line = ""] = start.replace(/^\uFEFF/, "").split(/\r?\n|\r/);
  return line.split(",").map((name) => name.replaceAll('"', ""));
}

/**
 * Whether a CSV file of another name is the City's address file. Other files of the City carry the address of each
 * place in the same columns, but with its postal code, which the address file has not.
 */
async function looksLikeAddressPoints(path: string): Promise<boolean> {
  const header = await headerOf(path);
  const found = findColumns(header, { ...CITY_ADDRESS_POINTS.columns, postalCode: ["postal_code"], name: ["name"] });
  const hasNumber = found.has("number") || found.has("low");
  return found.has("street") && hasNumber && hasPlace(found) && !found.has("postalCode") && !found.has("name");
}

/** Says what each file of a folder is, by its name; the City's address file also by its header. */
export async function catalogue(
  files: readonly string[],
  pathOf: (file: string) => string,
  now: Date,
): Promise<Catalogue> {
  const left: Catalogue["left"] = [];
  const found: { file: string; set: CsvSet | AreaSet; rank: number }[] = [];
  const all = patterns(now);
  for (const file of files.toSorted()) {
    const name = file.toLowerCase();
    const rank = all.findIndex(([pattern]) => pattern.test(name));
    const set = all[rank]?.[1];
    if (set !== undefined) found.push({ file, set, rank });
    else if (SHIPPED.has(name)) left.push({ file, why: "ships with the project; nothing to import" });
    else if (name.endsWith(".csv") && (await looksLikeAddressPoints(pathOf(file))))
      found.push({ file, set: CITY_ADDRESS_POINTS, rank: 0 });
    else left.push({ file, why: "not a file of the site's open data; ignored" });
  }
  const known: Known[] = [];
  for (const { file, set } of found.toSorted((a, b) => a.rank - b.rank)) {
    const other = known.find((one) => one.set.dataset === set.dataset);
    if (other === undefined) known.push({ file, set });
    else left.push({ file, why: `left out: ${other.file} is taken for the ${set.dataset}` });
  }
  return { known, left };
}
