import type { ImportedDataset, PlacesOverview } from "../../contracts/places.ts";
import type { Deps } from "../../platform/deps.ts";
import { relaySoon } from "../../platform/outbox.ts";
import { relayNewest } from "../../platform/relay.ts";
import { readCounter } from "../../platform/database.ts";
import { readCursor, writeCursor } from "../../platform/schedule.ts";
import { audit } from "../audit/audit.service.ts";
import { importedDatasets, countPlaces, insertLookUps, listingsBehind, storedLookUps } from "./lookups.repo.ts";
import { makeFactsStale, placesVersion } from "./places-version.ts";

/** The job that walks through all listings again and again; its cursor is the id of the last one it looked at. */
export const WALK = "places.walk";
/** Listings looked at in one step, and look-ups stored in one: as many as one relay hands to the queue. */
const LOOKED_AT = 500;
const STORED = 90;
/** Steps of one tick. */
const STEPS = 6;
/** A look-up that failed for good is stored again after a day. */
const GIVEN_UP_MS = 86_400_000;
/** So many that wait are enough work until the next tick. */
const WAITING_ENOUGH = STEPS * STORED;

/** A place that the remote geocoder did not know, or was not there to tell, is asked for again after so long. */
const ASKED_AGAIN_MS = 7 * 86_400_000;

/** Rented listings never come back; deleted ones that do are pending again, and found then. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(["rented", "deleted"]);

/**
 * Stores look-ups for the next listings whose facts are missing or of another version, but those that wait already.
 * @returns how many were stored, and whether the last listing was reached
 */
async function walkOn(deps: Deps, version: string): Promise<{ stored: number; isAtEnd: boolean }> {
  const waiting = await storedLookUps(deps, new Date(deps.now().getTime() - GIVEN_UP_MS));
  if (waiting.length >= WAITING_ENOUGH) return { stored: 0, isAtEnd: true };
  const ids = new Set(waiting.flatMap((lookUp) => ("listingId" in lookUp ? lookUp.listingId : [])));
  const prefixes = new Set(waiting.flatMap((lookUp) => ("photoPrefix" in lookUp ? lookUp.photoPrefix : [])));
  const after = Number((await readCursor(deps, WALK)) ?? "0");
  const next = await listingsBehind(deps, after, LOOKED_AT);
  const stale = next.filter(
    (listing) =>
      (listing.dataVersion !== version || mayBeKnownByNow(deps, listing)) &&
      !NEVER_SHOWN.has(listing.status) &&
      !ids.has(listing.id) &&
      !prefixes.has(listing.photoPrefix),
  );
  const chosen = stale.slice(0, STORED).map(({ id }) => id);
  if (chosen.length > 0) await insertLookUps(deps, chosen);
  const isAtEnd = next.length < LOOKED_AT && stale.length === chosen.length;
  const last = stale.length > chosen.length ? chosen.at(-1) : next.at(-1)?.id;
  await writeCursor(deps, WALK, isAtEnd || last === undefined ? null : String(last));
  return { stored: chosen.length, isAtEnd: isAtEnd || last === undefined };
}

function mayBeKnownByNow(deps: Deps, { method, enrichedAt }: Awaited<ReturnType<typeof listingsBehind>>[number]) {
  const isUnknown = method === null || method === "fsa" || method === "street";
  const isLongAgo = enrichedAt !== null && deps.now().getTime() - enrichedAt.getTime() >= ASKED_AGAIN_MS;
  return isUnknown && isLongAgo && deps.config.geocoderUrl !== null;
}

/**
 * Has listings looked up again whose facts are missing or rest on other data than there is now, some steps at a time;
 * those whose place is not known too. Each is stored once, and handed over before the next step, so that other work of
 * the queue is not kept waiting.
 */
export async function continueWalk(deps: Deps): Promise<void> {
  const version = await placesVersion(deps);
  let stored = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const walked = await walkOn(deps, version);
    stored += walked.stored;
    if (walked.stored > 0) await relayNewest(deps);
    if (walked.isAtEnd) break;
  }
  if (stored > 0) deps.log.info("place.look_ups_stored", { count: stored });
}

/** Who asks, for the audit log. */
interface Moderator {
  ipAddress: string;
}

/**
 * Makes the facts of all listings stale and begins to look them up again; ticks go on with what one step cannot.
 * @returns how many listings that are
 */
export async function lookUpAll(deps: Deps, by: Moderator): Promise<number> {
  const [all, rented] = await Promise.all([readCounter(deps, "admin"), readCounter(deps, "status:rented")]);
  const count = all - rented;
  await makeFactsStale(deps);
  await audit(deps, {
    actor: "admin",
    action: "places.rerun",
    targetType: "places",
    targetId: "all",
    after: { listings: count },
    ipAddress: by.ipAddress,
  });
  await writeCursor(deps, WALK, null);
  await walkOn(deps, await placesVersion(deps));
  relaySoon(deps);
  return count;
}

/** What the facts about places rest on, and how many listings wait for theirs. */
export async function readPlaces(deps: Deps): Promise<PlacesOverview> {
  const [imported, version] = await Promise.all([importedDatasets(deps), placesVersion(deps)]);
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
