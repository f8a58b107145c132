import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";

/** True if the City's open data is available. */
export const HAS_REAL_PLACES = env.REAL_DATA.length > 0 && env.REAL_BUILDINGS !== "";
/** The reason for skipping a test. */
export const NO_REAL_PLACES = "The City's open data does not lie beside the project.";

/** Number of SQL statements per call. */
const AT_ONCE = 50;

/** Imports the City's houses, registered buildings, areas and amenities as the importer does. */
export async function importRealPlaces(): Promise<void> {
  for (let at = 0; at < env.REAL_DATA.length; at += AT_ONCE)
    await env.DB.batch(env.REAL_DATA.slice(at, at + AT_ONCE).map((sql) => env.DB.prepare(sql)));
}

/** A registered rental building. */
export interface RealBuilding {
  /** Address, such as "2422 QUEEN ST E". */
  address: string;
  /** Postal area, such as "M1N". */
  fsa: string;
  latitude: number;
  longitude: number;
}

/** Returns every n-th of the City's registered buildings with a known location. */
export function realBuildings(every: number): RealBuilding[] {
  return parse<Record<string, string>>(env.REAL_BUILDINGS, { columns: true })
    .map(({ address = "", fsa = "", lat, lng }) => ({ address, fsa, latitude: Number(lat), longitude: Number(lng) }))
    .filter(({ fsa, latitude }) => fsa !== "" && latitude > 40)
    .filter((_, nth) => nth % every === 0);
}
