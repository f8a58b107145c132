import { and, desc, eq, gt, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { forumComments, forumThreads, type ForumUserRow, forumUsers } from "./forum.table.ts";

export async function authorById(deps: Deps, id: number): Promise<ForumUserRow | null> {
  const [row] = await deps.db.select().from(forumUsers).where(eq(forumUsers.id, id)).limit(1);
  return row ?? null;
}

/** Returns an author's latest threads, including deleted ones (uses index forum_threads_of_author). */
export async function latestThreadsOf(deps: Deps, authorId: number, limit: number) {
  return deps.db
    .select()
    .from(forumThreads)
    .where(eq(forumThreads.authorId, authorId))
    .orderBy(desc(forumThreads.id))
    .limit(limit);
}

/**
 * Returns an author's latest comments, including deleted comments, with the slugs of the threads (uses index
 * forum_comments_of_author).
 */
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

/** Counts an author's posts, and the deleted ones among them. Reads one row per post (uses indexes …_of_author). */
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

/** Returns the ids of an author's threads or comments that are not deleted, in ascending order, after a given id. */
export async function postIdsOf(
  deps: Deps,
  table: typeof forumThreads | typeof forumComments,
  { authorId, after, limit }: { authorId: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await deps.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.authorId, authorId), gt(table.id, after), sql`is_deleted = 0`))
    .orderBy(table.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Returns when the author's `limit`-th newest post was written. Counts deleted posts too, so that deleting posts does
 * not let an author write more.
 */
export async function nthNewestPostOf(
  deps: Deps,
  table: typeof forumThreads | typeof forumComments,
  { authorId, limit }: { authorId: number; limit: number },
): Promise<Date | null> {
  const [row] = await deps.db
    .select({ createdAt: table.createdAt })
    .from(table)
    .where(eq(table.authorId, authorId))
    .orderBy(sql`id DESC`)
    .limit(1)
    .offset(limit - 1);
  return row?.createdAt ?? null;
}

/** Returns the identity with a given secret, or null (uses index forum_users_secret). */
export async function userBySecret(deps: Deps, secretHash: string): Promise<ForumUserRow | null> {
  const [user] = await deps.db.select().from(forumUsers).where(eq(forumUsers.secretHash, secretHash)).limit(1);
  return user ?? null;
}

/** Stores a new identity. Returns null when the name is taken (uses index forum_users_username). */
export async function insertUser(deps: Deps, username: string, secretHash: string): Promise<ForumUserRow | null> {
  const [user] = await deps.db
    .insert(forumUsers)
    .values({ username, secretHash, createdAt: deps.now(), seenAt: deps.now() })
    .onConflictDoNothing({ target: forumUsers.username })
    .returning();
  return user ?? null;
}

export async function touchUser(deps: Deps, id: number): Promise<void> {
  await deps.db.update(forumUsers).set({ seenAt: deps.now() }).where(eq(forumUsers.id, id));
}

/**
 * Deletes identities that were last used before `time` and never wrote or voted (uses index forum_users_readers, which
 * only works with literal conditions).
 */
export const deleteUnusedIdentities = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "forum_users", sql`has_acted = 0 AND is_automated = 0 AND seen_at < ${time.getTime()}`);
