import { excerptOf } from "../../contracts/forum.ts";
import type { AuthorHistory, AuthorPost, DeletedPosts } from "../../contracts/forum-moderation.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { readBansCovering } from "../bans/bans.service.ts";
import { authorById, latestCommentsOf, latestThreadsOf, postIdsOf, postTotalsOf } from "./authors.repo.ts";
import { deleteComments, deleteThreads, reattachRepliesOfAll } from "./deletions.repo.ts";
import { type CommentRow, forumComments, forumThreads, type ForumUserRow, type ThreadRow } from "./forum.table.ts";

/** Posts in an author's history. */
const POSTS_SHOWN = 50;
/** Posts deleted in one transaction. */
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
 * An author's history for moderators: the newest posts, the number of deleted ones, and bans of the networks they came
 * from.
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
 * Deletes all of an author's posts in batches; replies by others move up. Repeating it continues an interrupted run.
 * @returns how many were deleted by this call
 * @throws AppError `forum.author_not_found`
 */
export async function deletePostsOf(deps: Deps, id: number | null, by: Moderator): Promise<DeletedPosts> {
  const author = await requireAuthor(deps, id);
  const { threads, comments } = await postTotalsOf(deps, author.id);
  // Audited with the first batch that deletes anything, so it contains the initial counts.
  const audit = () =>
    auditIfChanged(deps, {
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
        const [rows] = await deps.db.batch([deleteThreads(deps, ids), ...(isAudited() ? [] : [audit()])]);
        for (const row of rows) {
          gone.threads.add(row.id);
          changed.add(row.id);
        }
      },
    );
    await inBatches(
      (after) => postIdsOf(deps, forumComments, { authorId: author.id, after, limit: DELETED_AT_ONCE }),
      async (ids) => {
        const [rows] = await deps.db.batch([
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
    // Deleted posts are purged even if a later batch fails.
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
