import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The City's open data and real advertised units. They are too large for the repository, so they are stored beside it,
 * on some machines only (docs/open-data.md). Only this file names their folder.
 */
const SHARED = fileURLToPath(new URL("../../../../shared", import.meta.url));
const FOLDER = `${SHARED}/toronto`;
/** A small real map of the city. */
const TILES = `${SHARED}/tiles/toronto-test.pmtiles`;

/** A real extract of the TTC's timetable, valid in November and December 2026. */
const FEED = `${SHARED}/transit/ttc-extract.zip`;
/** Itineraries in this timetable that were found by another program. */
const COMMUTES = `${SHARED}/transit/golden_commutes.json`;

const FILES = {
  /** Advertised units with their addresses and rents. */
  units: "advertised_units_2025-05.csv",
  /** Registered rental buildings with their postal areas. */
  buildings: "rentsafe_buildings.csv",
} as const;

/** Test cases with their expected answers, one file per subject. */
const GOLDEN = `${SHARED}/golden`;

/** Path of a map to import, or null when it is missing. */
export const realTilesFile: string | null = existsSync(TILES) ? TILES : null;

/** Path of a feed to import, or null when it is missing. */
export const realFeedFile: string | null = existsSync(FEED) ? FEED : null;

/** Returns the JSON of the known itineraries in that feed, or "" when it is missing. */
export const goldenCommutes = (): string => (existsSync(COMMUTES) ? readFileSync(COMMUTES, "utf8") : "");

/** Returns the path of the folder with all open data, or null when it is missing. */
export const realDataFolder = (): string | null => (existsSync(FOLDER) ? FOLDER : null);

/** Returns the text of a file, or "" when it is missing, in which case tests are skipped. */
export function realText(name: keyof typeof FILES): string {
  const path = `${FOLDER}/${FILES[name]}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}

/** Returns the JSON of a file of test cases, or "[]" when it is missing. */
export function goldenCases(name: "addresses" | "ads" | "mails" | "queries" | "rents" | "search-corpus"): string {
  const path = `${GOLDEN}/${name}.json`;
  return existsSync(path) ? readFileSync(path, "utf8") : "[]";
}
