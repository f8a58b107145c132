import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads } from "./forum.table.ts";

/** Who deletes: an author their own post and no other, or a moderator any. */
export type Deleter = { by: "author"; authorId: number } | { by: "admin" };

const ids = (of: readonly number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(of)}))`;

const deletedBy = (deps: Deps, by: Deleter["by"]) => ({ isDeleted: true, deletedBy: by, deletedAt: deps.now() });
const restored = { isDeleted: false, deletedBy: null, deletedAt: null };
// What its author took back stays away: a moderator brings back what moderators deleted.
const isRestorable = sql`is_deleted = 1 AND deleted_by = 'admin'`;

/** The statement that deletes a thread unless it is deleted already; its comments stay as they are. */
export function deleteThread(deps: Deps, id: number, deleter: Deleter) {
  const isOwn = deleter.by === "author" ? eq(forumThreads.authorId, deleter.authorId) : undefined;
  return deps.db
    .update(forumThreads)
    .set(deletedBy(deps, deleter.by))
    .where(and(eq(forumThreads.id, id), sql`is_deleted = 0`, isOwn))
    .returning();
}

/** The statement that brings back a thread that a moderator deleted. */
export function restoreThread(deps: Deps, id: number) {
  return deps.db
    .update(forumThreads)
    .set(restored)
    .where(and(eq(forumThreads.id, id), isRestorable))
    .returning();
}

/**
 * The statement that deletes a comment unless it is deleted already. {@link placeRepliesOf} belongs at the end of the
 * same batch: `[deleteComment(…), auditIfChanged(…), placeRepliesOf(…)]`.
 */
export function deleteComment(deps: Deps, id: number, deleter: Deleter) {
  const isOwn = deleter.by === "author" ? eq(forumComments.authorId, deleter.authorId) : undefined;
  return deps.db
    .update(forumComments)
    .set(deletedBy(deps, deleter.by))
    .where(and(eq(forumComments.id, id), sql`is_deleted = 0`, isOwn))
    .returning();
}

/** The statement that brings back a comment that a moderator deleted; {@link placeRepliesOf} follows in its batch. */
export function restoreComment(deps: Deps, id: number) {
  return deps.db
    .update(forumComments)
    .set(restored)
    .where(and(eq(forumComments.id, id), isRestorable))
    .returning();
}

/**
 * The statement that puts everything below a comment where it is seen: under the nearest comment above that is not
 * deleted. It follows from what is deleted now and not from what was shown before, so it may run twice, in any order,
 * and after changes that changed nothing. Reads the thread's comments (index forum_comments_all) and the at most six
 * above each below.
 */
export function placeRepliesOf(deps: Deps, id: number) {
  return place(
    deps,
    sql`${forumComments.threadId} = (SELECT thread_id FROM forum_comments WHERE id = ${id})
      AND ${forumComments.id} > ${id} AND instr(${forumComments.path}, ${`/${id}/`}) > 0`,
  );
}

/** {@link placeRepliesOf} for many comments of any threads at once. */
export function placeRepliesOfAll(deps: Deps, of: readonly number[]) {
  return place(
    deps,
    sql`${forumComments.threadId} IN (SELECT thread_id FROM forum_comments WHERE id IN ${ids(of)})
      AND EXISTS (SELECT 1 FROM json_each(${idsAbove}) AS above WHERE above.value IN ${ids(of)})`,
  );
}

/** The path as a JSON array of ids. */
const idsAbove = sql`'[' || replace(trim(forum_comments.path, '/'), '/', ',') || ']'`;

/** Something of the comments above that are not deleted. */
const ofThoseAbove = (what: string) =>
  sql`(SELECT ${sql.raw(what)} FROM json_each(${idsAbove}) AS above
    JOIN forum_comments AS upper ON upper.id = above.value WHERE upper.is_deleted = 0)`;

function place(deps: Deps, below: SQL) {
  return deps.db
    .update(forumComments)
    .set({
      // Comments above are older, so the nearest has the highest id.
      shownParentId: ofThoseAbove("max(upper.id)"),
      shownDepth: ofThoseAbove("count(*)"),
    })
    .where(below);
}

/** The statement that deletes these threads, as a moderator, where they are not deleted already. */
export function deleteThreads(deps: Deps, of: readonly number[]) {
  return deps.db
    .update(forumThreads)
    .set(deletedBy(deps, "admin"))
    .where(and(sql`${forumThreads.id} IN ${ids(of)}`, sql`is_deleted = 0`))
    .returning({ id: forumThreads.id });
}

/** {@link deleteThreads} for comments; {@link placeRepliesOfAll} follows in its batch. */
export function deleteComments(deps: Deps, of: readonly number[]) {
  return deps.db
    .update(forumComments)
    .set(deletedBy(deps, "admin"))
    .where(and(sql`${forumComments.id} IN ${ids(of)}`, sql`is_deleted = 0`))
    .returning({ id: forumComments.id, threadId: forumComments.threadId });
}
