import { readSetting, removeSetting, setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { purgeEverything } from "../../platform/purge.ts";
import { redactAudit } from "../audit/audit.service.ts";
import { restoreBan } from "../bans/bans.service.ts";
import { deleteDecisionsOfListing } from "../decisions/decisions.service.ts";
import { type LoggedMailing, restoreMailing } from "../digest/digest.plan.service.ts";
import { reattachRepliesUnder } from "../forum/posts.service.ts";
import { eraseListingRow } from "../listings/owner/personal-data.service.ts";
import {
  RESTORE_REPORT_SETTING,
  RESTORE_SETTING,
  type RestoreState,
  restoreState,
  type WithdrawalEntry,
  type WithdrawalKind,
  withdrawalObject,
  WITHDRAWALS_PREFIX,
} from "./backup-format.ts";
import { deleteObjects, keysUnder } from "./bucket.ts";
import {
  dropWaitingWork,
  dropPhotos,
  listedPhotos,
  prefixesWithoutListing,
  replayDeletedPosts,
  replayEndedSuppressions,
  replayErasedAlerts,
  replayErasedAddresses,
  replayDeletedShortlists,
  replayErasedFollows,
  replayErasedSearches,
  replayErasedSubscribers,
  replayErasedVips,
  replayForgottenPeople,
  replayLeft,
  replayLeftPasskeys,
  replayLeftPeople,
  replayListingStates,
  replayMailClaims,
  replayStoppedAlerts,
  replayRoles,
  replayStoppedFollows,
  replayStoppedSearches,
  replaySuppressions,
  replayNotifiedHomes,
} from "./restore.repo.ts";
import { openText, dayOf, lastIdOf, putLogObject } from "./withdrawals.service.ts";

/**
 * Maximum number of log objects that one step of a restore reads. If there are more, a step merges this many objects
 * into one.
 */
const OBJECTS_A_STEP = 150;
/** Maximum number of pieces of the replay per step. */
const PIECES_A_STEP = 5;
/** Maximum number of entries per statement, whose JSON is one bound value of at most 2 MB. */
const ENTRIES_PER_STATEMENT = 2_000;
/** Maximum number of entries in a piece that runs separate statements for each entry. */
const SINGLE_ENTRIES_PER_PIECE = 20;

type Counts = Readonly<Record<string, number>>;

/**
 * Replays one step of the withdrawal log, starting after an entry. The first steps merge small objects until one step
 * can read them all. Each later step replays some pieces. Repeating a step has no further effect.
 * @param cursor position at which the last step ended; null at the start
 */
async function replayLog(
  deps: Deps,
  lastWithdrawal: number,
  cursor: string | null,
): Promise<{ after: string | null; found: Counts }> {
  const keys = await keysAfter(deps, lastWithdrawal);
  if (keys.length > OBJECTS_A_STEP) {
    await merge(deps, keys.slice(0, OBJECTS_A_STEP));
    return { after: cursor ?? "0", found: {} };
  }
  const pieces = piecesOf(deps, await readLog(deps, keys, lastWithdrawal));
  const start = Number(cursor ?? 0);
  const found: Record<string, number> = {};
  for (const { name, work } of pieces.slice(start, start + PIECES_A_STEP))
    found[name] = (found[name] ?? 0) + (await work());
  const end = start + PIECES_A_STEP;
  return { after: end < pieces.length ? String(end) : null, found };
}

/** One piece of the replay. The report contains its count under `name`. */
interface Piece {
  name: string;
  work: () => Promise<number>;
}

/** Returns all pieces of the replay in order. The same entries always give the same pieces. */
function piecesOf(deps: Deps, entries: readonly WithdrawalEntry[]): Piece[] {
  const of = (kind: WithdrawalKind) => entries.filter((entry) => entry.kind === kind);
  const cut = (
    name: string,
    chosen: readonly WithdrawalEntry[],
    work: (deps: Deps, some: readonly WithdrawalEntry[]) => Promise<number>,
    size = ENTRIES_PER_STATEMENT,
  ): Piece[] =>
    Array.from({ length: Math.ceil(chosen.length / size) }, (_, piece) => ({
      name,
      work: () => work(deps, chosen.slice(piece * size, (piece + 1) * size)),
    }));
  const each = (
    name: string,
    chosen: readonly WithdrawalEntry[],
    work: (entry: WithdrawalEntry) => Promise<number>,
  ): Piece[] =>
    cut(
      name,
      chosen,
      async (_, some) => {
        let count = 0;
        for (const entry of some) count += await work(entry);
        return count;
      },
      SINGLE_ENTRIES_PER_PIECE,
    );
  const suppressions = newestPerSubject(
    [...of("suppressed"), ...of("suppression.ended")],
    ({ hash, detail }) => hash + detail,
  );
  const suppressed = suppressions.filter(({ kind }) => kind === "suppressed");
  const ended = suppressions.filter(({ kind }) => kind !== "suppressed");
  const deleted = (kind: "thread" | "comment") =>
    newestPerSubject(of(kind), ({ ref }) => ref).filter(({ detail }) => detail.startsWith("1"));
  return [
    ...cut("subscriptions ended", of("subscriber.left"), replayLeft),
    ...cut("suppressions ended", ended, replayEndedSuppressions),
    ...cut("addresses suppressed", suppressed, replaySuppressions),
    ...cut("follows stopped", of("follow.stopped"), replayStoppedFollows),
    ...cut(
      "saved searches stopped",
      newestPerSubject(of("search.stopped"), ({ ref }) => ref),
      replayStoppedSearches,
    ),
    ...cut("alerts stopped", of("alerts.stopped"), replayStoppedAlerts),
    ...cut("homes marked as already emailed", of("alerts.told"), replayNotifiedHomes),
    ...cut("listings no longer public", newestHidingEntries(of("listing.status")), replayListingStates),
    ...each("listings erased", of("listing.erased"), ({ ref }) => once(eraseListingRow(deps, Number(ref)))),
    ...each("audit entries redacted", of("audit.redacted"), (entry) => once(redact(deps, entry))),
    ...cut("discussions deleted", deleted("thread"), (_, some) => replayDeletedPosts(deps, "forum_threads", some)),
    ...cut("comments deleted", deleted("comment"), async (_, some) => {
      const changed = await replayDeletedPosts(deps, "forum_comments", some);
      await reattachRepliesUnder(
        deps,
        some.map(({ ref }) => Number(ref)),
      );
      return changed;
    }),
    ...cut("emails marked as sent, so that they are not sent again", newestClaims(entries), replayMailClaims),
    ...each(
      "editions and alerts recorded again",
      newestPerSubject(of("mailing"), ({ ref }) => ref),
      (entry) => once(mailing(deps, entry)),
    ),
    ...each(
      "unreadableBans",
      newestPerSubject(of("ban"), ({ ref }) => ref),
      ({ detail }) => ban(deps, detail),
    ),
    ...cut(
      "roles changed",
      newestPerSubject(of("person.role"), ({ ref }) => ref),
      replayRoles,
    ),
    ...cut("passkeys removed", of("passkey.left"), replayLeftPasskeys),
    ...cut("people erased", of("person.forgotten"), replayForgottenPeople),
    ...cut("people removed", of("person.left"), replayLeftPeople),
    // These pieces run last, so that no other piece restores what they delete.
    ...cut("VIPs erased", of("vip.erased"), replayErasedVips),
    ...cut("saved searches erased", of("search.erased"), replayErasedSearches),
    ...cut("alerts erased", of("alerts.erased"), replayErasedAlerts),
    ...cut("follows erased", of("follow.erased"), replayErasedFollows),
    ...cut("shortlists deleted", of("shortlist.deleted"), replayDeletedShortlists),
    ...cut("subscribers erased", of("subscriber.erased"), replayErasedSubscribers),
    ...cut("addresses erased", of("address.erased"), replayErasedAddresses),
  ];
}

async function once(work: Promise<unknown>): Promise<1> {
  await work;
  return 1;
}

/** Returns the newest withdrawal entry about each subject. */
function newestPerSubject(
  entries: readonly WithdrawalEntry[],
  about: (entry: WithdrawalEntry) => string,
): WithdrawalEntry[] {
  return [...new Map(entries.toSorted((a, b) => a.id - b.id).map((entry) => [about(entry), entry])).values()];
}

/**
 * Returns the newest entry of each listing or post, if that entry hides the listing or post. Listings and posts that
 * were shown again or expired stay as in the backup.
 */
const newestHidingEntries = (entries: readonly WithdrawalEntry[]) =>
  newestPerSubject(entries, ({ ref }) => ref).filter(({ detail }) =>
    /^(?:deleted|rented|rejected|pending):/.test(detail),
  );

const newestClaims = (entries: readonly WithdrawalEntry[]) =>
  newestPerSubject(
    entries.filter(({ kind }) => kind === "mail.claimed" || kind === "mail.released"),
    ({ ref }) => ref,
  ).filter(({ kind }) => kind === "mail.claimed");

async function redact(deps: Deps, { ref, detail }: WithdrawalEntry): Promise<void> {
  await redactAudit(deps, detail, ref);
  if (detail === "listing") await deleteDecisionsOfListing(deps, Number(ref));
}

async function mailing(deps: Deps, { detail }: WithdrawalEntry): Promise<void> {
  const stored = JSON.parse(detail) as LoggedMailing | null;
  if (stored !== null) await restoreMailing(deps, stored);
}

/** Restores a ban. @returns 1 if the ban cannot be decrypted, otherwise 0 */
async function ban(deps: Deps, detail: string): Promise<0 | 1> {
  const text = await openText(deps, detail);
  if (text === null) return 1;
  if (text !== "null") await restoreBan(deps, JSON.parse(text) as Parameters<typeof restoreBan>[1]);
  return 0;
}

/** Returns the keys of the log objects that contain entries newer than a given entry. */
async function keysAfter(deps: Deps, after: number): Promise<string[]> {
  const keys = await keysUnder(deps.backups, WITHDRAWALS_PREFIX);
  return keys.filter((key) => lastIdOf(key) > after);
}

/** Returns the withdrawal entries after a given entry, in the order of their ids. */
async function readLog(deps: Deps, keys: readonly string[], after: number): Promise<WithdrawalEntry[]> {
  const entries = new Map<number, WithdrawalEntry>();
  for (const key of keys) {
    const object = await deps.backups.get(key);
    if (!object) continue;
    for (const entry of withdrawalObject.parse(await object.json())) if (entry.id > after) entries.set(entry.id, entry);
  }
  return [...entries.values()].toSorted((a, b) => a.id - b.id);
}

/**
 * Merges several log objects into one. Stores the merged object before it deletes the others, because duplicate entries
 * do no harm.
 */
async function merge(deps: Deps, keys: readonly string[]): Promise<void> {
  const entries = await readLog(deps, keys, 0);
  // The merged object is stored under its newest day, because the log is deleted by days.
  await putLogObject(deps, dayOf(keys.at(-1) ?? ""), entries);
  await deleteObjects(deps.backups, keys);
}

/** Maximum number of calls per step that list R2 objects. Up to three statements follow each call. */
const LISTS_A_STEP = 100;
/** Sorts after every prefix, because prefixes are hexadecimal. */
const AFTER_ALL_PREFIXES = "~";

type Found = Record<"listingsWithoutPhotos" | "photosWithoutListing", number>;

/**
 * Compares the photos in R2 with the photos of listings, in the order of their prefixes. Removes a photo from its
 * listing if R2 no longer has it. Only counts photos without a listing, because the job photos.sweep deletes them.
 * @param after the last prefix that was compared
 * @returns the prefix after which to continue; null at the end
 */
async function checkPhotos(deps: Deps, after: string): Promise<{ after: string | null; found: Found }> {
  const found: Found = { listingsWithoutPhotos: 0, photosWithoutListing: 0 };
  let done = after;
  for (let lists = 0; lists < LISTS_A_STEP; lists += 1) {
    const { objects, isEnd } = await deps.photos.inventory(done === "" ? "" : `listings/${done}/${AFTER_ALL_PREFIXES}`);
    const stored = new Map<string, Set<string>>();
    for (const { key } of objects) {
      const [, prefix = "", hash = ""] = /^listings\/([^/]+)\/([0-9a-f]+)-/.exec(key) ?? [];
      stored.set(prefix, (stored.get(prefix) ?? new Set()).add(hash));
    }
    const prefixes = [...stored.keys()];
    // The next page may contain more photos with the last prefix.
    if (!isEnd && prefixes.length > 1) prefixes.pop();
    const upTo = isEnd ? AFTER_ALL_PREFIXES : (prefixes.at(-1) ?? AFTER_ALL_PREFIXES);
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

/**
 * Returns the restore in progress, or null. During a restore, no email is sent, no job runs and all writes are refused.
 */
async function readRestore(deps: Deps): Promise<RestoreState | null> {
  const value = await readSetting(deps, RESTORE_SETTING);
  return value === null ? null : restoreState.parse(JSON.parse(value));
}

/**
 * Time for which {@link isRestoring} caches its result. `npm run restore` waits longer than this before it writes rows.
 */
const RESTORING_CACHE_MS = 10_000;
const known = new WeakMap<Deps["db"], { until: number; isRestoring: boolean }>();

/** Returns whether a restore is in progress, from a result that is at most {@link RESTORING_CACHE_MS} old. */
export async function isRestoring(deps: Deps): Promise<boolean> {
  const now = deps.now().getTime();
  const last = known.get(deps.db);
  if (last && now < last.until) return last.isRestoring;
  try {
    const isRestoring = (await readSetting(deps, RESTORE_SETTING)) !== null;
    known.set(deps.db, { until: now + RESTORING_CACHE_MS, isRestoring });
    return isRestoring;
  } catch (error) {
    // If the database fails, the caller's next query throws the error.
    deps.log.error("restore.unknown", error);
    return last?.isRestoring ?? false;
  }
}

const store = (deps: Deps, state: RestoreState) => setSetting(deps, RESTORE_SETTING, JSON.stringify(state));

/**
 * Does the next step of a restore whose rows are loaded. The steps replay the withdrawal log, compare photos with
 * listings, and reopen the site. Each step can be repeated.
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

/** Queue message that continues a restore. */
export interface RestoreMessage {
  restore: "continue";
}

/**
 * Does one step of a restore and queues the next one. An invocation may make 1,000 calls to D1 and R2, and a step makes
 * up to half that many.
 */
export async function continueRestoreSoon(deps: Deps): Promise<void> {
  if (await continueRestore(deps))
    await deps.queue.sendBatch([{ body: { restore: "continue" } satisfies RestoreMessage }]);
}

/** Maximum number of attempts to read whether a restore is in progress. */
const READ_TRIES = 3;

/**
 * Continues a restore at a tick, if a restore is in progress. If the database cannot be read, the tick does no other
 * work.
 * @returns whether the tick must do no other work
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

/** Reopens the site and notifies the operator of the findings. */
async function finish(deps: Deps, state: RestoreState): Promise<void> {
  const report = reportOf(state);
  await deps.db.batch([setSetting(deps, RESTORE_REPORT_SETTING, report), removeSetting(deps, RESTORE_SETTING)]);
  await purgeEverything(deps).catch((error: unknown) => deps.log.error("restore.cache_not_emptied", error));
  deps.log.info("restore.finished", state.counts);
  await notifyOperator(deps, "restore.done", "The database was restored", report);
}

const LABELS: Readonly<Record<string, string>> = {
  unreadableBans: "bans that could not be read, because SESSION_SECRET has changed",
  droppedWork: "waiting emails and other work dropped, because they may have been done since",
  listingsWithoutPhotos: "listings that lost photos, because R2 no longer has them",
  photosWithoutListing: "groups of photos without a listing; photos.sweep deletes them",
};

const reportOf = ({ backup, counts }: RestoreState) =>
  [
    `Restored from the backup of ${backup}. Withdrawals since then were applied again:`,
    ...Object.entries(counts).map(([name, count]) => `- ${LABELS[name] ?? name}: ${count}`),
  ].join("\n");
