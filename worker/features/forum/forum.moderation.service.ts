import { threadSlug } from "../../contracts/forum.ts";
import type { ForumStats } from "../../contracts/forum-moderation.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { commentById } from "./comments.repo.ts";
import { deleteComment, deleteThread, reattachReplies, restoreComment, restoreThread } from "./deletions.repo.ts";
import { forumCounters, moderateThread } from "./forum.moderation.repo.ts";
import type { CommentRow, ThreadRow } from "./forum.table.ts";
import { textKeyOf, wholeText } from "./posts.text.ts";
import { threadById } from "./threads.repo.ts";

/** @throws AppError `forum.thread_not_found` */
async function knownThread(deps: Deps, id: number | null): Promise<ThreadRow> {
  const thread = id === null ? null : await threadById(deps, id);
  if (!thread) throw new AppError("forum.thread_not_found");
  return thread;
}

/** @throws AppError `forum.comment_not_found` */
async function knownComment(deps: Deps, id: number | null): Promise<CommentRow> {
  const comment = id === null ? null : await commentById(deps, id);
  if (!comment) throw new AppError("forum.comment_not_found");
  return comment;
}

type Change =
  | { action: "thread.rename"; values: { title: string } }
  | { action: "thread.stick" | "thread.unstick"; values: { isSticky: boolean } }
  | { action: "thread.lock" | "thread.unlock"; values: { isLocked: boolean } };

/** @throws AppError `forum.thread_not_found`, `forum.deleted`, also when it is deleted concurrently */
async function changeThread(deps: Deps, id: number | null, change: Change, by: Moderator): Promise<ThreadRow> {
  const thread = await knownThread(deps, id);
  if (thread.isDeleted) throw new AppError("forum.deleted");
  const { action, values } = change;
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, thread[name as keyof ThreadRow]]));
  const wanted = "title" in values ? { ...values, seoSlug: threadSlug(values.title) } : values;
  const follows = "title" in values ? await alongWith(deps, thread, values.title) : {};
  const [[row]] = await deps.db.batch([
    moderateThread(deps, thread.id, wanted, follows),
    auditIfChanged(deps, { ...by, targetType: "thread", targetId: thread.id, action, before, after: values }),
  ]);
  if (row) {
    await purge(deps, "discussion.moderated", thread.id);
    return row;
  }
  const now = await knownThread(deps, thread.id);
  if (now.isDeleted) throw new AppError("forum.deleted");
  return now;
}

/**
 * Columns that follow a new title: the text's hash, and the time from which its author can no longer change the title.
 */
const alongWith = async (deps: Deps, { content, authorId }: ThreadRow, title: string) => ({
  renamedAt: deps.now(),
  textKey: await textKeyOf(wholeText({ title, content }), authorId, null),
});

/**
 * Renames a thread, which also changes its slug; its author can no longer rename it. Throws as {@link changeThread}.
 */
export function renameThread(deps: Deps, id: number | null, title: string, by: Moderator): Promise<ThreadRow> {
  return changeThread(deps, id, { action: "thread.rename", values: { title } }, by);
}

/** Pins a thread above the others in every order, or unpins it. Throws as {@link changeThread}. */
export function setSticky(deps: Deps, id: number | null, isSticky: boolean, by: Moderator): Promise<ThreadRow> {
  return changeThread(deps, id, { action: isSticky ? "thread.stick" : "thread.unstick", values: { isSticky } }, by);
}

/** Locks a discussion, which stays readable, or unlocks it. Throws as {@link changeThread}. */
export function setLocked(deps: Deps, id: number | null, isLocked: boolean, by: Moderator): Promise<ThreadRow> {
  return changeThread(deps, id, { action: isLocked ? "thread.lock" : "thread.unlock", values: { isLocked } }, by);
}

/**
 * Deletes a thread; its comments are hidden with it but not changed.
 * @throws AppError `forum.thread_not_found`, `forum.deleted` when it is deleted already
 */
export async function removeThread(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const thread = await knownThread(deps, id);
  const [[row]] = await deps.db.batch([
    deleteThread(deps, thread.id, { by: "admin" }),
    auditIfChanged(deps, {
      ...by,
      targetType: "thread",
      targetId: thread.id,
      action: "thread.delete",
      before: { title: thread.title },
    }),
  ]);
  if (!row) throw new AppError("forum.deleted");
  await purge(deps, "post.removed", thread.id);
}

/**
 * Restores a thread deleted by a moderator; repeating it changes nothing.
 * @throws AppError `forum.thread_not_found`, `forum.deleted_by_author`
 */
export async function restoreDeletedThread(deps: Deps, id: number | null, by: Moderator): Promise<ThreadRow> {
  const thread = await knownThread(deps, id);
  const [[row]] = await deps.db.batch([
    restoreThread(deps, thread.id),
    auditIfChanged(deps, {
      ...by,
      targetType: "thread",
      targetId: thread.id,
      action: "thread.restore",
      after: { title: thread.title },
    }),
  ]);
  if (row) {
    await purge(deps, "discussion.moderated", thread.id);
    return row;
  }
  const now = await knownThread(deps, thread.id);
  if (now.isDeleted) throw new AppError("forum.deleted_by_author");
  return now;
}

/**
 * Deletes a comment; its replies move up to the nearest ancestor that is not deleted.
 * @throws AppError `forum.comment_not_found`, `forum.deleted` when it is deleted already
 */
export async function removeComment(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const comment = await knownComment(deps, id);
  const [[row]] = await deps.db.batch([
    deleteComment(deps, comment.id, { by: "admin" }),
    auditIfChanged(deps, { ...by, targetType: "comment", targetId: comment.id, action: "comment.delete" }),
    reattachReplies(deps, comment.id),
  ]);
  if (!row) throw new AppError("forum.deleted");
  await purge(deps, "post.removed", comment.threadId);
}

/**
 * Restores a comment deleted by a moderator, with its replies below it; repeating it changes nothing.
 * @throws AppError `forum.comment_not_found`, `forum.deleted_by_author`
 */
export async function restoreDeletedComment(deps: Deps, id: number | null, by: Moderator): Promise<CommentRow> {
  const comment = await knownComment(deps, id);
  const [[row]] = await deps.db.batch([
    restoreComment(deps, comment.id),
    auditIfChanged(deps, { ...by, targetType: "comment", targetId: comment.id, action: "comment.restore" }),
    reattachReplies(deps, comment.id),
  ]);
  if (row) {
    await purge(deps, "discussion.moderated", comment.threadId);
    return row;
  }
  const now = await knownComment(deps, comment.id);
  if (now.isDeleted) throw new AppError("forum.deleted_by_author");
  return now;
}

const TOTALS = ["forum:threads:all", "forum:comments", "forum:net", "bans:active"] as const;

/** Totals for moderators, including deleted threads as in their list. Reads four rows. */
export async function readForumStats(deps: Deps): Promise<ForumStats> {
  const values = await forumCounters(deps, TOTALS);
  const [totalThreads = 0, totalComments = 0, netVotes = 0, activeBans = 0] = TOTALS.map((key) => values.get(key));
  return { totalThreads, totalComments, netVotes, activeBans };
}
