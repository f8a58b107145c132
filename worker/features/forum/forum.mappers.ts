import type { Comment, Thread } from "../../contracts/forum.ts";
import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import type { CommentRow, ThreadRow } from "./forum.table.ts";

/** The audience of a response. Moderators also see deleted posts and network addresses. */
export type Audience = "public" | "moderator";

export function toThread(row: ThreadRow, audience: Audience): Thread {
  return {
    id: row.id,
    title: audience === "public" ? uncapitalizeTitle(row.title) : row.title,
    content: row.content,
    seoSlug: row.seoSlug,
    authorId: row.authorId,
    user: { username: row.authorName },
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    commentCount: row.commentCount,
    lastReplyAt: row.lastReplyAt?.toISOString() ?? null,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    isSticky: row.isSticky,
    isLocked: row.isLocked,
    isDeleted: row.isDeleted,
    isAutomated: row.isAutomated,
    ...(audience === "moderator" && { ipAddress: row.ipAddress, deletedBy: row.deletedBy }),
  };
}

/**
 * Converts a comment for an audience. Moderators see it at its original position. The public sees it below its nearest
 * ancestor that is not deleted.
 */
export function toComment(row: CommentRow, audience: Audience): Comment {
  const isPublic = audience === "public";
  return {
    id: row.id,
    threadId: row.threadId,
    content: row.content,
    authorId: row.authorId,
    user: { username: row.authorName },
    parentId: isPublic ? row.shownParentId : row.parentId,
    depth: isPublic ? row.shownDepth : row.depth,
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    isDeleted: row.isDeleted,
    isAutomated: row.isAutomated,
    ...(!isPublic && { ipAddress: row.ipAddress, deletedBy: row.deletedBy }),
  };
}
