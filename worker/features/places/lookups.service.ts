import { DAY_MS } from "../../contracts/days.ts";
import type { ImportedDataset, PlacesOverview } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { relayNewest } from "../../platform/relay.ts";
import { readCounter, readSetting, setSetting } from "../../platform/database.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { audit, type Moderator } from "../audit/audit.service.ts";
import { countPlaces, insertLookUps, listingsAfter, pendingLookUps } from "./places.repo.ts";
import { importedDatasets, type PlaceData, placeDataOf } from "../../address/index.ts";

/**
 * Name of the setting with the number of reruns by moderators. The number is part of the data version, so a rerun makes
 * all facts outdated.
 */
const RERUNS = "places.reruns";

/** Reads the versions of the current open data, which are about ten rows. */
export async function readPlaceData(deps: Deps): Promise<PlaceData> {
  const [imported, reruns] = await Promise.all([importedDatasets(deps), readSetting(deps, RERUNS)]);
  return placeDataOf(imported, reruns ?? "0");
}

/** Name of the job that walks through all listings continuously. Its cursor is the last listing's id. */
export const LOOK_UP_JOB = "places.walk";
/**
 * Number of listings read per step, and number of look-ups queued per step. The relay sends this many look-ups at once.
 */
const READ_PER_STEP = 500;
const QUEUED_PER_STEP = 90;
/** Number of steps per tick. */
const STEPS = 6;
/** Time after which a look-up that failed permanently is queued again. */
const RETRY_FAILED_MS = DAY_MS;
/** Number of pending look-ups from which no further look-ups are queued. */
const ENOUGH_PENDING = STEPS * QUEUED_PER_STEP;

/** Interval at which the remote geocoder is asked again about an unknown location. */
const RETRY_UNKNOWN_MS = 7 * DAY_MS;

/**
 * Statuses of listings whose location is not looked up. Rented listings never become public again, and deleted listings
 * are restored as pending or rented.
 */
const SKIPPED_STATUSES: ReadonlySet<string> = new Set(["rented", "deleted"]);

/**
 * Queues look-ups for the next listings whose facts are missing or have another data version. Skips listings with a
 * queued look-up.
 * @returns the number of queued look-ups, and whether the last listing was reached
 */
async function queueNextLookUps(deps: Deps, version: string): Promise<{ stored: number; isAtEnd: boolean }> {
  const waiting = await pendingLookUps(deps, new Date(deps.now().getTime() - RETRY_FAILED_MS));
  if (waiting.length >= ENOUGH_PENDING) return { stored: 0, isAtEnd: true };
  const ids = new Set(waiting.flatMap((lookUp) => ("listingId" in lookUp ? lookUp.listingId : [])));
  const prefixes = new Set(waiting.flatMap((lookUp) => ("photoPrefix" in lookUp ? lookUp.photoPrefix : [])));
  const after = Number((await readCursor(deps, LOOK_UP_JOB)) ?? "0");
  const next = await listingsAfter(deps, after, READ_PER_STEP);
  const stale = next.filter(
    (listing) =>
      (listing.dataVersion !== version || isDueForRetry(deps, listing)) &&
      !SKIPPED_STATUSES.has(listing.status) &&
      !ids.has(listing.id) &&
      !prefixes.has(listing.photoPrefix),
  );
  const chosen = stale.slice(0, QUEUED_PER_STEP).map(({ id }) => id);
  if (chosen.length > 0) await insertLookUps(deps, chosen);
  const isAtEnd = next.length < READ_PER_STEP && stale.length === chosen.length;
  const last = stale.length > chosen.length ? chosen.at(-1) : next.at(-1)?.id;
  await writeCursor(deps, LOOK_UP_JOB, isAtEnd || last === undefined ? null : String(last));
  return { stored: chosen.length, isAtEnd: isAtEnd || last === undefined };
}

function isDueForRetry(deps: Deps, { method, enrichedAt }: Awaited<ReturnType<typeof listingsAfter>>[number]) {
  const isUnknown = method === null || method === "fsa" || method === "street";
  const isLongAgo = enrichedAt !== null && deps.now().getTime() - enrichedAt.getTime() >= RETRY_UNKNOWN_MS;
  return isUnknown && isLongAgo && deps.config.geocoderUrl !== null;
}

/**
 * Queues look-ups, a few steps at a time, for listings whose facts are missing or outdated, or whose location is
 * unknown. The look-ups of each step are sent to the queue before the next step begins, so that other queued work is
 * not delayed.
 */
export async function continueLookUps(deps: Deps): Promise<void> {
  const { version } = await readPlaceData(deps);
  let stored = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const queued = await queueNextLookUps(deps, version);
    stored += queued.stored;
    if (queued.stored > 0) await relayNewest(deps);
    if (queued.isAtEnd) break;
  }
  if (stored > 0) deps.log.info("place.look_ups_stored", { count: stored });
}

/**
 * Marks the facts of all listings as outdated and starts to look them up again. Ticks of the cron trigger continue the
 * work.
 * @returns the number of listings
 */
export async function lookUpAll(deps: Deps, by: Moderator): Promise<number> {
  const [all, rented] = await Promise.all([readCounter(deps, "admin"), readCounter(deps, "status:rented")]);
  const count = all - rented;
  await setSetting(deps, RERUNS, String(Number((await readSetting(deps, RERUNS)) ?? "0") + 1));
  await audit(deps, {
    action: "places.rerun",
    targetType: "places",
    targetId: "all",
    after: { listings: count },
    ...by,
  });
  await writeCursor(deps, LOOK_UP_JOB, null);
  await queueNextLookUps(deps, (await readPlaceData(deps)).version);
  relaySoon(deps);
  return count;
}

/**
 * Returns the imported data sets, and the number of listings per location method and confidence. `waiting` is the
 * number of listings whose facts come from an older data version.
 */
export async function readPlacesOverview(deps: Deps): Promise<PlacesOverview> {
  const [imported, { version }] = await Promise.all([importedDatasets(deps), readPlaceData(deps)]);
  const counted = await countPlaces(deps);
  const known = new Map<string, PlacesOverview["listings"][number]>();
  for (const { method, confidence, count } of counted) {
    const key = `${method}/${confidence}`;
    const before = known.get(key);
    known.set(key, { method, confidence, count: count + (before?.count ?? 0) });
  }
  const waiting = counted.reduce((sum, { dataVersion, count }) => sum + (dataVersion === version ? 0 : count), 0);
  const datasets = imported.map(({ name, version: of, source, loaded, refused, importedAt }): ImportedDataset => ({
    name,
    version: of,
    source,
    loaded,
    refused,
    importedAt: importedAt.toISOString(),
  }));
  return { version, datasets, listings: [...known.values()], waiting };
}
