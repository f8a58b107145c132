import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { counters } from "../../platform/tables.ts";
import { hasRow, onlyIf, theRow } from "../../platform/together.ts";
import { type CommentRow, forumComments, forumThreads, type ThreadRow } from "./forum.table.ts";

type Moderated = Partial<Pick<ThreadRow, "title" | "seoSlug" | "isSticky" | "isLocked">>;
/** Columns that follow a change and are not a change by themselves. */
type AlongWith = Partial<Pick<ThreadRow, "renamedAt" | "textKey">>;

/** The statement that changes a thread unless it is deleted or has these values already. */
export function moderateThread(deps: Deps, id: number, values: Moderated, alongWith: AlongWith = {}) {
  const differs = (Object.keys(values) as (keyof Moderated)[])
    .map((name): SQL => sql`${forumThreads[name]} IS NOT ${sql.param(values[name], forumThreads[name])}`)
    .reduce((some, one) => sql`${some} OR ${one}`);
  return deps.db
    .update(forumThreads)
    .set({ ...values, ...alongWith })
    .where(theRow(forumThreads, id, sql`is_deleted = 0`, sql`(${differs})`))
    .returning();
}

/** Totals kept by triggers, by key; one row each. */
export async function forumCounters(deps: Deps, keys: readonly string[]): Promise<Map<string, number>> {
  const rows = await deps.db
    .select()
    .from(counters)
    .where(inArray(counters.key, [...keys]));
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Threads by primary key, for at most a page of reports. */
export async function threadsById(deps: Deps, ids: readonly number[]): Promise<ThreadRow[]> {
  return ids.length === 0
    ? []
    : deps.db
        .select()
        .from(forumThreads)
        .where(inArray(forumThreads.id, [...ids]));
}

/** Comments and their threads by primary key, for at most a page of reports. */
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

/** An author may delete their own posts, a moderator any. */
type Deleter = { by: "author"; authorId: number } | { by: "admin" };

const ids = (of: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(of)}))`;

const deletedBy = (deps: Deps, by: Deleter["by"]) => ({ isDeleted: true, deletedBy: by, deletedAt: deps.now() });
const restored = { isDeleted: false, deletedBy: null, deletedAt: null };
// Moderators restore only what moderators deleted.
const isRestorable = sql`is_deleted = 1 AND deleted_by = 'admin'`;

/** The statement that deletes a thread unless it is deleted already; its comments are not changed. */
export function deleteThread(deps: Deps, id: number, deleter: Deleter) {
  const isOwn = deleter.by === "author" ? eq(forumThreads.authorId, deleter.authorId) : undefined;
  return deps.db
    .update(forumThreads)
    .set(deletedBy(deps, deleter.by))
    .where(theRow(forumThreads, id, sql`is_deleted = 0`, isOwn))
    .returning();
}

/** The statement that restores a thread deleted by a moderator. */
export function restoreThread(deps: Deps, id: number) {
  return deps.db
    .update(forumThreads)
    .set(restored)
    .where(theRow(forumThreads, id, isRestorable))
    .returning();
}

/**
 * The statement that deletes a comment unless it is deleted already; {@link reattachReplies} must follow in its batch.
 */
export function deleteComment(deps: Deps, id: number, deleter: Deleter) {
  const isOwn = deleter.by === "author" ? eq(forumComments.authorId, deleter.authorId) : undefined;
  return deps.db
    .update(forumComments)
    .set(deletedBy(deps, deleter.by))
    .where(theRow(forumComments, id, sql`is_deleted = 0`, isOwn))
    .returning();
}

/** The statement that restores a comment deleted by a moderator; {@link reattachReplies} must follow in its batch. */
export function restoreComment(deps: Deps, id: number) {
  return deps.db
    .update(forumComments)
    .set(restored)
    .where(theRow(forumComments, id, isRestorable))
    .returning();
}

/**
 * The statement that moves all comments below a comment under their nearest ancestor that is not deleted. It is
 * computed from the current deletions alone, so it may run repeatedly and in any order. Reads the thread's comments
 * (index forum_comments_all) and at most six ancestors of each comment below.
 */
export function reattachReplies(deps: Deps, id: number) {
  return place(
    deps,
    sql`${forumComments.threadId} = (SELECT thread_id FROM forum_comments WHERE id = ${id})
      AND ${forumComments.id} > ${id} AND instr(${forumComments.path}, ${`/${id}/`}) > 0`,
  );
}

/** {@link reattachReplies} for many comments of any threads. */
export function reattachRepliesOfAll(deps: Deps, of: readonly number[]) {
  return place(
    deps,
    sql`${forumComments.threadId} IN (SELECT thread_id FROM forum_comments WHERE id IN ${ids(of)})
      AND EXISTS (SELECT 1 FROM json_each(${idsAbove}) AS above WHERE above.value IN ${ids(of)})`,
  );
}

/** The path as a JSON array of ancestor ids. */
const idsAbove = sql`'[' || replace(trim(forum_comments.path, '/'), '/', ',') || ']'`;

/** An aggregate of the ancestors that are not deleted. */
const ofThoseAbove = (what: string) =>
  sql`(SELECT ${sql.raw(what)} FROM json_each(${idsAbove}) AS above
    JOIN forum_comments AS upper ON upper.id = above.value WHERE upper.is_deleted = 0)`;

function place(deps: Deps, below: SQL) {
  return deps.db
    .update(forumComments)
    .set({
      // Ancestors are older, so the nearest one has the highest id.
      shownParentId: ofThoseAbove("max(upper.id)"),
      shownDepth: ofThoseAbove("count(*)"),
    })
    .where(below);
}

/** Ids of posts of which at least one is not deleted. */
const undeletedAmong = (posts: typeof forumThreads | typeof forumComments, of: readonly number[]) =>
  sql`(SELECT value FROM json_each(${onlyIf(hasRow(posts, sql`id IN ${ids(of)} AND is_deleted = 0`), JSON.stringify(of))}))`;

/** The statement that deletes some threads as a moderator, skipping deleted ones. */
export function deleteThreads(deps: Deps, of: readonly number[]) {
  return deps.db
    .update(forumThreads)
    .set(deletedBy(deps, "admin"))
    .where(and(sql`${forumThreads.id} IN ${undeletedAmong(forumThreads, of)}`, sql`is_deleted = 0`))
    .returning({ id: forumThreads.id });
}

/** {@link deleteThreads} for comments; {@link reattachRepliesOfAll} must follow in its batch. */
export function deleteComments(deps: Deps, of: readonly number[]) {
  return deps.db
    .update(forumComments)
    .set(deletedBy(deps, "admin"))
    .where(and(sql`${forumComments.id} IN ${undeletedAmong(forumComments, of)}`, sql`is_deleted = 0`))
    .returning({ id: forumComments.id, threadId: forumComments.threadId });
}
