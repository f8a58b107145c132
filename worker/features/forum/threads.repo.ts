import { and, between, eq, max, ne, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { ThreadSort } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { isInWindow, timesByWindow, preparedQuery } from "../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import type { Audience } from "./forum.mappers.ts";
import { forumComments, forumThreads, type ThreadRow } from "./forum.table.ts";

/** As the indexes write them: forum_threads_hot, forum_threads_deleted_hot and so on. */
export const ORDERS: Record<ThreadSort, SQL> = {
  hot: sql`is_sticky DESC, hot DESC, id DESC`,
  newest: sql`is_sticky DESC, id DESC`,
  popular: sql`is_sticky DESC, net DESC, comment_count DESC, id DESC`,
};

/** What an address on the site is made of, and when that last changed. */
const addressParts = {
  id: forumThreads.id,
  seoSlug: forumThreads.seoSlug,
  createdAt: forumThreads.createdAt,
  changedAt: forumThreads.changedAt,
};

const isNotDeleted = eq(forumThreads.isDeleted, false);

const inOrder = preparedQuery((db, sort: ThreadSort, audience: Audience) => {
  // Literal, or the partial indexes would not serve.
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
 * Threads in an order, along its index: for moderators deleted ones among the others, which merges two indexes.
 * Rows read: those skipped and those given, and for moderators at most as many again.
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

// Literal, or the partial index would not serve.
const LIVE_PARTS = [sql`is_deleted = 0 AND is_sticky = 1`, sql`is_deleted = 0 AND is_sticky = 0`] as const;
const NEWEST_FIRST = sql`id DESC`;

/** The newest of both parts of an index that sticky threads lead. */
const newestOf = <T extends { id: number }>([sticky, others]: [T[], T[]], limit: number): T[] =>
  [...sticky, ...others].sort((a, b) => b.id - a.id).slice(0, limit);

/**
 * Threads that are not deleted, newest first, sticky ones in their place (index forum_threads_newest, its two parts). Rows
 * read: at most twice those given.
 */
export async function newestThreads(deps: Deps, limit: number): Promise<ThreadRow[]> {
  const part = (condition: SQL) =>
    deps.db.select().from(forumThreads).where(condition).orderBy(NEWEST_FIRST).limit(limit);
  return newestOf(await deps.db.batch([part(LIVE_PARTS[0]), part(LIVE_PARTS[1])]), limit);
}

/** Of {@link newestThreads} what their addresses are made of, and when they changed last. */
export async function newestThreadAddresses(deps: Deps, limit: number) {
  const part = (condition: SQL) =>
    deps.db.select(addressParts).from(forumThreads).where(condition).orderBy(NEWEST_FIRST).limit(limit);
  return newestOf(await deps.db.batch([part(LIVE_PARTS[0]), part(LIVE_PARTS[1])]), limit);
}

/** Of threads that are not deleted, with ids from one to another, the same, in the order of their ids (primary key). */
export async function threadAddressesBetween(deps: Deps, from: number, to: number) {
  return deps.db
    .select(addressParts)
    .from(forumThreads)
    .where(and(between(forumThreads.id, from, to), isNotDeleted))
    .orderBy(forumThreads.id)
    .limit(to - from + 1);
}

/** The highest id; 0 without any thread. */
export async function lastThreadId(deps: Deps): Promise<number> {
  const [row] = await deps.db.select({ id: max(forumThreads.id) }).from(forumThreads);
  return row?.id ?? 0;
}

/**
 * When threads of the first windows of ids last changed (index forum_threads_changed); null where none is left. Rows read:
 * one a window.
 */
export function newestThreadChanges(deps: Deps, windows: number): Promise<(Date | null)[]> {
  return timesByWindow(
    deps,
    windows,
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

/** A thread by primary key, deleted ones included, or null. */
export async function threadById(deps: Deps, id: number): Promise<ThreadRow | null> {
  return (await byId(deps).get({ id })) ?? null;
}

/** Threads by primary key that are not deleted, in no order. @param ids any number, as one value */
export function threadsAmong(deps: Deps, ids: readonly number[]): Promise<ThreadRow[]> {
  return deps.db
    .select()
    .from(forumThreads)
    .where(sql`${forumThreads.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND is_deleted = 0`);
}

/**
 * Whether a post says the same (indexes forum_threads_text, forum_comments_text). What its author took back may be said
 * again.
 */
export const saidBefore = (textKey: string): SQL => sql`(
  EXISTS (SELECT 1 FROM ${forumThreads} WHERE text_key = ${textKey} AND deleted_by IS NOT 'author')
  OR EXISTS (SELECT 1 FROM ${forumComments} WHERE text_key = ${textKey} AND deleted_by IS NOT 'author'))`;

/** {@link saidBefore}, asked by itself. @param except the post that is edited */
export async function isSaidBefore(
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

/**
 * When an author's `limit`-th newest thread was started (index forum_threads_of_author): deleted ones count, or one could
 * make room by deleting.
 */
export async function nthNewestThreadOf(deps: Deps, authorId: number, limit: number): Promise<Date | null> {
  const [row] = await deps.db
    .select({ createdAt: forumThreads.createdAt })
    .from(forumThreads)
    .where(eq(forumThreads.authorId, authorId))
    .orderBy(sql`id DESC`)
    .limit(1)
    .offset(limit - 1);
  return row?.createdAt ?? null;
}

/** A thread to store. */
export type NewThread = Pick<
  ThreadRow,
  "title" | "seoSlug" | "authorId" | "authorName" | "content" | "textKey" | "isAutomated" | "ipAddress" | "network"
>;

/**
 * Stores a thread unless its text was said before, or its author has written `most.count` since `most.since`: looked at
 * in the same statement, so that no two get in together. @returns null where nothing was stored
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
  // In the order of the table's columns; the id is SQLite's to choose.
  const [row] = await deps.db
    .insert(forumThreads)
    .select(
      sql`SELECT NULL, ${title}, ${seoSlug}, ${authorId}, ${authorName}, ${content}, ${deps.now().getTime()}, NULL, 0, 0,
        ${isBot}, 0, NULL, NULL, ${ipAddress}, ${network}, ${textKey}, 0, 0, 0, NULL
      WHERE ${isRoom} AND NOT ${saidBefore(textKey)}`,
    )
    .returning();
  return row ?? null;
}

/** Changes a thread that its author may change still: not deleted, not locked, nor renamed since they read it. */
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
