import { and, eq, sql } from "drizzle-orm";
import type { Vote } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads, forumVotes } from "./forum.table.ts";

export interface VoteTarget {
  type: "thread" | "comment";
  id: number;
}

/** Posts can be voted on while they and their threads are public. */
const POSTS = {
  thread: { table: forumThreads, threadId: forumThreads.id, isThere: sql`is_deleted = 0` },
  comment: {
    table: forumComments,
    threadId: forumComments.threadId,
    isThere: sql`is_deleted = 0 AND EXISTS (
      SELECT 1 FROM ${forumThreads} AS thread WHERE thread.id = forum_comments.thread_id AND thread.is_deleted = 0)`,
  },
} as const;

/** An identity's vote for a post, 0 without one (primary keys); null when the post is not public. */
export async function voteFor(deps: Deps, userId: number, { type, id }: VoteTarget): Promise<Vote | null> {
  const { table, threadId, isThere } = POSTS[type];
  const { userId: user, threadId: thread, targetType, targetId, value } = forumVotes;
  const [found] = await deps.db
    .select({ value })
    .from(table)
    .leftJoin(forumVotes, and(eq(user, userId), eq(thread, threadId), eq(targetType, type), eq(targetId, id)))
    .where(and(eq(table.id, id), isThere))
    .limit(1);
  return found ? (found.value ?? 0) : null;
}

/**
 * Sets or removes an identity's vote and reads the resulting totals in one transaction.
 * @returns null when the post is not public
 */
export async function setVote(deps: Deps, userId: number, { type, id }: VoteTarget, value: Vote) {
  const { table, threadId, isThere } = POSTS[type];
  const isTarget = and(eq(table.id, id), isThere);
  const post = sql`SELECT ${threadId} AS thread_id FROM ${table} WHERE ${isTarget}`;
  const { userId: user, threadId: thread, targetType, targetId } = forumVotes;
  const change =
    value === 0
      ? deps.db
          .delete(forumVotes)
          .where(and(eq(user, userId), sql`${thread} = (${post})`, eq(targetType, type), eq(targetId, id)))
      : deps.db
          .insert(forumVotes)
          // Values follow the order of the table's columns. The condition keeps ON CONFLICT from being parsed as part
          // of a join.
          .select(sql`SELECT ${userId}, ${type}, ${id}, thread_id, ${value} FROM (${post}) WHERE true`)
          .onConflictDoUpdate({
            target: [user, thread, targetType, targetId],
            set: { value: sql`excluded.value` },
          });
  const [, [counts]] = await deps.db.batch([
    change,
    deps.db
      .select({ upvotes: table.upvotes, downvotes: table.downvotes, threadId })
      .from(table)
      .where(isTarget)
      .limit(1),
  ]);
  return counts ?? null;
}

/** Maximum votes read of one thread: one for it and one per comment. */
const VOTES_READ = 5_001;

/** An identity's votes in a thread (primary key). */
export function votesIn(deps: Deps, userId: number, threadId: number) {
  return deps.db
    .select({ targetType: forumVotes.targetType, targetId: forumVotes.targetId, value: forumVotes.value })
    .from(forumVotes)
    .where(and(eq(forumVotes.userId, userId), eq(forumVotes.threadId, threadId)))
    .limit(VOTES_READ);
}

/** An identity's votes for threads themselves (primary key). @param threadIds at most 100 */
export function votesForThreads(deps: Deps, userId: number, threadIds: readonly number[]) {
  return deps.db
    .select({ threadId: forumVotes.threadId, value: forumVotes.value })
    .from(forumVotes)
    .where(
      and(
        eq(forumVotes.userId, userId),
        sql`${forumVotes.threadId} IN (SELECT value FROM json_each(${JSON.stringify(threadIds)}))`,
        eq(forumVotes.targetType, "thread"),
      ),
    )
    .limit(threadIds.length);
}
