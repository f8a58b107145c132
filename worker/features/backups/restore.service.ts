import { RESTORE_REPORT_SETTING, RESTORE_SETTING, type RestoreState, restoreState } from "./backup-format.ts";
import { readSetting, removeSetting, setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { purgeEverything } from "../../platform/purge.ts";
import { replayLog } from "./restore-replay.service.ts";
import { dropWaitingWork, dropPhotos, listedPhotos, prefixesWithoutListing } from "./restore.repo.ts";

/** List calls of one step; each is followed by up to three statements. */
const LISTS_A_STEP = 100;
/** Behind every prefix, which is hexadecimal. */
const END = "~";

type Found = Record<"listingsWithoutPhotos" | "photosWithoutListing", number>;

/**
 * Compares stored photos with those of the listings, in the order of their prefixes. A photo that R2 has no more is taken
 * out of its listing; photos without a listing are counted, because photos.sweep deletes them.
 * @param after the last prefix that was compared
 * @returns where to go on; null at the end
 */
async function checkPhotos(deps: Deps, after: string): Promise<{ after: string | null; found: Found }> {
  const found: Found = { listingsWithoutPhotos: 0, photosWithoutListing: 0 };
  let done = after;
  for (let lists = 0; lists < LISTS_A_STEP; lists += 1) {
    const { objects, isEnd } = await deps.photos.inventory(done === "" ? "" : `listings/${done}/${END}`);
    const stored = new Map<string, Set<string>>();
    for (const { key } of objects) {
      const [, prefix = "", hash = ""] = /^listings\/([^/]+)\/([0-9a-f]+)-/.exec(key) ?? [];
      stored.set(prefix, (stored.get(prefix) ?? new Set()).add(hash));
    }
    const prefixes = [...stored.keys()];
    // The rest of the last prefix may be on the next page.
    if (!isEnd && prefixes.length > 1) prefixes.pop();
    const upTo = isEnd ? END : (prefixes.at(-1) ?? END);
    await compare(deps, { done, upTo, stored, prefixes }, found);
    if (isEnd) return { after: null, found };
    done = upTo;
  }
  return { after: done, found };
}

async function compare(
  deps: Deps,
  given: { done: string; upTo: string; stored: ReadonlyMap<string, ReadonlySet<string>>; prefixes: readonly string[] },
  found: Found,
): Promise<void> {
  const listed = await listedPhotos(deps, given.done, given.upTo);
  const gone = listed
    .map(({ id, prefix, hashes }) => ({
      id,
      prefix,
      hashes: hashes.filter((hash) => !given.stored.get(prefix)?.has(hash)),
    }))
    .filter(({ hashes }) => hashes.length > 0);
  if (gone.length > 0) await dropPhotos(deps, gone);
  found.listingsWithoutPhotos += gone.length;
  found.photosWithoutListing += (await prefixesWithoutListing(deps, given.prefixes)).length;
}

/** The restore that goes on, or null. Meanwhile nothing is mailed, no job runs and nobody can write. */
async function readRestore(deps: Deps): Promise<RestoreState | null> {
  const value = await readSetting(deps, RESTORE_SETTING);
  return value === null ? null : restoreState.parse(JSON.parse(value));
}

/** How long {@link isRestoring} trusts what it read; `npm run restore` waits longer before it writes rows. */
const KNOWN_MS = 10_000;
const known = new WeakMap<Deps["db"], { until: number; isRestoring: boolean }>();

/** Whether a restore goes on, as of the last {@link KNOWN_MS} at the latest. */
export async function isRestoring(deps: Deps): Promise<boolean> {
  const now = deps.now().getTime();
  const last = known.get(deps.db);
  if (last && now < last.until) return last.isRestoring;
  try {
    const isRestoring = (await readSetting(deps, RESTORE_SETTING)) !== null;
    known.set(deps.db, { until: now + KNOWN_MS, isRestoring });
    return isRestoring;
  } catch (error) {
    // Whatever the caller does next says what is wrong with the database.
    deps.log.error("restore.unknown", error);
    return last?.isRestoring ?? false;
  }
}

const store = (deps: Deps, state: RestoreState) => setSetting(deps, RESTORE_SETTING, JSON.stringify(state));

/**
 * Takes the next step of a restore once its rows are loaded: replays the withdrawal log, then compares photos with
 * listings, then opens the site again. Each step can be repeated.
 * @returns whether another step follows
 */
export async function continueRestore(deps: Deps): Promise<boolean> {
  const state = await readRestore(deps);
  if (state === null || state.phase === "loading") return false;
  if (state.phase === "replaying") {
    const { after, found } = await replayLog(deps, state.lastWithdrawal, state.cursor);
    const counts = added(state.counts, found);
    if (after !== null) await store(deps, { ...state, cursor: after, counts });
    else {
      const droppedWork = await dropWaitingWork(deps);
      await store(deps, { ...state, phase: "checking_photos", cursor: "", counts: { ...counts, droppedWork } });
    }
    return true;
  }
  const { after, found } = await checkPhotos(deps, state.cursor ?? "");
  const counts = added(state.counts, found);
  if (after !== null) {
    await store(deps, { ...state, cursor: after, counts });
    return true;
  }
  await finish(deps, { ...state, counts });
  return false;
}

function added(counts: RestoreState["counts"], found: Readonly<Record<string, number>>): RestoreState["counts"] {
  const all = { ...counts };
  for (const [name, count] of Object.entries(found)) all[name] = (all[name] ?? 0) + count;
  return all;
}

/** Message by which the queue goes on with a restore. */
export interface RestoreMessage {
  restore: "continue";
}

/**
 * Takes one step of a restore, and asks the queue for the next one: an invocation may make 1,000 calls of D1 and R2, and
 * a step makes up to half of them.
 */
export async function continueRestoreSoon(deps: Deps): Promise<void> {
  if (await continueRestore(deps))
    await deps.queue.sendBatch([{ body: { restore: "continue" } satisfies RestoreMessage }]);
}

/** Tries at reading whether a restore goes on. */
const READ_TRIES = 3;

/**
 * Goes on with a restore at a tick, if there is one. While the database does not say whether there is, the tick does
 * nothing else either.
 */
export async function mustRestoreFirst(deps: Deps): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      if ((await readRestore(deps)) === null) return false;
      break;
    } catch (error) {
      if (tries < READ_TRIES) continue;
      deps.log.error("restore.unknown", error);
      return true;
    }
  }
  await continueRestoreSoon(deps);
  return true;
}

/** Opens the site again and tells the operator what was found. */
async function finish(deps: Deps, state: RestoreState): Promise<void> {
  const report = reportOf(state);
  await deps.db.batch([setSetting(deps, RESTORE_REPORT_SETTING, report), removeSetting(deps, RESTORE_SETTING)]);
  await purgeEverything(deps).catch((error: unknown) => deps.log.error("restore.cache_not_emptied", error));
  deps.log.info("restore.finished", state.counts);
  await notifyOperator(deps, "restore.done", "The database was restored", report);
}

const LABELS: Readonly<Record<string, string>> = {
  unreadableBans: "bans that could not be read, because SESSION_SECRET is another one now",
  droppedWork: "waiting mails and other work dropped, because they may have been done since",
  listingsWithoutPhotos: "listings that lost photos, because R2 has them no more",
  photosWithoutListing: "groups of photos without a listing; photos.sweep deletes them",
};

const reportOf = ({ backup, counts }: RestoreState) =>
  [
    `Restored from the backup of ${backup}. What was withdrawn since then was applied again:`,
    ...Object.entries(counts).map(([name, count]) => `- ${LABELS[name] ?? name}: ${count}`),
  ].join("\n");
