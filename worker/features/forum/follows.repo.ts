import { and, desc, eq, inArray, isNull, sql, asc, gt, lte, or, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Deps } from "../../platform/deps.ts";
import { outboxForEach, isStored } from "../../platform/outbox.ts";
import { mailClaims } from "../../platform/tables.ts";
import { forumComments, type FollowRow, forumFollows, forumThreads } from "./forum.table.ts";

// The condition is literal SQL, because SQLite does not use a partial index (here forum_follows_notified) for bound
// parameters.
const isFollowing = sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`;

/** Returns a follow by primary key, with its thread's title and slug unless the thread is deleted. */
export async function followById(deps: Deps, id: number) {
  const [row] = await deps.db
    .select({ follow: forumFollows, title: forumThreads.title, seoSlug: forumThreads.seoSlug })
    .from(forumFollows)
    .leftJoin(forumThreads, and(eq(forumThreads.id, forumFollows.threadId), sql`${forumThreads.isDeleted} = 0`))
    .where(eq(forumFollows.id, id))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the statements that store a follow and queue the email that asks to confirm it. The statements are the same
 * for every email address. A confirmed follow stays confirmed. A stopped follow starts again.
 */
export function insertFollow(
  deps: Deps,
  { threadId, email, emailKey, addressHash }: Pick<FollowRow, "threadId" | "email" | "emailKey" | "addressHash">,
  about: string,
) {
  const now = deps.now();
  return [
    deps.db
      .insert(forumFollows)
      .values({ threadId, email, emailKey, addressHash, createdAt: now })
      .onConflictDoUpdate({
        target: [forumFollows.threadId, forumFollows.emailKey],
        set: { createdAt: sql`iif(${isFollowing}, created_at, excluded.created_at)`, stoppedAt: null, addressHash },
      }),
    outboxForEach(
      deps,
      "forum.follow_question",
      { followId: sql`id`, about },
      sql`FROM ${forumFollows} WHERE thread_id = ${threadId} AND email_key = ${emailKey}`,
    ),
  ] as const;
}

/** Confirms a follow once. The follower is only notified of later comments. */
export async function confirmFollow(deps: Deps, { id, tokenVersion }: FollowRow): Promise<void> {
  await deps.db
    .update(forumFollows)
    // Comment ids ascend across all threads, so the newest id is a valid start for every thread.
    .set({
      confirmedAt: deps.now(),
      notifyingUpTo: null,
      notifiedUpTo: sql`(SELECT coalesce(max(id), 0) FROM ${forumComments})`,
    })
    .where(
      and(
        eq(forumFollows.id, id),
        eq(forumFollows.tokenVersion, tokenVersion),
        isNull(forumFollows.confirmedAt),
        isNull(forumFollows.stoppedAt),
      ),
    );
}

/**
 * Returns the column values of a stopped follow. Stopping a follow also makes it unconfirmed, so that the index of
 * unconfirmed follows contains all follows to delete.
 */
const stopped = (deps: Deps) => ({
  stoppedAt: deps.now(),
  confirmedAt: null,
  tokenVersion: sql`${forumFollows.tokenVersion} + 1`,
});

/** Stops a follow and invalidates its confirmation links. A repeated call changes nothing. */
export async function stopFollow(deps: Deps, id: number): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.id, id), isNull(forumFollows.stoppedAt)));
}

/** Stops all follows of an email address (uses index forum_follows_address_hash). */
export async function stopFollowsOf(deps: Deps, addressHash: string): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.addressHash, addressHash), isNull(forumFollows.stoppedAt)));
}

/** Maximum number of follows shown for an email address. */
const SHOWN = 1_000;

/**
 * Returns the follows of an email address with the titles of their threads, newest first (uses index
 * forum_follows_of_address).
 */
export async function followsOf(deps: Deps, emailKey: string) {
  return deps.db
    .select({ follow: forumFollows, title: forumThreads.title, seoSlug: forumThreads.seoSlug })
    .from(forumFollows)
    .leftJoin(forumThreads, and(eq(forumThreads.id, forumFollows.threadId), sql`${forumThreads.isDeleted} = 0`))
    .where(eq(forumFollows.emailKey, emailKey))
    .orderBy(desc(forumFollows.id))
    .limit(SHOWN);
}

/** Returns the newest follow of an email address that was not stopped (uses index forum_follows_address_hash). */
export async function newestFollowOf(deps: Deps, addressHash: string): Promise<FollowRow | null> {
  const [row] = await deps.db
    .select()
    .from(forumFollows)
    .where(and(eq(forumFollows.addressHash, addressHash), isNull(forumFollows.stoppedAt)))
    .orderBy(desc(forumFollows.id))
    .limit(1);
  return row ?? null;
}

/** Deletes all follows of an email address. */
export async function deleteFollowsOf(deps: Deps, emailKey: string): Promise<void> {
  await deps.db.delete(forumFollows).where(eq(forumFollows.emailKey, emailKey));
}

/**
 * Deletes follows that were requested before one time and never confirmed, and follows that were stopped before another
 * time (uses index forum_follows_unconfirmed).
 * @returns the number of deleted follows, at most `limit`
 */
export async function deleteOldFollows(
  deps: Deps,
  { askedBefore, stoppedBefore, limit }: { askedBefore: Date; stoppedBefore: Date; limit: number },
): Promise<number> {
  const old = deps.db
    .select({ id: forumFollows.id })
    .from(forumFollows)
    .where(
      sql`confirmed_at IS NULL AND created_at < ${askedBefore.getTime()}
        AND (stopped_at IS NULL OR stopped_at < ${stoppedBefore.getTime()})`,
    )
    .limit(limit);
  const gone = await deps.db
    .delete(forumFollows)
    .where(inArray(forumFollows.id, old))
    .returning({ id: forumFollows.id });
  return gone.length;
}

/**
 * Reads up to `limit` comments after an id. Returns the followed threads that have these comments, and the id of the
 * last comment read.
 */
export async function threadsCommentedAfter(deps: Deps, after: number, limit: number) {
  const comments = await deps.db
    .select({ id: forumComments.id, threadId: forumComments.threadId })
    .from(forumComments)
    .where(gt(forumComments.id, after))
    .orderBy(asc(forumComments.id))
    .limit(limit);
  const ids = [...new Set(comments.map(({ threadId }) => threadId))];
  const followed = await deps.db
    .select({ id: forumThreads.id })
    .from(forumThreads)
    .where(
      sql`${forumThreads.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND is_deleted = 0
        AND EXISTS (SELECT 1 FROM ${forumFollows} AS follow WHERE follow.thread_id = forum_threads.id
          AND follow.confirmed_at IS NOT NULL AND follow.stopped_at IS NULL)`,
    );
  return {
    last: comments.at(-1)?.id ?? null,
    isFull: comments.length === limit,
    threadIds: followed.map(({ id }) => id),
  };
}

/** Returns the statement that stores one outbox entry for each thread. */
export function outboxForThreads(deps: Deps, threadIds: readonly number[]) {
  const from = sql`FROM json_each(${JSON.stringify(threadIds)})`;
  return outboxForEach(deps, "forum.follow_news", { threadId: sql`value` }, from);
}

/** Returns the statement that stores a delayed outbox entry for a thread, unless there already is such an entry. */
export function outboxForThreadLater(deps: Deps, threadId: number, dueAt: Date) {
  const isSame = sql`open.due_at > ${deps.now().getTime()} AND json_extract(open.payload, '$.threadId') = ${threadId}`;
  return outboxForEach(
    deps,
    "forum.follow_news",
    { threadId },
    sql`WHERE NOT ${isStored("forum.follow_news", isSame)}`,
    dueAt,
  );
}

/** Returns the key, in mail_claims, of a follower's email about comments up to an id. */
export const followMailKey = (followId: number, upTo: number) => `follow:${followId}:${upTo}`;

/** Position in the list of a thread's followers. The list is ordered by `notified_up_to`, then by id. */
export interface FollowerPosition {
  notifiedUpTo: number;
  id: number;
}

/**
 * A follower to notify, with the time of the last email, and the time at which an email that is being sent was claimed.
 */
export interface Follower {
  follow: FollowRow;
  lastMailAt: Date | null;
  tellingAt: Date | null;
}

/**
 * Returns followers of a thread who were not yet notified of all comments up to an id (uses index
 * forum_follows_notified).
 */
export async function followersToNotify(
  deps: Deps,
  threadId: number,
  { upTo, after, limit }: { upTo: number; after: FollowerPosition; limit: number },
): Promise<Follower[]> {
  // The key must match followMailKey().
  const keyStart = sql`'follow:' || ${forumFollows.id} || ':'`;
  const telling = alias(mailClaims, "telling");
  return deps.db
    .select({ follow: forumFollows, lastMailAt: mailClaims.claimedAt, tellingAt: telling.claimedAt })
    .from(forumFollows)
    .leftJoin(mailClaims, eq(mailClaims.key, sql`${keyStart} || ${forumFollows.notifiedUpTo}`))
    .leftJoin(telling, eq(telling.key, sql`${keyStart} || ${forumFollows.notifyingUpTo}`))
    .where(
      sql`${forumFollows.threadId} = ${threadId} AND ${isFollowing} AND ${forumFollows.notifiedUpTo} < ${upTo}
        AND (${forumFollows.notifiedUpTo}, ${forumFollows.id}) > (${after.notifiedUpTo}, ${after.id})`,
    )
    .orderBy(asc(forumFollows.notifiedUpTo), asc(forumFollows.id))
    .limit(limit);
}

/** Returns a thread's undeleted comments between two ids, newest first (uses index forum_comments_shown). */
export async function newestComments(
  deps: Deps,
  threadId: number,
  { after, upTo, limit }: { after: number; upTo: number | null; limit: number },
) {
  return deps.db
    .select()
    .from(forumComments)
    .where(
      and(
        eq(forumComments.threadId, threadId),
        eq(forumComments.isDeleted, false),
        gt(forumComments.id, after),
        upTo === null ? undefined : lte(forumComments.id, upTo),
      ),
    )
    .orderBy(desc(forumComments.id))
    .limit(limit);
}

const isLiveThread: SQL = sql`EXISTS (SELECT 1 FROM ${forumThreads} AS thread
  WHERE thread.id = forum_follows.thread_id AND thread.is_deleted = 0)`;

/**
 * Records the comments of a follower's email before the email is sent. Records nothing if the follow is stopped, the
 * thread is deleted or another email is being sent. A retry keeps the same comments.
 * @returns whether the comments were recorded, so that the email may be sent
 */
export async function beginNotification(deps: Deps, { id, notifiedUpTo }: FollowRow, upTo: number): Promise<boolean> {
  const rows = await deps.db
    .update(forumFollows)
    .set({ notifyingUpTo: upTo })
    .where(
      and(
        eq(forumFollows.id, id),
        eq(forumFollows.notifiedUpTo, notifiedUpTo),
        or(isNull(forumFollows.notifyingUpTo), eq(forumFollows.notifyingUpTo, upTo)),
        isFollowing,
        isLiveThread,
      ),
    )
    .returning({ id: forumFollows.id });
  return rows.length > 0;
}

/** Returns the statement that records the last comment of which a follower was notified. */
export function finishNotification(deps: Deps, { id, notifiedUpTo }: FollowRow, upTo: number) {
  return deps.db
    .update(forumFollows)
    .set({ notifiedUpTo: upTo, notifyingUpTo: null })
    .where(and(eq(forumFollows.id, id), eq(forumFollows.notifiedUpTo, notifiedUpTo)));
}
