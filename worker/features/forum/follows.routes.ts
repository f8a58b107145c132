import { DONE } from "../../contracts/operation.ts";
import { forumWritingRules } from "../../contracts/forum.schemas.ts";
import { FOLLOW_MESSAGE } from "../../contracts/subscribers.ts";
import { router } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { requestFollow, confirm, followOfToken, stop, toFollowView } from "./follows.service.ts";

/** Requests to follow a discussion, and the mailed links, which change nothing when they are opened. */
export const followRoutes = implement(forumWritingRules, {
  async requestFollow(c, { id, body }) {
    await requestFollow(c.var.deps, id, body.email, c.var.client);
    return { message: FOLLOW_MESSAGE };
  },
  getFollow: async (c, { token }) => toFollowView(await followOfToken(c.var.deps, token)),
  async confirmFollow(c, { token }) {
    const opened = await followOfToken(c.var.deps, token);
    return toFollowView(await confirm(c.var.deps, opened));
  },
  async stopFollow(c, { token }) {
    const opened = await followOfToken(c.var.deps, token);
    return toFollowView(await stop(c.var.deps, opened));
  },
});

/**
 * POST /follow/{token}: one-click stopping, at the same address as the page. It stops with any link. Such requests of mail
 * clients (RFC 8058) are forms without cookies or origin.
 */
export const oneClickStopRoutes = router().post("/follow/:token", async (c) => {
  await stop(c.var.deps, await followOfToken(c.var.deps, c.req.param("token")));
  return c.json(DONE);
});
