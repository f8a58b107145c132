import type { datasets } from "./places.table.ts";
import { STATIONS_VERSION } from "./stations.ts";

type Dataset = Pick<typeof datasets.$inferSelect, "name" | "version" | "loaded" | "importedAt">;

/** Day of the tables and rules that ship with the code; a change of either that finds other facts gets another day. */
const SHIPPED_DAY = "2026-11-22";
/** What facts about places rest on. */
export interface PlaceData {
  /** In one text: the newest day and a digest of all versions, "2026-11-21-3f9a0c2e". */
  version: string;
  /** Whether open data of a kind was imported. What is not there says nothing, not even that there is nothing. */
  has(name: string): boolean;
}

/** {@link PlaceData} of what was imported. @param reruns how often all facts were asked for again */
export async function placeDataOf(imported: readonly Dataset[], reruns = "0"): Promise<PlaceData> {
  const versions = imported.map(({ name, version }) => `${name} ${version}`).toSorted();
  const text = [`shipped ${SHIPPED_DAY}`, `stations ${STATIONS_VERSION}`, `reruns ${reruns}`, ...versions].join("\n");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  // Also run by the demo's seeding, in Node, whose Uint8Array has no toHex yet.
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const days = imported.map(({ importedAt }) => importedAt.toISOString().slice(0, 10));
  const newest = [SHIPPED_DAY, ...days].toSorted().at(-1) ?? SHIPPED_DAY;
  const loaded = new Set(imported.flatMap(({ name, loaded: rows }) => (rows > 0 ? [name] : [])));
  return { version: `${newest}-${hex.slice(0, 8)}`, has: (name) => loaded.has(name) };
}
