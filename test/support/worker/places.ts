import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { AdminListing, PublicListing } from "../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../worker/contracts/places.ts";
import { parseAddress } from "../../../worker/contracts/parse-address.ts";
import { cellOf, type Coordinates } from "../../../worker/platform/grid.ts";
import type { NearbyKind } from "../../../worker/address/place-data.ts";
import { areaCells, areas, datasets, nearbyPlaces, rentalBuildings } from "../../../worker/address/places.table.ts";
import { json, type Site } from "./site.ts";

const db = () => drizzle(env.DB, { casing: "snake_case" });

/** All kinds of open data. */
const ALL_DATASETS = [
  "addresses",
  "buildings",
  "schools",
  "daycares",
  "grocery",
  "medical",
  "parks",
  "neighbourhoods",
  "municipalities",
];

/** Records that datasets were imported with a version. */
export async function imported(names: readonly string[] = ALL_DATASETS, version = "2026-11-01-a"): Promise<void> {
  for (const name of names) {
    const row = { version, source: "City of Toronto", loaded: 1, refused: 0, importedAt: new Date("2026-11-01") };
    await db()
      .insert(datasets)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: datasets.name, set: row });
  }
}

/**
 * Imports test/support/open-data as the importer does: registered buildings at or near the addresses in
 * golden-answers.ts, the neighbourhoods of three of them, and rough outlines of two former municipalities. City of
 * Toronto, Open Government Licence – Toronto.
 */
export async function importOpenData(): Promise<void> {
  await env.DB.batch(env.OPEN_DATA.map((sql) => env.DB.prepare(sql)));
}

/** Inserts places of a kind: name, latitude, longitude. */
export async function nearby(kind: NearbyKind, ...rows: readonly (readonly [string, number, number])[]): Promise<void> {
  for (const [index, [name, latitude, longitude]] of rows.entries()) {
    const { row, column } = cellOf({ latitude, longitude });
    const where = { latitude, longitude, cellRow: row, cellColumn: column };
    await db()
      .insert(nearbyPlaces)
      .values({ kind, sourceId: `${index} ${name}`, name, ...where, version: "2026-11-01-a" });
  }
}

/** Inserts a registered rental building with default values. */
export async function building(changes: Partial<typeof rentalBuildings.$inferInsert> & { address: string }) {
  const { numbers, street } = parseAddress(changes.address);
  await db()
    .insert(rentalBuildings)
    .values({
      street: street ?? "",
      lowestNumber: numbers?.low ?? 0,
      highestNumber: numbers?.high ?? 0,
      yearBuilt: 1968,
      storeys: 12,
      units: 140,
      propertyType: "PRIVATE",
      score: 87,
      evaluatedOn: "2025-06-01",
      latitude: 0,
      longitude: 0,
      version: "2026-11-01-a",
      ...changes,
    });
}

/** Inserts a square area around a place; sizes in degrees. */
export async function area(
  kind: "neighbourhood" | "municipality",
  name: string,
  { latitude, longitude }: Coordinates,
  degrees = 0.01,
): Promise<void> {
  const [south, north, west, east] = [latitude - degrees, latitude + degrees, longitude - degrees, longitude + degrees];
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const areaId = `${kind}:${name}`;
  await db()
    .insert(areas)
    .values({ id: areaId, kind, name, polygons: [[ring]], version: "2026-11-01-a" });
  const [from, to] = [cellOf({ latitude: south, longitude: west }), cellOf({ latitude: north, longitude: east })];
  for (let cellRow = from.row; cellRow <= to.row; cellRow += 1) {
    for (let cellColumn = from.column; cellColumn <= to.column; cellColumn += 1) {
      await db().insert(areaCells).values({ cellRow, cellColumn, areaId });
    }
  }
}

/** Runs the queue until it is empty. */
export async function drain(site: Site): Promise<void> {
  while (site.queued.length > 0) await site.runQueue();
}

/** Reads the public facts about a listing. */
export function factsOf(site: Site, id: number): Promise<ListingFacts> {
  return json(site.fetch(`/api/marketplace-listings/${id}/facts`));
}

/** Reads the facts about a listing as moderators see them. */
export async function factsForModerator(site: Site, id: number): Promise<ListingFacts> {
  return json(site.fetch(`/api/admin/listings/${id}/facts`, { as: await site.logIn() }));
}

/** Reads a public listing. */
export function listingOf(site: Site, id: number): Promise<PublicListing> {
  return json(site.fetch(`/api/marketplace-listings/${id}`));
}

/** Changes a listing as a moderator. */
export async function edit(site: Site, id: number, changes: Record<string, unknown>): Promise<AdminListing> {
  return json(site.fetch(`/api/admin/listings/${id}`, { method: "PATCH", json: changes, as: await site.logIn() }));
}

/** Returns the number of pending look-ups. */
export async function waitingLookUps(): Promise<number> {
  const sql =
    "SELECT count(*) AS n FROM outbox WHERE kind = 'places.enrich' AND done_at IS NULL AND gave_up_at IS NULL";
  return (await env.DB.prepare(sql).first<number>("n")) ?? 0;
}

const KINDS: readonly NearbyKind[] = ["school", "daycare", "supermarket", "convenience", "medical", "park"];

/** Inserts places of all kinds across the inner half of the City, as densely as in its busiest areas. */
export async function scattered(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    // Multiples of irrational numbers cover a square evenly.
    const [across, up] = [(index * 0.754_877_666) % 1, (index * 0.569_840_291) % 1];
    const place = { latitude: 43.62 + 0.16 * up, longitude: -79.52 + 0.24 * across };
    const { row, column } = cellOf(place);
    return [KINDS[index % KINDS.length], `s${index}`, `Place ${index}`, place.latitude, place.longitude, row, column];
  });
  const columns = [0, 1, 2, 3, 4, 5, 6].map((index) => `json_extract(value, '$[${index}]')`).join(", ");
  await env.DB.prepare(
    `INSERT INTO nearby_places (kind, source_id, name, latitude, longitude, cell_row, cell_column, version)
     SELECT ${columns}, '2026-11-01-a' FROM json_each(?)`,
  )
    .bind(JSON.stringify(rows))
    .run();
}

/** Enqueues only the look-ups that are pending. */
export async function enqueueLookUps(site: Site): Promise<void> {
  const sql = "SELECT id FROM outbox WHERE kind = 'places.enrich' AND done_at IS NULL AND gave_up_at IS NULL";
  const { results } = await env.DB.prepare(sql).all<{ id: number }>();
  site.queued.splice(0, site.queued.length, ...results.map(({ id }) => ({ outboxId: id })));
}
