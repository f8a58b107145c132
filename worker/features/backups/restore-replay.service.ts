import { type WithdrawalEntry, type WithdrawalKind, withdrawalObject, WITHDRAWALS_PREFIX } from "./backup-format.ts";
import type { Deps } from "../../platform/deps.ts";
import { redactAudit } from "../audit/audit.service.ts";
import { restoreBan } from "../bans/bans.service.ts";
import { deleteDecisionsOfListing } from "../decisions/decisions.service.ts";
import { type LoggedMailing, restoreMailing } from "../digest/mailing-log.service.ts";
import { reattachRepliesUnder } from "../forum/comments.service.ts";
import { eraseListingRow } from "../listings/owner/personal-data.service.ts";
import { deleteObjects, keysUnder } from "./bucket.ts";
import {
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
  replayToldHomes,
} from "./restore.repo.ts";
import { openText } from "./sealed-text.ts";
import { dayOf, lastIdOf, putLogObject } from "./withdrawals.service.ts";

/** Objects of the log that one step reads; when there are more, so many become one. */
const OBJECTS_A_STEP = 150;
/** Pieces of work of one step. */
const PIECES_A_STEP = 5;
/** Entries of one statement: their JSON is one bound value of at most 2 MB. */
const A_STATEMENT = 2_000;
/** Entries of one piece when each has statements of its own. */
const ONE_BY_ONE = 20;

type Counts = Readonly<Record<string, number>>;

/**
 * Applies the log of withdrawals behind an entry, a step at a time: first small objects are merged until one step can read
 * them all, then some pieces of the work are done. A step that is repeated changes nothing twice.
 * @param cursor where the last step ended; null at the start
 * @returns where the next step begins, null after the last one, and how many rows each kind of withdrawal changed
 */
export async function replayLog(
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

/** A part of the replay, under the name by which the report counts it. */
interface Piece {
  name: string;
  work: () => Promise<number>;
}

/** The whole work in its order. The same entries always give the same pieces. */
function piecesOf(deps: Deps, entries: readonly WithdrawalEntry[]): Piece[] {
  const of = (kind: WithdrawalKind) => entries.filter((entry) => entry.kind === kind);
  const cut = (
    name: string,
    chosen: readonly WithdrawalEntry[],
    work: (deps: Deps, some: readonly WithdrawalEntry[]) => Promise<number>,
    size = A_STATEMENT,
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
      ONE_BY_ONE,
    );
  const suppressions = newest([...of("suppressed"), ...of("suppression.ended")], ({ hash, detail }) => hash + detail);
  const suppressed = suppressions.filter(({ kind }) => kind === "suppressed");
  const ended = suppressions.filter(({ kind }) => kind !== "suppressed");
  const deleted = (kind: "thread" | "comment") =>
    newest(of(kind), ({ ref }) => ref).filter(({ detail }) => detail.startsWith("1"));
  return [
    ...cut("subscriptions ended", of("subscriber.left"), replayLeft),
    ...cut("suppressions ended", ended, replayEndedSuppressions),
    ...cut("addresses suppressed", suppressed, replaySuppressions),
    ...cut("follows stopped", of("follow.stopped"), replayStoppedFollows),
    ...cut(
      "saved searches stopped",
      newest(of("search.stopped"), ({ ref }) => ref),
      replayStoppedSearches,
    ),
    ...cut("alerts stopped", of("alerts.stopped"), replayStoppedAlerts),
    ...cut("homes known as told", of("alerts.told"), replayToldHomes),
    ...cut("listings not public any more", hiddenAtLast(of("listing.status")), replayListingStates),
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
    ...cut("mails known as sent", newestClaims(entries), replayMailClaims),
    ...each(
      "editions and alerts known as sent",
      newest(of("mailing"), ({ ref }) => ref),
      (entry) => once(mailing(deps, entry)),
    ),
    ...each(
      "unreadableBans",
      newest(of("ban"), ({ ref }) => ref),
      ({ detail }) => ban(deps, detail),
    ),
    ...cut(
      "roles changed",
      newest(of("person.role"), ({ ref }) => ref),
      replayRoles,
    ),
    ...cut("passkeys removed", of("passkey.left"), replayLeftPasskeys),
    ...cut("people erased", of("person.forgotten"), replayForgottenPeople),
    ...cut("people removed", of("person.left"), replayLeftPeople),
    // Last, so that nothing above finds again what is gone.
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

/** @returns 1 for a ban that cannot be read, else 0 */
async function ban(deps: Deps, detail: string): Promise<0 | 1> {
  const text = await openText(deps, detail);
  if (text === null) return 1;
  if (text !== "null") await restoreBan(deps, JSON.parse(text) as Parameters<typeof restoreBan>[1]);
  return 0;
}

/** The keys of the log's objects that hold entries behind one. */
async function keysAfter(deps: Deps, after: number): Promise<string[]> {
  const keys = await keysUnder(deps.backups, WITHDRAWALS_PREFIX);
  return keys.filter((key) => lastIdOf(key) > after);
}

/** The entries behind one, in the order of their ids. */
async function readLog(deps: Deps, keys: readonly string[], after: number): Promise<WithdrawalEntry[]> {
  const entries = new Map<number, WithdrawalEntry>();
  for (const key of keys) {
    const object = await deps.backups.get(key);
    if (!object) continue;
    for (const entry of withdrawalObject.parse(await object.json())) if (entry.id > after) entries.set(entry.id, entry);
  }
  return [...entries.values()].toSorted((a, b) => a.id - b.id);
}

/** Makes one object of several. It is stored before they are deleted; entries that are there twice do no harm. */
async function merge(deps: Deps, keys: readonly string[]): Promise<void> {
  const entries = await readLog(deps, keys, 0);
  // Of its newest day, because the log is deleted by days.
  await putLogObject(deps, dayOf(keys.at(-1) ?? ""), entries);
  await deleteObjects(deps.backups, keys);
}
