import { excerptOf } from "../../contracts/forum.ts";
import type { ReportedPost } from "../../contracts/reports.ts";
import type { Deps } from "../../platform/deps.ts";
import { commentsById, threadsById } from "./forum.moderation.repo.ts";
import type { CommentRow, ThreadRow } from "./forum.table.ts";

export interface PostKey {
  kind: "thread" | "comment";
  id: number;
}

/** Whether a post is public: neither it nor its thread is deleted. */
export async function isPublicPost(deps: Deps, { kind, id }: PostKey): Promise<boolean> {
  if (kind === "thread") return (await threadsById(deps, [id])).some(({ isDeleted }) => !isDeleted);
  return (await commentsById(deps, [id])).some(({ comment, thread }) => !comment.isDeleted && !thread.isDeleted);
}

/** A lookup of reported posts by kind and id, for at most a page of reports; null for unknown ones. */
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
