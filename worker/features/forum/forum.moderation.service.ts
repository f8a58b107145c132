import type { BatchItem } from "drizzle-orm/batch";
import type { ForumStats, AuthorHistory, AuthorPost, DeletedPosts } from "../../contracts/forum-moderation.ts";
import { threadSlug, excerptOf } from "../../contracts/forum.ts";
import type { ReportedPost } from "../../contracts/reports.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type AuditedChange, type Moderator } from "../audit/audit.service.ts";
import { readBansCovering } from "../bans/bans.service.ts";
import { authorById, latestCommentsOf, latestThreadsOf, postIdsOf, postTotalsOf } from "./authors.repo.ts";
import {
  deleteComment,
  deleteThread,
  reattachReplies,
  restoreComment,
  restoreThread,
  forumCounters,
  moderateThread,
  deleteComments,
  deleteThreads,
  reattachRepliesOfAll,
  commentsById,
  threadsById,
} from "./forum.moderation.repo.ts";
import { type CommentRow, type ThreadRow, forumComments, forumThreads, type ForumUserRow } from "./forum.table.ts";
import { commentById, threadById } from "./posts.repo.ts";
import { textKeyOf, wholeText } from "./posts.text.ts";

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

const threadRef = ({ id }: ThreadRow) => ({ targetType: "thread" as const, targetId: id });
const commentRef = ({ id }: CommentRow) => ({ targetType: "comment" as const, targetId: id });

/**
 * Stores a change of a thread or comment with its audit entry.
 * @returns the row, or null if there was nothing to change
 */
async function store<Row>(
  deps: Deps,
  statement: BatchItem<"sqlite"> & { _: { result: Row[] } },
  entry: { targetType: "thread" | "comment"; targetId: number } & Pick<AuditedChange, "action" | "before" | "after">,
  by: Moderator,
): Promise<Row | null> {
  const replies = entry.targetType === "comment" ? [reattachReplies(deps, entry.targetId)] : [];
  const [[row]] = await runAllOrNone(deps, [statement, auditEntry(deps, { ...by, ...entry }), ...replies]);
  return row ?? null;
}

/**
 * Changes a thread. @throws AppError `forum.thread_not_found`; `forum.deleted`, also when the thread is deleted
 * concurrently
 */
async function changeThread(deps: Deps, id: number | null, change: Change, by: Moderator): Promise<ThreadRow> {
  const thread = await knownThread(deps, id);
  if (thread.isDeleted) throw new AppError("forum.deleted");
  const { action, values } = change;
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, thread[name as keyof ThreadRow]]));
  const wanted = "title" in values ? { ...values, seoSlug: threadSlug(values.title) } : values;
  const follows = "title" in values ? await alongWith(deps, thread, values.title) : {};
  const entry = { ...threadRef(thread), action, before, after: values };
  const row = await store(deps, moderateThread(deps, thread.id, wanted, follows), entry, by);
  if (row) {
    await purge(deps, "discussion.moderated", thread.id);
    return row;
  }
  const now = await knownThread(deps, thread.id);
  if (now.isDeleted) throw new AppError("forum.deleted");
  return now;
}

/**
 * Returns the columns that change with a title: the hash of the text, and the time of the change, from which the author
 * can no longer change the title.
 */
const alongWith = async (deps: Deps, { content, authorId }: ThreadRow, title: string) => ({
  renamedAt: deps.now(),
  textKey: await textKeyOf(wholeText({ title, content }), authorId, null),
});

/**
 * Renames a thread and changes its slug. The author can no longer rename the thread afterwards. Throws the errors of
 * {@link changeThread}.
 */
export function renameThread(deps: Deps, id: number | null, title: string, by: Moderator): Promise<ThreadRow> {
  return changeThread(deps, id, { action: "thread.rename", values: { title } }, by);
}

/**
 * Pins a thread, so that it comes before all other threads in every sort order, or unpins it. Throws the errors of
 * {@link changeThread}.
 */
export function setSticky(deps: Deps, id: number | null, isSticky: boolean, by: Moderator): Promise<ThreadRow> {
  return changeThread(deps, id, { action: isSticky ? "thread.stick" : "thread.unstick", values: { isSticky } }, by);
}

/** Locks a discussion, so that it can only be read, or unlocks it. Throws the errors of {@link changeThread}. */
export function setLocked(deps: Deps, id: number | null, isLocked: boolean, by: Moderator): Promise<ThreadRow> {
  return changeThread(deps, id, { action: isLocked ? "thread.lock" : "thread.unlock", values: { isLocked } }, by);
}

/**
 * Deletes a thread. Its comments are no longer shown, but their rows are unchanged.
 * @throws AppError `forum.thread_not_found`, `forum.deleted` when it is already deleted
 */
export async function removeThread(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const thread = await knownThread(deps, id);
  const entry = { ...threadRef(thread), action: "thread.delete", before: { title: thread.title } };
  const row = await store(deps, deleteThread(deps, thread.id, { by: "admin" }), entry, by);
  if (!row) throw new AppError("forum.deleted");
  await purge(deps, "post.removed", thread.id);
}

/**
 * Restores a thread deleted by a moderator. A repeated call changes nothing.
 * @throws AppError `forum.thread_not_found`, `forum.deleted_by_author`
 */
export async function restoreDeletedThread(deps: Deps, id: number | null, by: Moderator): Promise<ThreadRow> {
  const thread = await knownThread(deps, id);
  const entry = { ...threadRef(thread), action: "thread.restore", after: { title: thread.title } };
  const row = await store(deps, restoreThread(deps, thread.id), entry, by);
  if (row) {
    await purge(deps, "discussion.moderated", thread.id);
    return row;
  }
  const now = await knownThread(deps, thread.id);
  if (now.isDeleted) throw new AppError("forum.deleted_by_author");
  return now;
}

/**
 * Deletes a comment. Its replies move up to their nearest ancestor that is not deleted.
 * @throws AppError `forum.comment_not_found`, `forum.deleted` when it is already deleted
 */
export async function removeComment(deps: Deps, id: number | null, by: Moderator): Promise<void> {
  const comment = await knownComment(deps, id);
  const entry = { ...commentRef(comment), action: "comment.delete" };
  const row = await store(deps, deleteComment(deps, comment.id, { by: "admin" }), entry, by);
  if (!row) throw new AppError("forum.deleted");
  await purge(deps, "post.removed", comment.threadId);
}

/**
 * Restores a comment deleted by a moderator, and moves its replies back below it. A repeated call changes nothing.
 * @throws AppError `forum.comment_not_found`, `forum.deleted_by_author`
 */
export async function restoreDeletedComment(deps: Deps, id: number | null, by: Moderator): Promise<CommentRow> {
  const comment = await knownComment(deps, id);
  const entry = { ...commentRef(comment), action: "comment.restore" };
  const row = await store(deps, restoreComment(deps, comment.id), entry, by);
  if (row) {
    await purge(deps, "discussion.moderated", comment.threadId);
    return row;
  }
  const now = await knownComment(deps, comment.id);
  if (now.isDeleted) throw new AppError("forum.deleted_by_author");
  return now;
}

const TOTALS = ["forum:threads:all", "forum:comments", "forum:net", "bans:active"] as const;

/**
 * Returns the forum's totals for moderators, including deleted threads, as in the moderators' list. Reads four rows.
 */
export async function readForumStats(deps: Deps): Promise<ForumStats> {
  const values = await forumCounters(deps, TOTALS);
  const [totalThreads = 0, totalComments = 0, netVotes = 0, activeBans = 0] = TOTALS.map((key) => values.get(key));
  return { totalThreads, totalComments, netVotes, activeBans };
}

/** Maximum number of posts shown in an author's history. */
const POSTS_SHOWN = 50;
/** Maximum number of posts deleted in one transaction. */
const DELETED_AT_ONCE = 500;

/** @throws AppError `forum.author_not_found` */
async function requireAuthor(deps: Deps, id: number | null): Promise<ForumUserRow> {
  const author = id === null ? null : await authorById(deps, id);
  if (!author) throw new AppError("forum.author_not_found");
  return author;
}

const shownPost = (row: ThreadRow | CommentRow) => ({
  id: row.id,
  createdAt: row.createdAt.toISOString(),
  isDeleted: row.isDeleted,
  ipAddress: row.ipAddress,
});

/**
 * Returns an author's history for moderators: the newest posts, the number of deleted posts, and bans of the networks
 * from which the author posted.
 * @throws AppError `forum.author_not_found`
 */
export async function readAuthor(deps: Deps, id: number | null): Promise<AuthorHistory> {
  const author = await requireAuthor(deps, id);
  const [threads, comments, totals] = await Promise.all([
    latestThreadsOf(deps, author.id, POSTS_SHOWN),
    latestCommentsOf(deps, author.id, POSTS_SHOWN),
    postTotalsOf(deps, author.id),
  ]);
  const posts: AuthorPost[] = [
    ...threads.map((row) => ({
      kind: "thread" as const,
      ...shownPost(row),
      threadId: row.id,
      threadSlug: row.seoSlug,
      excerpt: row.title,
    })),
    ...comments.map(({ comment, threadSlug }) => ({
      kind: "comment" as const,
      ...shownPost(comment),
      threadId: comment.threadId,
      threadSlug,
      excerpt: excerptOf(comment.content),
    })),
  ];
  const networks = [...threads, ...comments.map(({ comment }) => comment)].flatMap(({ network }) => network ?? []);
  return {
    authorId: author.id,
    username: author.username,
    isAutomated: author.isAutomated,
    createdAt: author.createdAt.toISOString(),
    threads: totals.threads.all,
    comments: totals.comments.all,
    deleted: totals.threads.deleted + totals.comments.deleted,
    posts: posts.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id).slice(0, POSTS_SHOWN),
    bans: await readBansCovering(deps, [...new Set(networks)]),
  };
}

/**
 * Deletes all posts of an author in batches. Replies by other people move up to an ancestor that is not deleted. A
 * repeated call continues where an interrupted call stopped.
 * @returns the number of posts deleted by this call
 * @throws AppError `forum.author_not_found`
 */
export async function deletePostsOf(deps: Deps, id: number | null, by: Moderator): Promise<DeletedPosts> {
  const author = await requireAuthor(deps, id);
  const { threads, comments } = await postTotalsOf(deps, author.id);
  // The audit entry is stored with the first batch that deletes something, so that it contains the initial counts.
  const audit = () =>
    auditEntry(deps, {
      actor: by.actor,
      action: "author.delete_posts",
      targetType: "author",
      targetId: author.id,
      after: { threads: threads.all - threads.deleted, comments: comments.all - comments.deleted },
      ipAddress: by.ipAddress,
    });
  const gone = { threads: new Set<number>(), comments: new Set<number>() };
  const changed = new Set<number>();
  const isAudited = () => gone.threads.size + gone.comments.size > 0;
  try {
    await inBatches(
      (after) => postIdsOf(deps, forumThreads, { authorId: author.id, after, limit: DELETED_AT_ONCE }),
      async (ids) => {
        const [rows] = await runAllOrNone(deps, [deleteThreads(deps, ids), ...(isAudited() ? [] : [audit()])]);
        for (const row of rows) {
          gone.threads.add(row.id);
          changed.add(row.id);
        }
      },
    );
    await inBatches(
      (after) => postIdsOf(deps, forumComments, { authorId: author.id, after, limit: DELETED_AT_ONCE }),
      async (ids) => {
        const [rows] = await runAllOrNone(deps, [
          deleteComments(deps, ids),
          ...(isAudited() ? [] : [audit()]),
          reattachRepliesOfAll(deps, ids),
        ]);
        for (const row of rows) {
          gone.comments.add(row.id);
          changed.add(row.threadId);
        }
      },
    );
  } finally {
    // Deleted posts are purged from the cache even if a later batch fails.
    await purge(deps, "post.removed", [...changed]);
  }
  return { threads: gone.threads.size, comments: gone.comments.size };
}

async function inBatches(next: (after: number) => Promise<number[]>, work: (ids: number[]) => Promise<void>) {
  let ids = await next(0);
  while (ids.length > 0) {
    await work(ids);
    ids = await next(ids.at(-1) ?? 0);
  }
}

export interface PostKey {
  kind: "thread" | "comment";
  id: number;
}

/** Returns whether a post is public: neither the post nor its thread is deleted. */
export async function isPublicPost(deps: Deps, { kind, id }: PostKey): Promise<boolean> {
  if (kind === "thread") return (await threadsById(deps, [id])).some(({ isDeleted }) => !isDeleted);
  return (await commentsById(deps, [id])).some(({ comment, thread }) => !comment.isDeleted && !thread.isDeleted);
}

/**
 * Returns a function that finds a reported post by kind and id, for at most a page of reports. The function returns
 * null for unknown posts.
 */
export async function readReportedPosts(
  deps: Deps,
  asked: { threads: readonly number[]; comments: readonly number[] },
): Promise<(kind: PostKey["kind"], id: number) => ReportedPost | null> {
  const [threads, comments] = await Promise.all([threadsById(deps, asked.threads), commentsById(deps, asked.comments)]);
  const found = new Map<string, ReportedPost>([
    ...threads.map((thread) => [`thread:${thread.id}`, toReportedPost(thread, thread)] as const),
    ...comments.map(({ comment, thread }) => [`comment:${comment.id}`, toReportedPost(comment, thread)] as const),
  ]);
  return (kind, id) => found.get(`${kind}:${id}`) ?? null;
}

function toReportedPost(post: ThreadRow | CommentRow, thread: ThreadRow): ReportedPost {
  return {
    threadId: thread.id,
    threadSlug: thread.seoSlug,
    threadTitle: thread.title,
    excerpt: excerptOf(post.content),
    authorId: post.authorId,
    authorName: post.authorName,
    ipAddress: post.ipAddress,
    isDeleted: post.isDeleted || thread.isDeleted,
  };
}
