import { and, asc, desc, eq, gt, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Deps } from "../../platform/deps.ts";
import { isStored, outboxForEach } from "../../platform/outbox.ts";
import { mailClaims } from "../../platform/tables.ts";
import { forumComments, type FollowRow, forumFollows, forumThreads } from "./forum.table.ts";

// Literal, because partial indexes (here forum_follows_told) do not serve bound parameters.
const isFollowing = sql`confirmed_at IS NOT NULL AND stopped_at IS NULL`;

/** Followed threads with new comments among the `limit` after an id, and the last comment's id. */
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

/** The statement that stores one outbox entry per thread. */
export function outboxForThreads(deps: Deps, threadIds: readonly number[]) {
  const from = sql`FROM json_each(${JSON.stringify(threadIds)})`;
  return outboxForEach(deps, "forum.follow_news", { threadId: sql`value` }, from);
}

/** The statement that stores a delayed outbox entry for a thread unless one exists. */
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

/** The key of a follower's mail about comments up to an id, also in mail_claims. */
export const followMailKey = (followId: number, upTo: number) => `follow:${followId}:${upTo}`;

/** Position in a thread's followers, who are read by `told_up_to`, then by id. */
export interface FollowPlace {
  toldUpTo: number;
  id: number;
}

/** A follower to notify, with the times of the last mail and of the claim of one in progress. */
export interface Follower {
  follow: FollowRow;
  lastMailAt: Date | null;
  tellingAt: Date | null;
}

/** Followers of a thread who were not notified of comments up to an id (index forum_follows_told). */
export async function followersToNotify(
  deps: Deps,
  threadId: number,
  { upTo, after, limit }: { upTo: number; after: FollowPlace; limit: number },
): Promise<Follower[]> {
  // Must match followMailKey().
  const keyStart = sql`'follow:' || ${forumFollows.id} || ':'`;
  const telling = alias(mailClaims, "telling");
  return deps.db
    .select({ follow: forumFollows, lastMailAt: mailClaims.claimedAt, tellingAt: telling.claimedAt })
    .from(forumFollows)
    .leftJoin(mailClaims, eq(mailClaims.key, sql`${keyStart} || ${forumFollows.toldUpTo}`))
    .leftJoin(telling, eq(telling.key, sql`${keyStart} || ${forumFollows.tellingUpTo}`))
    .where(
      sql`${forumFollows.threadId} = ${threadId} AND ${isFollowing} AND ${forumFollows.toldUpTo} < ${upTo}
        AND (${forumFollows.toldUpTo}, ${forumFollows.id}) > (${after.toldUpTo}, ${after.id})`,
    )
    .orderBy(asc(forumFollows.toldUpTo), asc(forumFollows.id))
    .limit(limit);
}

/** A thread's comments between two ids that are not deleted, newest first (index forum_comments_shown). */
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
 * Records the range of a follower's mail before it is sent, if they still follow, the thread exists and no other mail
 * is in progress. Retries keep the same range.
 * @returns whether it was recorded, and the mail may be sent
 */
export async function beginNotification(deps: Deps, { id, toldUpTo }: FollowRow, upTo: number): Promise<boolean> {
  const rows = await deps.db
    .update(forumFollows)
    .set({ tellingUpTo: upTo })
    .where(
      and(
        eq(forumFollows.id, id),
        eq(forumFollows.toldUpTo, toldUpTo),
        or(isNull(forumFollows.tellingUpTo), eq(forumFollows.tellingUpTo, upTo)),
        isFollowing,
        isLiveThread,
      ),
    )
    .returning({ id: forumFollows.id });
  return rows.length > 0;
}

/** The statement that records up to which comment a follower was notified. */
export function finishNotification(deps: Deps, { id, toldUpTo }: FollowRow, upTo: number) {
  return deps.db
    .update(forumFollows)
    .set({ toldUpTo: upTo, tellingUpTo: null })
    .where(and(eq(forumFollows.id, id), eq(forumFollows.toldUpTo, toldUpTo)));
}
