import { DONE } from "../../contracts/operation.ts";
import { forumModerationRules } from "../../contracts/forum.schemas.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readAuthor, deletePostsOf } from "./authors.service.ts";
import { toComment, toThread } from "./forum.mappers.ts";
import {
  restoreDeletedComment,
  restoreDeletedThread,
  readForumStats,
  removeComment,
  removeThread,
  renameThread,
  setLocked,
  setSticky,
} from "./forum.moderation.service.ts";

/** Moderation of discussions. */
export const forumAdminRoutes = implement(forumModerationRules, {
  renameThread: async (c, { id, body }) =>
    toThread(await renameThread(c.var.deps, id, body.title, moderatorOf(c)), "moderator"),
  setThreadSticky: async (c, { id, body }) =>
    toThread(await setSticky(c.var.deps, id, body.isSticky, moderatorOf(c)), "moderator"),
  setThreadLocked: async (c, { id, body }) =>
    toThread(await setLocked(c.var.deps, id, body.isLocked, moderatorOf(c)), "moderator"),
  async removeThread(c, { id }) {
    await removeThread(c.var.deps, id, moderatorOf(c));
    return DONE;
  },
  restoreThread: async (c, { id }) => toThread(await restoreDeletedThread(c.var.deps, id, moderatorOf(c)), "moderator"),
  async removeComment(c, { id }) {
    await removeComment(c.var.deps, id, moderatorOf(c));
    return DONE;
  },
  restoreComment: async (c, { id }) =>
    toComment(await restoreDeletedComment(c.var.deps, id, moderatorOf(c)), "moderator"),
  getForumStats: (c) => readForumStats(c.var.deps),
  getAuthor: (c, { id }) => readAuthor(c.var.deps, id),
  deletePostsOfAuthor: (c, { id }) => deletePostsOf(c.var.deps, id, moderatorOf(c)),
});
