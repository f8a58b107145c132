import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { cellsOfArea } from "../../../scripts/import/area-cells.ts";
import { streetKey } from "../../../worker/features/places/address.ts";

/** Whether the open data of the City lies beside the project. */
export const HAS_REAL_PLACES = env.REAL_HOUSES !== "" && env.REAL_AREAS !== "" && env.REAL_BUILDINGS !== "";

/** Writes rows of texts and numbers, some thousand at once. */
async function insert(into: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): Promise<void> {
  const values = columns.map((_, nth) => `json_extract(value, '$[${nth}]')`).join(", ");
  for (let at = 0; at < rows.length; at += 1_000)
    await env.DB.prepare(`INSERT OR IGNORE INTO ${into} (${columns.join(", ")}) SELECT ${values} FROM json_each(?)`)
      .bind(JSON.stringify(rows.slice(at, at + 1_000)))
      .run();
}

/** Puts the City's known houses into their table. */
export async function realHouses(): Promise<void> {
  const rows = parse<Record<string, string>>(env.REAL_HOUSES, { columns: true }).map((row) => [
    streetKey(row.street_norm ?? ""),
    Number.parseInt(row.number ?? "0", 10),
    Number(row.lat),
    Number(row.lng),
    "City of Toronto",
    "2026-11-01",
  ]);
  await insert("address_points", ["street", "number", "latitude", "longitude", "source", "version"], rows);
}

interface Feature {
  properties: { code: string; name: string };
  geometry: { type: string; coordinates: unknown };
}

/** Puts the outlines of the City's neighbourhoods into their tables. */
export async function realAreas(): Promise<void> {
  const { features } = JSON.parse(env.REAL_AREAS) as { features: Feature[] };
  for (const { properties, geometry } of features) {
    const polygons = (geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates) as [
      number,
      number,
    ][][][];
    const id = `neighbourhood:${properties.code}`;
    await env.DB.prepare("INSERT INTO areas (id, kind, name, polygons, version) VALUES (?, 'neighbourhood', ?, ?, '1')")
      .bind(id, properties.name, JSON.stringify(polygons))
      .run();
    await insert(
      "area_cells",
      ["cell_row", "cell_column", "area_id"],
      cellsOfArea(polygons).map(({ row, column }) => [row, column, id]),
    );
  }
}

/** A registered rental building. */
export interface RealBuilding {
  /** "2422 QUEEN ST E" */
  address: string;
  /** "M1N" */
  fsa: string;
  latitude: number;
  longitude: number;
}

/** The City's registered buildings whose place is known, every so many of them. */
export function realBuildings(every: number): RealBuilding[] {
  return parse<Record<string, string>>(env.REAL_BUILDINGS, { columns: true })
    .map(({ address = "", fsa = "", lat, lng }) => ({ address, fsa, latitude: Number(lat), longitude: Number(lng) }))
    .filter(({ fsa, latitude }) => fsa !== "" && latitude > 40)
    .filter((_, nth) => nth % every === 0);
}
