import {
  RESTORE_REPORT_SETTING,
  RESTORE_SETTING,
  type RestoreState,
  restoreState,
  type WithdrawalEntry,
  type WithdrawalKind,
  withdrawalObject,
  WITHDRAWALS_PREFIX,
} from "../../contracts/backups.ts";
import { readSetting, removeSetting, setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { purgeEverything } from "../../platform/purge.ts";
import { redactAudit } from "../audit/audit.service.ts";
import { restoreBan } from "../bans/bans.service.ts";
import { deleteDecisionsOfListing } from "../decisions/decisions.service.ts";
import { type LoggedMailing, restoreMailing } from "../digest/mailing-log.service.ts";
import { reattachRepliesUnder } from "../forum/comments.service.ts";
import { eraseListingRow } from "../listings/core/personal-data.service.ts";
import { keysUnder } from "./bucket.ts";
import { checkPhotos } from "./restore-photos.service.ts";
import {
  dropWaitingWork,
  replayDeletedPosts,
  replayEndedSuppressions,
  replayErasedAddresses,
  replayErasedFollows,
  replayErasedSubscribers,
  replayErasedVips,
  replayLeft,
  replayListingStates,
  replayMailClaims,
  replayStoppedFollows,
  replaySuppressions,
} from "./restore.repo.ts";
import { openText } from "./sealed-text.ts";

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
    const counts = await replayLog(deps, state.lastWithdrawal);
    const droppedWork = await dropWaitingWork(deps);
    await store(deps, { ...state, phase: "checking_photos", cursor: "", counts: { ...counts, droppedWork } });
    return true;
  }
  const { after, found } = await checkPhotos(deps, state.cursor ?? "");
  const counts = { ...state.counts };
  for (const [name, count] of Object.entries(found)) counts[name] = (counts[name] ?? 0) + count;
  if (after !== null) {
    await store(deps, { ...state, cursor: after, counts });
    return true;
  }
  await finish(deps, { ...state, counts });
  return false;
}

/** Steps of one invocation. */
const STEPS = 5;

/** Message by which the queue goes on with a restore. */
export interface RestoreMessage {
  restore: "continue";
}

/** Takes some steps of a restore, and asks the queue for the next ones. */
export async function continueRestoreSoon(deps: Deps): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) if (!(await continueRestore(deps))) return;
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

/** Entries of one statement: their JSON is one bound value of at most 2 MB. */
const AT_ONCE = 2_000;

/** Applies the log behind an entry. @returns how many rows each kind changed */
async function replayLog(deps: Deps, after: number): Promise<Record<string, number>> {
  const entries = await readLog(deps, after);
  const counts: Record<string, number> = {};
  const of = (kind: WithdrawalKind) => entries.filter((entry) => entry.kind === kind);
  const apply = async (
    name: string,
    chosen: readonly WithdrawalEntry[],
    work: (deps: Deps, some: readonly WithdrawalEntry[]) => Promise<number>,
  ) => {
    for (let at = 0; at < chosen.length; at += AT_ONCE)
      counts[name] = (counts[name] ?? 0) + (await work(deps, chosen.slice(at, at + AT_ONCE)));
  };
  await apply("subscriptions ended", of("subscriber.left"), replayLeft);
  const suppressions = newest([...of("suppressed"), ...of("suppression.ended")], ({ hash, detail }) => hash + detail);
  const suppressed = suppressions.filter(({ kind }) => kind === "suppressed");
  await apply(
    "suppressions ended",
    suppressions.filter(({ kind }) => kind !== "suppressed"),
    replayEndedSuppressions,
  );
  await apply("addresses suppressed", suppressed, replaySuppressions);
  await apply("follows stopped", of("follow.stopped"), replayStoppedFollows);
  await apply("listings not public any more", hiddenAtLast(of("listing.status")), replayListingStates);
  await apply(
    "listings erased",
    of("listing.erased"),
    each(({ ref }) => eraseListingRow(deps, Number(ref))),
  );
  await apply(
    "audit entries redacted",
    of("audit.redacted"),
    each((entry) => redact(deps, entry)),
  );
  const deleted = (kind: "thread" | "comment") =>
    newest(of(kind), ({ ref }) => ref).filter(({ detail }) => detail.startsWith("1"));
  await apply("discussions deleted", deleted("thread"), (_, some) => replayDeletedPosts(deps, "forum_threads", some));
  await apply("comments deleted", deleted("comment"), async (_, some) => {
    const changed = await replayDeletedPosts(deps, "forum_comments", some);
    await reattachRepliesUnder(
      deps,
      some.map(({ ref }) => Number(ref)),
    );
    return changed;
  });
  await apply("mails known as sent", newestClaims(entries), replayMailClaims);
  await apply(
    "editions and alerts known as sent",
    newest(of("mailing"), ({ ref }) => ref),
    each((entry) => mailing(deps, entry)),
  );
  counts.unreadableBans = 0;
  for (const { detail } of newest(of("ban"), ({ ref }) => ref)) {
    const text = await openText(deps, detail);
    if (text === null) counts.unreadableBans += 1;
    else if (text !== "null") await restoreBan(deps, JSON.parse(text) as Parameters<typeof restoreBan>[1]);
  }
  // Last, so that nothing above finds again what is gone.
  await apply("VIPs erased", of("vip.erased"), replayErasedVips);
  await apply("follows erased", of("follow.erased"), replayErasedFollows);
  await apply("subscribers erased", of("subscriber.erased"), replayErasedSubscribers);
  await apply("addresses erased", of("address.erased"), replayErasedAddresses);
  return counts;
}

const each =
  (work: (entry: WithdrawalEntry) => Promise<unknown>) =>
  async (_: Deps, entries: readonly WithdrawalEntry[]): Promise<number> => {
    for (const entry of entries) await work(entry);
    return entries.length;
  };

/** The newest entry about each thing. */
function newest(entries: readonly WithdrawalEntry[], about: (entry: WithdrawalEntry) => string): WithdrawalEntry[] {
  return [...new Map(entries.toSorted((a, b) => a.id - b.id).map((entry) => [about(entry), entry])).values()];
}

/** What ended up hidden. One that was shown again, or expired, stays as the backup has it. */
const hiddenAtLast = (entries: readonly WithdrawalEntry[]) =>
  newest(entries, ({ ref }) => ref).filter(({ detail }) => /^(?:deleted|rented|rejected|pending):/.test(detail));

const newestClaims = (entries: readonly WithdrawalEntry[]) =>
  newest(
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

/** The entries of the log behind one, in the order of their ids. */
async function readLog(deps: Deps, after: number): Promise<WithdrawalEntry[]> {
  const entries = new Map<number, WithdrawalEntry>();
  for (const key of await keysUnder(deps.backups, WITHDRAWALS_PREFIX)) {
    const object = await deps.backups.get(key);
    if (!object) continue;
    for (const entry of withdrawalObject.parse(await object.json())) if (entry.id > after) entries.set(entry.id, entry);
  }
  return [...entries.values()].toSorted((a, b) => a.id - b.id);
}
