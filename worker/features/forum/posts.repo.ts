import { and, between, eq, ne, type SQL, sql, asc, gt } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { ThreadSort, Vote } from "../../contracts/forum.ts";
import { isInWindow, timesByWindow, preparedQuery } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import type { Audience } from "./forum.mappers.ts";
import { forumComments, forumThreads, type ThreadRow, type CommentRow, forumVotes } from "./forum.table.ts";

/** Sort orders, which must match the indexes forum_threads_hot, forum_threads_deleted_hot and so on. */
export const ORDERS: Record<ThreadSort, SQL> = {
  hot: sql`is_sticky DESC, hot DESC, id DESC`,
  newest: sql`is_sticky DESC, id DESC`,
  popular: sql`is_sticky DESC, net DESC, comment_count DESC, id DESC`,
};

/** Columns from which a thread's path and last change are derived. */
const addressParts = {
  id: forumThreads.id,
  seoSlug: forumThreads.seoSlug,
  createdAt: forumThreads.createdAt,
  changedAt: forumThreads.changedAt,
};

const isNotDeleted = eq(forumThreads.isDeleted, false);

const inOrder = preparedQuery((db, sort: ThreadSort, audience: Audience) => {
  // The condition is literal, because SQLite does not use a partial index for bound parameters.
  const among = (condition: SQL) => db.select().from(forumThreads).where(condition);
  const shown = among(sql`is_deleted = 0`);
  const [limit, offset] = [sql.placeholder("limit"), sql.placeholder("offset")];
  return audience === "moderator"
    ? unionAll(shown, among(sql`is_deleted = 1`))
        .orderBy(ORDERS[sort])
        .limit(limit)
        .offset(offset)
        .prepare()
    : shown.orderBy(ORDERS[sort]).limit(limit).offset(offset).prepare();
});

/**
 * Returns threads in index order. For moderators, includes deleted threads by merging two indexes. Reads the skipped
 * and the returned rows; for moderators, up to twice as many.
 */
export async function threadsInOrder(
  deps: Deps,
  sort: ThreadSort,
  { limit, offset }: PageWindow,
  audience: Audience,
): Promise<ThreadRow[]> {
  if (offset > MAX_OFFSET) return [];
  return inOrder(deps, sort, audience).all({ limit, offset });
}

// The conditions are literal, because SQLite does not use a partial index for bound parameters.
const LIVE_PARTS = [sql`is_deleted = 0 AND is_sticky = 1`, sql`is_deleted = 0 AND is_sticky = 0`] as const;
const NEWEST_FIRST = sql`id DESC`;

/** Merges an index's sticky threads with its other threads, newest first. */
const newestOf = <T extends { id: number }>([sticky, others]: [T[], T[]], limit: number): T[] =>
  [...sticky, ...others].sort((a, b) => b.id - a.id).slice(0, limit);

/**
 * Returns threads that are not deleted, newest first, including sticky ones (both parts of index forum_threads_newest).
 * Reads at most twice as many rows as it returns.
 */
export async function newestThreads(deps: Deps, limit: number): Promise<ThreadRow[]> {
  const part = (condition: SQL) =>
    deps.db.select().from(forumThreads).where(condition).orderBy(NEWEST_FIRST).limit(limit);
  return newestOf(await deps.db.batch([part(LIVE_PARTS[0]), part(LIVE_PARTS[1])]), limit);
}

/** Returns the path columns of {@link newestThreads}. */
export async function newestThreadAddresses(deps: Deps, limit: number) {
  const part = (condition: SQL) =>
    deps.db.select(addressParts).from(forumThreads).where(condition).orderBy(NEWEST_FIRST).limit(limit);
  return newestOf(await deps.db.batch([part(LIVE_PARTS[0]), part(LIVE_PARTS[1])]), limit);
}

/** Returns the path columns of threads in a range of ids that are not deleted, by id (by primary key). */
export async function threadAddressesBetween(deps: Deps, from: number, to: number) {
  return deps.db
    .select(addressParts)
    .from(forumThreads)
    .where(and(between(forumThreads.id, from, to), isNotDeleted))
    .orderBy(forumThreads.id)
    .limit(to - from + 1);
}

/**
 * Returns when the threads in each range of ids last changed (uses index forum_threads_changed). Returns null for
 * ranges without threads. Reads one row per range.
 */
export function newestThreadChanges(deps: Deps): Promise<(Date | null)[]> {
  return timesByWindow(
    deps,
    "forum_threads",
    sql`SELECT changed_at FROM forum_threads WHERE is_deleted = 0 AND ${isInWindow} ORDER BY changed_at DESC LIMIT 1`,
  );
}

const byId = preparedQuery((db) =>
  db
    .select()
    .from(forumThreads)
    .where(eq(forumThreads.id, sql.placeholder("id")))
    .limit(1)
    .prepare(),
);

/** Returns a thread by primary key, including deleted ones, or null. */
export async function threadById(deps: Deps, id: number): Promise<ThreadRow | null> {
  return (await byId(deps).get({ id })) ?? null;
}

/**
 * Returns the threads among `ids` that are not deleted (by primary key), in any order.
 * @param ids any number of ids, bound as one value
 */
export function threadsAmong(deps: Deps, ids: readonly number[]): Promise<ThreadRow[]> {
  return deps.db
    .select()
    .from(forumThreads)
    .where(sql`${forumThreads.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND is_deleted = 0`);
}

/**
 * Returns the SQL condition that another post has the same text (uses indexes forum_threads_text, forum_comments_text).
 * Authors may repost a text that they deleted.
 */
const isDuplicateText = (textKey: string): SQL => sql`(
  EXISTS (SELECT 1 FROM ${forumThreads} WHERE text_key = ${textKey} AND deleted_by IS NOT 'author')
  OR EXISTS (SELECT 1 FROM ${forumComments} WHERE text_key = ${textKey} AND deleted_by IS NOT 'author'))`;

/**
 * Returns whether another post has the same text, as in {@link isDuplicateText}.
 * @param except the post that is being edited
 */
export async function isDuplicate(
  deps: Deps,
  textKey: string,
  except: { threadId?: number; commentId?: number } = {},
): Promise<boolean> {
  const other = sql`text_key = ${textKey} AND deleted_by IS NOT 'author'`;
  const [threads, comments] = await deps.db.batch([
    deps.db
      .select({ id: forumThreads.id })
      .from(forumThreads)
      .where(and(other, ne(forumThreads.id, except.threadId ?? 0)))
      .limit(1),
    deps.db
      .select({ id: forumComments.id })
      .from(forumComments)
      .where(and(other, ne(forumComments.id, except.commentId ?? 0)))
      .limit(1),
  ]);
  return threads.length + comments.length > 0;
}

type NewThread = Pick<
  ThreadRow,
  "title" | "seoSlug" | "authorId" | "authorName" | "content" | "textKey" | "isAutomated" | "ipAddress" | "network"
>;

/**
 * Stores a thread. Stores nothing if the text is a duplicate, or if the author has written `most.count` threads since
 * `most.since`. The statement itself checks this, because requests may be concurrent.
 * @returns null when nothing was stored
 */
export async function insertThread(
  deps: Deps,
  thread: NewThread,
  most: { count: number; since: Date } | null,
): Promise<ThreadRow | null> {
  const isRoom = most
    ? sql`(SELECT count(*) FROM (
        SELECT created_at FROM ${forumThreads} WHERE author_id = ${thread.authorId} ORDER BY id DESC LIMIT ${most.count}
      ) WHERE created_at > ${most.since.getTime()}) < ${most.count}`
    : sql`1`;
  const { title, seoSlug, authorId, authorName, content, isAutomated, ipAddress, network, textKey } = thread;
  const isBot = Number(isAutomated);
  // Values are in the order of the table's columns; NULL lets SQLite assign the id.
  const [row] = await deps.db
    .insert(forumThreads)
    .select(
      sql`SELECT NULL, ${title}, ${seoSlug}, ${authorId}, ${authorName}, ${content}, ${deps.now().getTime()}, NULL, 0, 0,
        ${isBot}, 0, NULL, NULL, ${ipAddress}, ${network}, ${textKey}, 0, 0, 0, NULL, NULL
      WHERE ${isRoom} AND NOT ${isDuplicateText(textKey)}`,
    )
    .returning();
  return row ?? null;
}

/** Changes an author's thread unless it is deleted or locked, or was renamed since it was read. */
export async function editThread(
  deps: Deps,
  { id, authorId, renamedAt }: Pick<ThreadRow, "id" | "authorId" | "renamedAt">,
  values: Pick<ThreadRow, "title" | "seoSlug" | "content" | "textKey">,
): Promise<ThreadRow | null> {
  const [row] = await deps.db
    .update(forumThreads)
    .set({ ...values, editedAt: deps.now() })
    .where(
      and(
        eq(forumThreads.id, id),
        eq(forumThreads.authorId, authorId),
        isNotDeleted,
        eq(forumThreads.isLocked, false),
        sql`${forumThreads.renamedAt} IS ${sql.param(renamedAt, forumThreads.renamedAt)}`,
      ),
    )
    .returning();
  return row ?? null;
}

const after = preparedQuery((db, audience: Audience) =>
  db
    .select()
    .from(forumComments)
    .where(
      and(
        eq(forumComments.threadId, sql.placeholder("threadId")),
        gt(forumComments.id, sql.placeholder("after")),
        audience === "public" ? eq(forumComments.isDeleted, false) : undefined,
      ),
    )
    .orderBy(asc(forumComments.id))
    .limit(sql.placeholder("limit"))
    .offset(sql.placeholder("offset"))
    .prepare(),
);

/**
 * Returns comments of a thread after an id, oldest first (uses index forum_comments_shown). For moderators, includes
 * deleted comments (uses index forum_comments_all). Reads `offset` rows and the returned ones.
 */
export async function commentsAfter(
  deps: Deps,
  threadId: number,
  page: PageWindow & { after: number },
  audience: Audience,
): Promise<CommentRow[]> {
  if (page.offset > MAX_OFFSET) return [];
  return after(deps, audience).all({ threadId, ...page });
}

/** Counts the deleted comments of a thread. Reads one entry of index forum_comments_shown for each comment. */
export async function deletedCommentsOf(deps: Deps, threadId: number): Promise<number> {
  const [row] = await deps.db
    .select({ n: sql<number>`count(*)` })
    .from(forumComments)
    .where(and(eq(forumComments.threadId, threadId), eq(forumComments.isDeleted, true)));
  return row?.n ?? 0;
}

/** Returns a comment by primary key, including deleted ones, or null. */
export async function commentById(deps: Deps, id: number): Promise<CommentRow | null> {
  const [row] = await deps.db.select().from(forumComments).where(eq(forumComments.id, id)).limit(1);
  return row ?? null;
}

/** A comment to store, whose parent is at most six levels deep. */
type NewComment = Pick<
  CommentRow,
  "threadId" | "parentId" | "authorId" | "authorName" | "content" | "textKey" | "isAutomated" | "ipAddress" | "network"
> & {
  /** The answered comment. At the nesting limit, it is a level below the parent. */
  answeredId: number | null;
};

/**
 * Stores a comment. Stores nothing if the thread is locked or deleted, the answered comment is deleted, the text is a
 * duplicate, or the author is over the daily limit. The statement itself checks all of this. The parent's current state
 * determines the comment's position.
 * @returns null when nothing was stored
 */
export async function insertComment(
  deps: Deps,
  comment: NewComment,
  most: { count: number; since: Date } | null,
): Promise<CommentRow | null> {
  const { threadId, parentId, answeredId, authorId, authorName, content, isAutomated, ipAddress, network, textKey } =
    comment;
  const isRoom = most
    ? sql`(SELECT count(*) FROM (
        SELECT created_at FROM ${forumComments} WHERE author_id = ${authorId} ORDER BY id DESC LIMIT ${most.count}
      ) WHERE created_at > ${most.since.getTime()}) < ${most.count}`
    : sql`1`;
  const isAnswerable =
    answeredId === null
      ? sql`1`
      : sql`EXISTS (SELECT 1 FROM ${forumComments} WHERE id = ${answeredId} AND thread_id = ${threadId} AND is_deleted = 0)`;
  const isBot = Number(isAutomated);
  // Values are in the order of the table's columns; NULL lets SQLite assign the id.
  const [row] = await deps.db
    .insert(forumComments)
    .select(
      sql`SELECT NULL, thread.id, parent.id,
        coalesce(parent.depth + 1, 0), coalesce(parent.path || parent.id || '/', '/'),
        iif(parent.is_deleted, parent.shown_parent_id, parent.id),
        iif(parent.is_deleted, parent.shown_depth, coalesce(parent.shown_depth + 1, 0)),
        ${authorId}, ${authorName}, ${content}, ${deps.now().getTime()}, NULL, 0, 0,
        ${isBot}, 0, NULL, NULL, ${ipAddress}, ${network}, ${textKey}
      FROM ${forumThreads} AS thread LEFT JOIN ${forumComments} AS parent ON parent.id = ${parentId}
      WHERE thread.id = ${threadId} AND thread.is_deleted = 0 AND thread.is_locked = 0
        AND ${isAnswerable} AND ${isRoom} AND NOT ${isDuplicateText(textKey)}`,
    )
    .returning();
  return row ?? null;
}

/** Changes an author's comment unless the comment is deleted or its thread is locked or deleted. */
export async function editComment(
  deps: Deps,
  { id, authorId }: { id: number; authorId: number },
  values: Pick<CommentRow, "content" | "textKey">,
): Promise<CommentRow | null> {
  const [row] = await deps.db
    .update(forumComments)
    .set({ ...values, editedAt: deps.now() })
    .where(
      and(
        eq(forumComments.id, id),
        eq(forumComments.authorId, authorId),
        eq(forumComments.isDeleted, false),
        sql`EXISTS (SELECT 1 FROM ${forumThreads} AS thread
          WHERE thread.id = forum_comments.thread_id AND thread.is_deleted = 0 AND thread.is_locked = 0)`,
      ),
    )
    .returning();
  return row ?? null;
}

export interface VoteTarget {
  type: "thread" | "comment";
  id: number;
}

/** Subqueries for the posts that can be voted on: posts that are public, in a thread that is public. */
const POSTS = {
  thread: { table: forumThreads, threadId: forumThreads.id, isThere: sql`is_deleted = 0` },
  comment: {
    table: forumComments,
    threadId: forumComments.threadId,
    isThere: sql`is_deleted = 0 AND EXISTS (
      SELECT 1 FROM ${forumThreads} AS thread WHERE thread.id = forum_comments.thread_id AND thread.is_deleted = 0)`,
  },
} as const;

/**
 * Returns an identity's vote for a post (by primary key), or 0 if there is none. Returns null when the post is not
 * public.
 */
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
          // Values are in the order of the table's columns. Without `WHERE true`, SQLite would parse ON CONFLICT as
          // part of a join.
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

/** Maximum number of votes read per thread: one for the thread and one per comment. */
const VOTES_READ = 5_001;

/** Returns an identity's votes in a thread (by primary key). */
export function votesIn(deps: Deps, userId: number, threadId: number) {
  return deps.db
    .select({ targetType: forumVotes.targetType, targetId: forumVotes.targetId, value: forumVotes.value })
    .from(forumVotes)
    .where(and(eq(forumVotes.userId, userId), eq(forumVotes.threadId, threadId)))
    .limit(VOTES_READ);
}

/**
 * Returns an identity's votes for threads, without votes for their comments (by primary key). @param threadIds at most
 * 100
 */
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
