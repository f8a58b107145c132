import { tagsPurgedBy } from "../../contracts/caching.ts";
import { type AuthorHistory, type AuthorPost, type DeletedPosts, excerptOf } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { auditIfChanged, type Moderator } from "../audit/audit.service.ts";
import { readBansOf } from "../bans/bans.service.ts";
import {
  authorById,
  commentIdsOf,
  latestCommentsOf,
  latestThreadsOf,
  postTotalsOf,
  threadIdsOf,
} from "./authors.repo.ts";
import { deleteComments, deleteThreads, placeRepliesOfAll } from "./deletions.repo.ts";
import type { CommentRow, ForumUserRow, ThreadRow } from "./forum.table.ts";

/** Posts of an author that moderators see. */
const POSTS_SHOWN = 50;
/** Posts deleted in one transaction. */
const DELETED_AT_ONCE = 500;
/** Tags that one purge may name. */
const TAGS_AT_ONCE = 100;

/** @throws AppError `forum.author_not_found` */
async function knownAuthor(deps: Deps, id: number | null): Promise<ForumUserRow> {
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
 * What moderators see of an author: the newest posts, how much was deleted, and the bans of where they were posted from.
 * @throws AppError `forum.author_not_found`
 */
export async function readAuthor(deps: Deps, id: number | null): Promise<AuthorHistory> {
  const author = await knownAuthor(deps, id);
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
    bans: await readBansOf(deps, [...new Set(networks)]),
  };
}

/**
 * Deletes all that an author wrote and that is there, a batch at a time; replies of others stay and move up. Called
 * again, it goes on where it was interrupted.
 * @returns how many were deleted now
 * @throws AppError `forum.author_not_found`
 */
export async function removePostsOf(deps: Deps, id: number | null, by: Moderator): Promise<DeletedPosts> {
  const author = await knownAuthor(deps, id);
  const { threads, comments } = await postTotalsOf(deps, author.id);
  // It goes with the first batch that deletes anything, so it says what was found then.
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
      (after) => threadIdsOf(deps, author.id, after, DELETED_AT_ONCE),
      async (ids) => {
        const [rows] = await deps.db.batch([deleteThreads(deps, ids), ...(isAudited() ? [] : [audit()])]);
        for (const row of rows) {
          gone.threads.add(row.id);
          changed.add(row.id);
        }
      },
    );
    await inBatches(
      (after) => commentIdsOf(deps, author.id, after, DELETED_AT_ONCE),
      async (ids) => {
        const [rows] = await deps.db.batch([
          deleteComments(deps, ids),
          ...(isAudited() ? [] : [audit()]),
          placeRepliesOfAll(deps, ids),
        ]);
        for (const row of rows) {
          gone.comments.add(row.id);
          changed.add(row.threadId);
        }
      },
    );
  } finally {
    // What was deleted is gone, whatever became of the rest.
    const tags = [...changed].flatMap((threadId) => tagsPurgedBy("thread.changed", threadId));
    const unique = [...new Set(tags)];
    for (let at = 0; at < unique.length; at += TAGS_AT_ONCE) await purge(deps, unique.slice(at, at + TAGS_AT_ONCE));
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
