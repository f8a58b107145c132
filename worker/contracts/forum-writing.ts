import type { Comment, Credentials, Thread } from "./forum.ts";
import { type Done, operation, types } from "./operation.ts";
import type { FollowView } from "./subscribers.ts";

// A separate module from forum.ts, so that visitors who only read load less code.

interface ThreadText {
  title: string;
  content: string;
}
type ThreadWriting = { body: ThreadText & Credentials; answer: Thread };
export const createThread = operation("POST", "/api/discussion/threads", types<ThreadWriting>);
export const editOwnThread = operation("PUT", "/api/discussion/user/threads/:id", types<ThreadWriting>);
type OwnPostDeletion = { body: Credentials; answer: Done };
export const deleteOwnThread = operation("DELETE", "/api/discussion/user/threads/:id", types<OwnPostDeletion>);
export const createComment = operation(
  "POST",
  "/api/discussion/comments",
  types<{ body: { content: string; threadId: number; parentId?: number | null } & Credentials; answer: Comment }>,
);
export const editOwnComment = operation(
  "PUT",
  "/api/discussion/user/comments/:id",
  types<{ body: { content: string } & Credentials; answer: Comment }>,
);
export const deleteOwnComment = operation("DELETE", "/api/discussion/user/comments/:id", types<OwnPostDeletion>);
/** Emails a link that confirms following a discussion. The response is the same for every email address. */
export const requestFollow = operation(
  "POST",
  "/api/discussion/threads/:id/follow",
  types<{ body: { email: string }; answer: { message: string } }>,
);
type FollowTypes = { answer: FollowView };
/**
 * Returns the followed discussion of an emailed link. This operation and the next two return 404 `follow.invalid_link`
 * for an invalid link.
 */
export const getFollow = operation("GET", "/api/follow/:token", types<FollowTypes>);
export const confirmFollow = operation("POST", "/api/follow/:token", types<FollowTypes>);
export const stopFollow = operation("POST", "/api/follow/:token/stop", types<FollowTypes>);
