import { and, eq, sql } from "drizzle-orm";
import type { Vote } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads, forumVotes } from "./forum.table.ts";

/** A post that is voted for. */
export interface VoteTarget {
  type: "thread" | "comment";
  id: number;
}

/** What is voted for must be there for everybody, and its thread, too. */
const POSTS = {
  thread: { table: forumThreads, threadId: forumThreads.id, isThere: sql`is_deleted = 0` },
  comment: {
    table: forumComments,
    threadId: forumComments.threadId,
    isThere: sql`is_deleted = 0 AND EXISTS (
      SELECT 1 FROM ${forumThreads} AS thread WHERE thread.id = forum_comments.thread_id AND thread.is_deleted = 0)`,
  },
} as const;

/** Somebody's vote for a post, 0 where there is none (primary keys); null when there is nothing to vote for. */
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
 * Sets somebody's vote, or takes it back, and reads the counts behind it, in one transaction.
 * @returns null when there is nothing to vote for
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
          // In the order of the table's columns. The condition keeps ON CONFLICT from being read as part of a join.
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

/** Votes that are read of one thread at most: its comments' bound. */
const VOTES_READ = 5_001;

/** Somebody's votes in a thread (primary key). */
export function votesIn(deps: Deps, userId: number, threadId: number) {
  return deps.db
    .select({ targetType: forumVotes.targetType, targetId: forumVotes.targetId, value: forumVotes.value })
    .from(forumVotes)
    .where(and(eq(forumVotes.userId, userId), eq(forumVotes.threadId, threadId)))
    .limit(VOTES_READ);
}
