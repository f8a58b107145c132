import { lockInput, stickyInput, titleInput } from "../../contracts/forum.schemas.ts";
import { body } from "../../platform/body.ts";
import { moderatorOf, router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
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

/** Moderation under /api/discussion, for moderators. */
export const forumAdminRoutes = router()
  .put("/threads/:id", body(titleInput), async (c) => {
    const thread = await renameThread(c.var.deps, readId(c.req.param("id")), c.req.valid("json").title, moderatorOf(c));
    return c.json(toThread(thread, "moderator"));
  })
  .put("/admin/thread/:id/sticky", body(stickyInput), async (c) => {
    const thread = await setSticky(c.var.deps, readId(c.req.param("id")), c.req.valid("json").isSticky, moderatorOf(c));
    return c.json(toThread(thread, "moderator"));
  })
  .put("/admin/thread/:id/lock", body(lockInput), async (c) => {
    const thread = await setLocked(c.var.deps, readId(c.req.param("id")), c.req.valid("json").isLocked, moderatorOf(c));
    return c.json(toThread(thread, "moderator"));
  })
  .delete("/admin/thread/:id", async (c) => {
    await removeThread(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
    return c.json({ success: true });
  })
  .post("/admin/thread/:id/restore", async (c) => {
    const thread = await restoreDeletedThread(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
    return c.json(toThread(thread, "moderator"));
  })
  .delete("/admin/comment/:id", async (c) => {
    await removeComment(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
    return c.json({ success: true });
  })
  .post("/admin/comment/:id/restore", async (c) => {
    const comment = await restoreDeletedComment(c.var.deps, readId(c.req.param("id")), moderatorOf(c));
    return c.json(toComment(comment, "moderator"));
  })
  .get("/admin/stats", async (c) => c.json(await readForumStats(c.var.deps)))
  .get("/admin/author/:id", async (c) => c.json(await readAuthor(c.var.deps, readId(c.req.param("id")))))
  .delete("/admin/author/:id/posts", async (c) =>
    c.json(await deletePostsOf(c.var.deps, readId(c.req.param("id")), moderatorOf(c))),
  );
