import type { Comment } from "../../worker/contracts/forum.ts";

/** Returns a public comment with default values. */
export const someComment = (id: number, parentId: number | null): Comment => ({
  id,
  threadId: 1,
  content: `Comment ${id}`,
  authorId: 1,
  user: { username: "QuietPorch1" },
  parentId,
  depth: 0,
  createdAt: "2026-11-21T12:00:00.000Z",
  editedAt: null,
  upvotes: 0,
  downvotes: 0,
  isDeleted: false,
  isAutomated: false,
});
