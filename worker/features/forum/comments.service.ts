import { type Comment, DEPTH_MAX } from "../../contracts/forum.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { commentById, editComment, insertComment } from "./comments.repo.ts";
import { deleteComment, reattachReplies, reattachRepliesOfAll } from "./deletions.repo.ts";
import { toComment } from "./forum.mappers.ts";
import type { CommentRow } from "./forum.table.ts";
import { assertLinkLimit } from "./posts.limits.ts";
import { createPost } from "./posts.service.ts";
import { textKeyOf } from "./posts.text.ts";
import { isDuplicate, threadById } from "./threads.repo.ts";
import type { Writer } from "./writer.ts";

/** A comment's text and position. */
export interface CommentText {
  content: string;
  threadId: number;
  /** The answered comment; null for a comment on the thread. */
  parentId: number | null;
}

/** A writer's own comment; only {@link ownComment} creates one. */
type OwnComment = CommentRow & { readonly isOwn: true };

/** @throws AppError 404 `forum.thread_not_found`, 409 `forum.locked` */
async function assertThreadOpen(deps: Deps, threadId: number): Promise<void> {
  const thread = await threadById(deps, threadId);
  if (!thread || thread.isDeleted) throw new AppError("forum.thread_not_found");
  if (thread.isLocked) throw new AppError("forum.locked");
}

/**
 * The parent of a reply: the answered comment, or the one above it at the maximum depth.
 * @throws AppError 404 `forum.comment_not_found`, 400 `forum.wrong_parent`, 409 `forum.parent_deleted`
 */
async function parentFor(deps: Deps, { threadId, parentId }: CommentText): Promise<number | null> {
  if (parentId === null) return null;
  const answered = await commentById(deps, parentId);
  if (!answered) throw new AppError("forum.comment_not_found");
  if (answered.threadId !== threadId) throw new AppError("forum.wrong_parent");
  if (answered.isDeleted) throw new AppError("forum.parent_deleted");
  return answered.depth >= DEPTH_MAX ? answered.parentId : answered.id;
}

/**
 * Writes a comment or a reply.
 * @throws AppError 404 for a thread or comment that does not exist, 409 `forum.locked`, `forum.parent_deleted` or
 * `forum.repeated`, 400 `forum.wrong_parent` or with too many links, 429 over the daily limit
 */
export async function writeComment(deps: Deps, writer: Writer, text: CommentText, from: Client): Promise<Comment> {
  assertLinkLimit(deps, writer, text.content);
  const textKey = await textKeyOf(text.content, writer.id, text.threadId);
  const row = await createPost(deps, writer, {
    kind: "comments",
    client: from,
    textKey,
    place: async () => {
      await assertThreadOpen(deps, text.threadId);
      return parentFor(deps, text);
    },
    insert: (parentId, day) =>
      insertComment(
        deps,
        {
          threadId: text.threadId,
          parentId,
          answeredId: text.parentId,
          content: text.content,
          authorId: writer.id,
          authorName: writer.username,
          textKey,
          isAutomated: false,
          ipAddress: from.address,
          network: from.network,
        },
        day,
      ),
  });
  await purge(deps, "comment.changed", row.threadId);
  return toComment(row, "public");
}

/** @throws AppError 404 `forum.comment_not_found`, 403 `forum.not_author` */
async function ownComment(deps: Deps, writer: Writer, id: number | null): Promise<OwnComment> {
  const row = id === null ? null : await commentById(deps, id);
  if (!row || row.isDeleted) throw new AppError("forum.comment_not_found");
  if (row.authorId !== writer.id) throw new AppError("forum.not_author");
  return { ...row, isOwn: true };
}

/**
 * Changes the writer's own comment.
 * @throws AppError 404, 403 `forum.not_author`, 409 `forum.locked` or `forum.repeated`, 400 with too many links
 */
export async function editOwnComment(deps: Deps, writer: Writer, id: number | null, content: string): Promise<Comment> {
  const comment = await ownComment(deps, writer, id);
  await assertThreadOpen(deps, comment.threadId);
  if (comment.content === content) return toComment(comment, "public");
  assertLinkLimit(deps, writer, content);
  const textKey = await textKeyOf(content, writer.id, comment.threadId);
  if (textKey !== comment.textKey && (await isDuplicate(deps, textKey, { commentId: comment.id }))) {
    throw new AppError("forum.repeated");
  }
  const changed = await editComment(deps, { id: comment.id, authorId: writer.id }, { content, textKey });
  if (!changed) {
    // Deleted or locked in the meantime, which takes precedence.
    await ownComment(deps, writer, id);
    await assertThreadOpen(deps, comment.threadId);
    throw new AppError("request.busy");
  }
  await purge(deps, "comment.changed", comment.threadId);
  return toComment(changed, "public");
}

/**
 * Deletes the writer's own comment, also in a locked thread; replies to it move up.
 * @throws AppError 404, 403 `forum.not_author`
 */
export async function deleteOwnComment(deps: Deps, writer: Writer, id: number | null): Promise<void> {
  const comment = await ownComment(deps, writer, id);
  const [[deleted]] = await deps.db.batch([
    deleteComment(deps, comment.id, { by: "author", authorId: writer.id }),
    reattachReplies(deps, comment.id),
  ]);
  if (!deleted) throw new AppError("forum.comment_not_found");
  await purge(deps, "post.deleted", comment.threadId);
}

/** Moves the replies below deleted comments under those that are left. */
export async function reattachRepliesUnder(deps: Deps, ids: readonly number[]): Promise<void> {
  await reattachRepliesOfAll(deps, ids);
}
