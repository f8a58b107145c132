import type { datasets } from "./places.table.ts";
import { STATIONS_VERSION } from "./stations.ts";

type Dataset = Pick<typeof datasets.$inferSelect, "name" | "version" | "loaded" | "importedAt">;

/** Version of the tables and rules in this code; change it with any of them that alters facts. */
const SHIPPED_DAY = "2026-11-22";
/** The open data that facts are derived from. */
export interface PlaceData {
  /** The newest day and a digest of all versions, "2026-11-21-3f9a0c2e". Facts of another version are stale. */
  version: string;
  /** Whether a kind of data was imported. If not, nothing is known, not even that there is nothing nearby. */
  has(name: string): boolean;
}

/** {@link PlaceData} of imported data sets. @param reruns how often moderators made all facts stale */
export async function placeDataOf(imported: readonly Dataset[], reruns = "0"): Promise<PlaceData> {
  const versions = imported.map(({ name, version }) => `${name} ${version}`).toSorted();
  const text = [`shipped ${SHIPPED_DAY}`, `stations ${STATIONS_VERSION}`, `reruns ${reruns}`, ...versions].join("\n");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  // The demo's seeding runs this in Node, whose Uint8Array has no toHex yet.
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const days = imported.map(({ importedAt }) => importedAt.toISOString().slice(0, 10));
  const newest = [SHIPPED_DAY, ...days].toSorted().at(-1) ?? SHIPPED_DAY;
  const loaded = new Set(imported.flatMap(({ name, loaded: rows }) => (rows > 0 ? [name] : [])));
  return { version: `${newest}-${hex.slice(0, 8)}`, has: (name) => loaded.has(name) };
}
