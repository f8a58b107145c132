import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { preparedQuery } from "../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import type { Audience } from "./forum.mappers.ts";
import { type CommentRow, forumComments, forumThreads } from "./forum.table.ts";
import { isDuplicateText } from "./threads.repo.ts";

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
 * Comments of a thread after an id, oldest first (index forum_comments_shown); for moderators including deleted ones
 * (index forum_comments_all). Rows read: `offset` plus those returned.
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

/** The number of deleted comments in a thread; reads as many index entries (forum_comments_shown). */
export async function deletedCommentsOf(deps: Deps, threadId: number): Promise<number> {
  const [row] = await deps.db
    .select({ n: sql<number>`count(*)` })
    .from(forumComments)
    .where(and(eq(forumComments.threadId, threadId), eq(forumComments.isDeleted, true)));
  return row?.n ?? 0;
}

/** A comment by primary key, including deleted ones, or null. */
export async function commentById(deps: Deps, id: number): Promise<CommentRow | null> {
  const [row] = await deps.db.select().from(forumComments).where(eq(forumComments.id, id)).limit(1);
  return row ?? null;
}

/** A comment to store; its parent is at most six levels deep. */
export type NewComment = Pick<
  CommentRow,
  "threadId" | "parentId" | "authorId" | "authorName" | "content" | "textKey" | "isAutomated" | "ipAddress" | "network"
> & {
  /** The comment that was answered, which is deeper than the parent where nesting is limited. */
  answeredId: number | null;
};

/**
 * Stores a comment if its thread is open, the answered comment is not deleted, its text is new and its author is within
 * the daily limit, all checked in the same statement. Its position follows from the parent's current state.
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
  // Values follow the order of the table's columns; NULL lets SQLite assign the id.
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

/** Changes an author's comment if it is not deleted and its thread is open. */
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
