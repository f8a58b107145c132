import type { IpBan } from "./bans.ts";
import type { Comment, Thread } from "./forum.ts";
import { type Done, operation, types } from "./operation.ts";

/** Totals over all threads, for moderators. Net votes are upvotes minus downvotes of threads. */
export interface ForumStats {
  totalThreads: number;
  totalComments: number;
  netVotes: number;
  activeBans: number;
}

/** A post by an author, for moderators. */
export interface AuthorPost {
  kind: "thread" | "comment";
  id: number;
  threadId: number;
  threadSlug: string;
  /** The thread's title, or the beginning of the comment. */
  excerpt: string;
  createdAt: string;
  isDeleted: boolean;
  ipAddress: string | null;
}

/** An author's history, for moderators. Counts include deleted posts, and `posts` contains the newest 50. */
export interface AuthorHistory {
  authorId: number;
  username: string;
  isAutomated: boolean;
  createdAt: string;
  threads: number;
  comments: number;
  deleted: number;
  posts: AuthorPost[];
  /** Current and former bans of the IP addresses of these posts. */
  bans: IpBan[];
}

/** Numbers of an author's posts that a moderator just deleted. */
export interface DeletedPosts {
  threads: number;
  comments: number;
}

export const renameThread = operation(
  "PUT",
  "/api/discussion/threads/:id",
  types<{ body: { title: string }; answer: Thread }>,
);
export const setThreadSticky = operation(
  "PUT",
  "/api/discussion/admin/thread/:id/sticky",
  types<{ body: { isSticky: boolean }; answer: Thread }>,
);
export const setThreadLocked = operation(
  "PUT",
  "/api/discussion/admin/thread/:id/lock",
  types<{ body: { isLocked: boolean }; answer: Thread }>,
);
export const removeThread = operation("DELETE", "/api/discussion/admin/thread/:id", types<{ answer: Done }>);
/** Undoes a moderator's deletion, like {@link restoreComment}. */
export const restoreThread = operation("POST", "/api/discussion/admin/thread/:id/restore", types<{ answer: Thread }>);
export const removeComment = operation("DELETE", "/api/discussion/admin/comment/:id", types<{ answer: Done }>);
export const restoreComment = operation(
  "POST",
  "/api/discussion/admin/comment/:id/restore",
  types<{ answer: Comment }>,
);
export const getForumStats = operation("GET", "/api/discussion/admin/stats", types<{ answer: ForumStats }>);
export const getAuthor = operation("GET", "/api/discussion/admin/author/:id", types<{ answer: AuthorHistory }>);
export const deletePostsOfAuthor = operation(
  "DELETE",
  "/api/discussion/admin/author/:id/posts",
  types<{ answer: DeletedPosts }>,
);
