import type { Deps } from "../../platform/deps.ts";
import { readSetting, setSetting } from "../../platform/database.ts";
import { importedDatasets } from "./lookups.repo.ts";
import { type PlaceData, placeDataOf } from "./place-data.ts";

/** How often moderators had everything looked up again: it is a part of the version, which makes all facts stale. */
const RERUNS = "places.reruns";

/** The data that facts are found in now. About ten rows. */
export async function readPlaceData(deps: Deps): Promise<PlaceData> {
  const [imported, reruns] = await Promise.all([importedDatasets(deps), readSetting(deps, RERUNS)]);
  return placeDataOf(imported, reruns ?? "0");
}

/** Version of all data behind the facts: a listing whose facts are of another one is looked up again. */
export async function placesVersion(deps: Deps): Promise<string> {
  return (await readPlaceData(deps)).version;
}

/** Makes the facts of all listings stale. */
export async function makeFactsStale(deps: Deps): Promise<void> {
  const reruns = Number((await readSetting(deps, RERUNS)) ?? "0");
  await setSetting(deps, RERUNS, String(reruns + 1));
}
