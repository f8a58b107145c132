import { and, asc, desc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { mailClaims, outbox } from "../../platform/tables.ts";
import { forumComments, type FollowRow, forumFollows, forumThreads } from "./forum.table.ts";

// Literal, or the partial index forum_follows_told would not serve.
const isFollowing = sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`;

/** A follow by primary key, with its thread where that is not deleted. */
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
 * The statements that note the wish to follow a thread, and the question that is mailed to the address: the same for
 * every address. Who follows already goes on following; who stopped is asked anew.
 */
export function askToFollow(
  deps: Deps,
  { threadId, email, emailKey }: Pick<FollowRow, "threadId" | "email" | "emailKey">,
  mail: { kind: string; about: string },
) {
  const now = deps.now();
  return [
    deps.db
      .insert(forumFollows)
      .values({ threadId, email, emailKey, createdAt: now })
      .onConflictDoUpdate({
        target: [forumFollows.threadId, forumFollows.emailKey],
        set: { createdAt: sql`iif(${isFollowing}, created_at, excluded.created_at)`, stoppedAt: null },
      }),
    // In the order of the table's columns; the id is SQLite's to choose.
    deps.db.insert(outbox).select(
      sql`SELECT NULL, ${mail.kind}, json_object('followId', id, 'about', ${mail.about}), ${now.getTime()}, NULL, NULL, NULL, NULL, NULL
          FROM ${forumFollows} WHERE thread_id = ${threadId} AND email_key = ${emailKey}`,
    ),
  ] as const;
}

/** Confirms what the address was asked, once: what is said from now on is told, and nothing older. */
export async function confirmFollow(deps: Deps, { id, tokenVersion }: FollowRow): Promise<void> {
  await deps.db
    .update(forumFollows)
    // Ids grow over all threads, so the newest of all is the beginning for every thread.
    .set({ confirmedAt: deps.now(), toldUpTo: sql`(SELECT coalesce(max(id), 0) FROM ${forumComments})` })
    .where(
      and(
        eq(forumFollows.id, id),
        eq(forumFollows.tokenVersion, tokenVersion),
        isNull(forumFollows.confirmedAt),
        isNull(forumFollows.stoppedAt),
      ),
    );
}

/** Stopped is confirmed no longer, so that the index of unconfirmed ones leads to all that is to be forgotten. */
const stopped = (deps: Deps) => ({
  stoppedAt: deps.now(),
  confirmedAt: null,
  tokenVersion: sql`${forumFollows.tokenVersion} + 1`,
});

/** Ends a follow; links that would confirm it end, too. Repeating it changes nothing. */
export async function stopFollow(deps: Deps, id: number): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.id, id), isNull(forumFollows.stoppedAt)));
}

/** Ends all follows of an address (index forum_follows_of_address). */
export async function stopFollowsOf(deps: Deps, emailKey: string): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set(stopped(deps))
    .where(and(eq(forumFollows.emailKey, emailKey), isNull(forumFollows.stoppedAt)));
}

/** Follows of one address that its holder is shown. */
const SHOWN = 1_000;

/** The follows of an address with their threads' titles, newest first (index forum_follows_of_address). */
export async function followsOf(deps: Deps, emailKey: string) {
  return deps.db
    .select({ follow: forumFollows, title: forumThreads.title })
    .from(forumFollows)
    .leftJoin(forumThreads, and(eq(forumThreads.id, forumFollows.threadId), sql`${forumThreads.isDeleted} = 0`))
    .where(eq(forumFollows.emailKey, emailKey))
    .orderBy(desc(forumFollows.id))
    .limit(SHOWN);
}

/** Forgets all follows of an address. */
export async function deleteFollowsOf(deps: Deps, emailKey: string): Promise<void> {
  await deps.db.delete(forumFollows).where(eq(forumFollows.emailKey, emailKey));
}

/**
 * Forgets what was asked before one moment and never confirmed, and what was stopped before another (index
 * forum_follows_unconfirmed). @returns how many, at most `limit`
 */
export async function forgetFollows(
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

/** Threads with followers that have new comments among the `limit` after one, and the last comment looked at. */
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

/** The statement that stores one entry for each of some threads. */
export function outboxOfThreads(deps: Deps, kind: string, threadIds: readonly number[]) {
  return deps.db.insert(outbox).select(
    sql`SELECT NULL, ${kind}, json_object('threadId', value), ${deps.now().getTime()}, NULL, NULL, NULL, NULL, NULL
        FROM json_each(${JSON.stringify(threadIds)})`,
  );
}

/** The statement that stores an entry for a thread that is due later, unless one is stored already. */
export function outboxOfThreadLater(deps: Deps, kind: string, threadId: number, dueAt: Date) {
  const now = deps.now().getTime();
  return deps.db.insert(outbox).select(
    sql`SELECT NULL, ${kind}, json_object('threadId', ${threadId}), ${now}, NULL, NULL, NULL, ${dueAt.getTime()}, NULL
        WHERE NOT EXISTS (SELECT 1 FROM ${outbox} AS open WHERE open.kind = ${kind} AND open.done_at IS NULL
          AND open.gave_up_at IS NULL AND open.due_at > ${now} AND json_extract(open.payload, '$.threadId') = ${threadId})`,
  );
}

/** Names the mail that told of comments up to one; mail_claims holds when it was claimed. */
export const followMailKey = (followId: number, upTo: number) => `follow:${followId}:${upTo}`;

/** Where a walk over a thread's followers is: they are read by what they were told of, then by id. */
export interface FollowPlace {
  toldUpTo: number;
  id: number;
}

/** A follower to be told, and when the last mail went out. */
export interface Follower {
  follow: FollowRow;
  lastMailAt: Date | null;
}

/** Followers of a thread that were not told of its comments up to one (index forum_follows_told). */
export async function followersToTell(
  deps: Deps,
  threadId: number,
  { upTo, after, limit }: { upTo: number; after: FollowPlace; limit: number },
): Promise<Follower[]> {
  return deps.db
    .select({ follow: forumFollows, lastMailAt: mailClaims.claimedAt })
    .from(forumFollows)
    .leftJoin(mailClaims, eq(mailClaims.key, sql`'follow:' || ${forumFollows.id} || ':' || ${forumFollows.toldUpTo}`))
    .where(
      sql`${forumFollows.threadId} = ${threadId} AND ${isFollowing} AND ${forumFollows.toldUpTo} < ${upTo}
        AND (${forumFollows.toldUpTo}, ${forumFollows.id}) > (${after.toldUpTo}, ${after.id})`,
    )
    .orderBy(asc(forumFollows.toldUpTo), asc(forumFollows.id))
    .limit(limit);
}

/** A thread's comments after one that are there now, newest first (index forum_comments_shown). */
export async function newestCommentsAfter(deps: Deps, threadId: number, after: number, limit: number) {
  return deps.db
    .select()
    .from(forumComments)
    .where(and(eq(forumComments.threadId, threadId), eq(forumComments.isDeleted, false), gt(forumComments.id, after)))
    .orderBy(desc(forumComments.id))
    .limit(limit);
}

const isLiveThread: SQL = sql`EXISTS (SELECT 1 FROM ${forumThreads} AS thread
  WHERE thread.id = forum_follows.thread_id AND thread.is_deleted = 0)`;

/**
 * Notes what a follower is told of now, if they still follow, the thread is there, and nobody noted anything meanwhile.
 * @returns whether it was noted, and may be sent
 */
export async function claimTelling(deps: Deps, { id, toldUpTo }: FollowRow, upTo: number): Promise<boolean> {
  const rows = await deps.db
    .update(forumFollows)
    .set({ toldUpTo: upTo })
    .where(and(eq(forumFollows.id, id), eq(forumFollows.toldUpTo, toldUpTo), isFollowing, isLiveThread))
    .returning({ id: forumFollows.id });
  return rows.length > 0;
}

/** Takes {@link claimTelling} back: the mail was surely not sent. */
export async function unclaimTelling(deps: Deps, { id, toldUpTo }: FollowRow, upTo: number): Promise<void> {
  await deps.db
    .update(forumFollows)
    .set({ toldUpTo })
    .where(and(eq(forumFollows.id, id), eq(forumFollows.toldUpTo, upTo)));
}
