import type { Comment, ForumUser, Thread, ThreadList } from "../../../worker/contracts/forum.ts";
import type { AuthorHistory } from "../../../worker/contracts/forum-moderation.ts";
import type { IpBan } from "../../../worker/contracts/bans.ts";
import type { Answers } from "./open-page.tsx";

const AT = "2026-11-21T19:05:00.000Z";

/** Returns a thread as moderators see it. Other visitors do not see the IP address. */
export const thread = (id: number, changes: Partial<Thread> = {}): Thread => ({
  id,
  title: `Thread ${id}`,
  content: "Some words about heating.",
  seoSlug: `thread-${id}`,
  authorId: 5,
  user: { username: "QuietPorch1" },
  createdAt: AT,
  editedAt: null,
  commentCount: 3,
  lastReplyAt: AT,
  upvotes: 1,
  downvotes: 3,
  isSticky: false,
  isLocked: false,
  isDeleted: false,
  isAutomated: false,
  ipAddress: "203.0.113.7",
  ...changes,
});

/** Returns a comment in the first thread, by the same author as the thread. */
export const comment = (id: number, changes: Partial<Comment> = {}): Comment => ({
  id,
  threadId: 1,
  content: `Comment ${id}`,
  authorId: 5,
  user: { username: "QuietPorch1" },
  parentId: null,
  depth: 0,
  createdAt: AT,
  editedAt: null,
  upvotes: 0,
  downvotes: 0,
  isDeleted: false,
  isAutomated: false,
  ipAddress: "203.0.113.7",
  ...changes,
});

/** Returns a complete list of these threads. */
export const threadsOf = (...threads: Thread[]): ThreadList => ({
  threads,
  hasMore: false,
  totalCount: threads.length,
});

export const FORUM_STATS = { totalThreads: 1234, totalComments: 5678, netVotes: -9, activeBans: 2 };

const ban = (id: number, value: string, changes: Partial<IpBan>): IpBan => ({
  id,
  kind: "address",
  value,
  ipAddress: value,
  reason: "Spam",
  isActive: true,
  createdAt: AT,
  expiresAt: null,
  ...changes,
});

/** A ban that is in force, and one that was lifted. */
export const BANS: IpBan[] = [ban(1, "203.0.113.7", {}), ban(2, "2001:db8::7", { reason: "Threats", isActive: false })];

/** The history of an author's posts, as shown to moderators. */
export const AUTHOR: AuthorHistory = {
  authorId: 5,
  username: "QuietPorch1",
  isAutomated: false,
  createdAt: AT,
  threads: 60,
  comments: 3,
  deleted: 1,
  posts: [
    {
      kind: "comment",
      id: 9,
      threadId: 1,
      threadSlug: "thread-1",
      excerpt: "Taken away",
      createdAt: AT,
      isDeleted: true,
      ipAddress: "203.0.113.0/24",
    },
  ],
  bans: BANS,
};

/** The forum identity of the visitor who opens a page. */
export const READER: ForumUser = { id: 8, username: "BraveMaple2", anonymousId: "an-anonymous-id-of-a-reader" };

/** API responses for the forum's pages, for a visitor who has not written anything yet. */
export const AS_READER: Answers = {
  "POST /api/discussion/user": READER,
  "GET /api/discussion/threads/votes": {},
};

/** Returns the API responses for the page of a thread. */
export const answersOfThread = (shown: Thread, comments: readonly Comment[] = []): Answers => ({
  ...AS_READER,
  [`GET /api/discussion/thread/${shown.id}`]: shown,
  [`GET /api/discussion/thread/${shown.id}/comments`]: comments,
  [`GET /api/discussion/thread/${shown.id}/votes`]: { thread: 0, comments: {} },
});
