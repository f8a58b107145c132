import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { counters } from "../../platform/tables.ts";
import { hasRow, valueIf, requireRow } from "../../platform/run-all-or-none.ts";
import { type CommentRow, forumComments, forumThreads, type ThreadRow } from "./forum.table.ts";

type Moderated = Partial<Pick<ThreadRow, "title" | "seoSlug" | "isSticky" | "isLocked">>;
/** Columns that are written with a change, but do not count as a change on their own. */
type AlongWith = Partial<Pick<ThreadRow, "renamedAt" | "textKey">>;

/** Returns the statement that changes a thread unless it is deleted or already has these values. */
export function moderateThread(deps: Deps, id: number, values: Moderated, alongWith: AlongWith = {}) {
  const differs = (Object.keys(values) as (keyof Moderated)[])
    .map((name): SQL => sql`${forumThreads[name]} IS NOT ${sql.param(values[name], forumThreads[name])}`)
    .reduce((some, one) => sql`${some} OR ${one}`);
  return deps.db
    .update(forumThreads)
    .set({ ...values, ...alongWith })
    .where(requireRow(forumThreads, id, sql`is_deleted = 0`, sql`(${differs})`))
    .returning();
}

/** Returns totals by key. Triggers maintain the totals, in one row for each key. */
export async function forumCounters(deps: Deps, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await deps.db
    .select()
    .from(counters)
    .where(inArray(counters.key, [...keys]));
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Returns the threads with the given ids (by primary key), for at most a page of reports. */
export async function threadsById(deps: Deps, ids: readonly number[]): Promise<ThreadRow[]> {
  return ids.length === 0
    ? []
    : deps.db
        .select()
        .from(forumThreads)
        .where(inArray(forumThreads.id, [...ids]));
}

/** Returns the comments with the given ids and their threads (by primary key), for at most a page of reports. */
export async function commentsById(
  deps: Deps,
  ids: readonly number[],
): Promise<{ comment: CommentRow; thread: ThreadRow }[]> {
  return ids.length === 0
    ? []
    : deps.db
        .select({ comment: forumComments, thread: forumThreads })
        .from(forumComments)
        .innerJoin(forumThreads, eq(forumThreads.id, forumComments.threadId))
        .where(inArray(forumComments.id, [...ids]));
}

/** The person who deletes a post. Authors may delete their own posts; moderators may delete any post. */
type Deleter = { by: "author"; authorId: number } | { by: "admin" };

const ids = (of: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(of)}))`;

const deletedBy = (deps: Deps, by: Deleter["by"]) => ({ isDeleted: true, deletedBy: by, deletedAt: deps.now() });
const restored = { isDeleted: false, deletedBy: null, deletedAt: null };
// Moderators can only restore posts that moderators deleted.
const isRestorable = sql`is_deleted = 1 AND deleted_by = 'admin'`;

/** Returns the statement that deletes a thread unless it is already deleted. Its comments are not changed. */
export function deleteThread(deps: Deps, id: number, deleter: Deleter) {
  const isOwn = deleter.by === "author" ? eq(forumThreads.authorId, deleter.authorId) : undefined;
  return deps.db
    .update(forumThreads)
    .set(deletedBy(deps, deleter.by))
    .where(requireRow(forumThreads, id, sql`is_deleted = 0`, isOwn))
    .returning();
}

/** Returns the statement that restores a thread deleted by a moderator. */
export function restoreThread(deps: Deps, id: number) {
  return deps.db
    .update(forumThreads)
    .set(restored)
    .where(requireRow(forumThreads, id, isRestorable))
    .returning();
}

/**
 * Returns the statement that deletes a comment unless it is already deleted. Must be followed by {@link
 * reattachReplies} in the same batch.
 */
export function deleteComment(deps: Deps, id: number, deleter: Deleter) {
  const isOwn = deleter.by === "author" ? eq(forumComments.authorId, deleter.authorId) : undefined;
  return deps.db
    .update(forumComments)
    .set(deletedBy(deps, deleter.by))
    .where(requireRow(forumComments, id, sql`is_deleted = 0`, isOwn))
    .returning();
}

/**
 * Returns the statement that restores a comment deleted by a moderator. Must be followed by {@link reattachReplies} in
 * the same batch.
 */
export function restoreComment(deps: Deps, id: number) {
  return deps.db
    .update(forumComments)
    .set(restored)
    .where(requireRow(forumComments, id, isRestorable))
    .returning();
}

/**
 * Returns the statement that moves all replies below a comment under their nearest ancestor that is not deleted. The
 * result depends only on which comments are currently deleted, so the statement may run repeatedly and in any order.
 * Reads the thread's comments (uses index forum_comments_all) and at most six ancestors of each reply.
 */
export function reattachReplies(deps: Deps, id: number) {
  return place(
    deps,
    sql`${forumComments.threadId} = (SELECT thread_id FROM forum_comments WHERE id = ${id})
      AND ${forumComments.id} > ${id} AND instr(${forumComments.path}, ${`/${id}/`}) > 0`,
  );
}

/** Does the same as {@link reattachReplies} for many comments, which may be in different threads. */
export function reattachRepliesOfAll(deps: Deps, of: readonly number[]) {
  return place(
    deps,
    sql`${forumComments.threadId} IN (SELECT thread_id FROM forum_comments WHERE id IN ${ids(of)})
      AND EXISTS (SELECT 1 FROM json_each(${idsAbove}) AS above WHERE above.value IN ${ids(of)})`,
  );
}

/** The path as a JSON array of the ancestors' ids. */
const idsAbove = sql`'[' || replace(trim(forum_comments.path, '/'), '/', ',') || ']'`;

/** Returns SQL for an aggregate of a comment's ancestors that are not deleted. */
const aggregateOfAncestors = (what: string) =>
  sql`(SELECT ${sql.raw(what)} FROM json_each(${idsAbove}) AS above
    JOIN forum_comments AS upper ON upper.id = above.value WHERE upper.is_deleted = 0)`;

function place(deps: Deps, below: SQL) {
  return deps.db
    .update(forumComments)
    .set({
      // Ancestors are older than their replies, so the nearest one has the highest id.
      shownParentId: aggregateOfAncestors("max(upper.id)"),
      shownDepth: aggregateOfAncestors("count(*)"),
    })
    .where(below);
}

/** Returns the ids of all given posts if at least one is not deleted, otherwise none. */
const undeletedAmong = (posts: typeof forumThreads | typeof forumComments, of: readonly number[]) =>
  sql`(SELECT value FROM json_each(${valueIf(hasRow(posts, sql`id IN ${ids(of)} AND is_deleted = 0`), JSON.stringify(of))}))`;

/** Returns the statement that deletes threads as a moderator, except those already deleted. */
export function deleteThreads(deps: Deps, of: readonly number[]) {
  return deps.db
    .update(forumThreads)
    .set(deletedBy(deps, "admin"))
    .where(and(sql`${forumThreads.id} IN ${undeletedAmong(forumThreads, of)}`, sql`is_deleted = 0`))
    .returning({ id: forumThreads.id });
}

/**
 * Does the same as {@link deleteThreads} for comments. Must be followed by {@link reattachRepliesOfAll} in the same
 * batch.
 */
export function deleteComments(deps: Deps, of: readonly number[]) {
  return deps.db
    .update(forumComments)
    .set(deletedBy(deps, "admin"))
    .where(and(sql`${forumComments.id} IN ${undeletedAmong(forumComments, of)}`, sql`is_deleted = 0`))
    .returning({ id: forumComments.id, threadId: forumComments.threadId });
}
