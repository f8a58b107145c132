import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads, type ForumUserRow, forumUsers } from "./forum.table.ts";

export async function authorById(deps: Deps, id: number): Promise<ForumUserRow | null> {
  const [row] = await deps.db.select().from(forumUsers).where(eq(forumUsers.id, id)).limit(1);
  return row ?? null;
}

/** An author's latest threads, deleted ones too (index forum_threads_of_author). */
export async function latestThreadsOf(deps: Deps, authorId: number, limit: number) {
  return deps.db
    .select()
    .from(forumThreads)
    .where(eq(forumThreads.authorId, authorId))
    .orderBy(desc(forumThreads.id))
    .limit(limit);
}

/** An author's latest comments, deleted ones too, with their threads' addresses (index forum_comments_of_author). */
export async function latestCommentsOf(deps: Deps, authorId: number, limit: number) {
  return deps.db
    .select({ comment: forumComments, threadSlug: forumThreads.seoSlug })
    .from(forumComments)
    .innerJoin(forumThreads, eq(forumThreads.id, forumComments.threadId))
    .where(eq(forumComments.authorId, authorId))
    .orderBy(desc(forumComments.id))
    .limit(limit);
}

const deletedAmong = (isDeleted: unknown) => sql<number>`coalesce(sum(${isDeleted}), 0)`.mapWith(Number);

/** How much an author wrote, and how much of it is deleted; reads a row a post (indexes …_of_author). */
export async function postTotalsOf(deps: Deps, authorId: number) {
  const [[threads], [comments]] = await deps.db.batch([
    deps.db
      .select({ all: sql<number>`count(*)`, deleted: deletedAmong(forumThreads.isDeleted) })
      .from(forumThreads)
      .where(eq(forumThreads.authorId, authorId)),
    deps.db
      .select({ all: sql<number>`count(*)`, deleted: deletedAmong(forumComments.isDeleted) })
      .from(forumComments)
      .where(eq(forumComments.authorId, authorId)),
  ]);
  const none = { all: 0, deleted: 0 };
  return { threads: threads ?? none, comments: comments ?? none };
}

/** Ids of an author's threads that are there, oldest first, after an id. */
export async function threadIdsOf(deps: Deps, authorId: number, after: number, limit: number): Promise<number[]> {
  const rows = await deps.db
    .select({ id: forumThreads.id })
    .from(forumThreads)
    .where(and(eq(forumThreads.authorId, authorId), gt(forumThreads.id, after), sql`is_deleted = 0`))
    .orderBy(forumThreads.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** {@link threadIdsOf} for comments. */
export async function commentIdsOf(deps: Deps, authorId: number, after: number, limit: number): Promise<number[]> {
  const rows = await deps.db
    .select({ id: forumComments.id })
    .from(forumComments)
    .where(and(eq(forumComments.authorId, authorId), gt(forumComments.id, after), sql`is_deleted = 0`))
    .orderBy(forumComments.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}
