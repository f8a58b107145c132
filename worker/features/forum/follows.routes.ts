import { FOLLOW_MESSAGE } from "../../contracts/subscribers.ts";
import { followInput } from "../../contracts/forum.schemas.ts";
import { emailProblem } from "../../contracts/subscribers.schemas.ts";
import { body } from "../../platform/body.ts";
import { router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import { exemptFromWriteLimit } from "../../platform/rate-limits.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { requestFollow, confirm, followOfToken, stop, toFollowView } from "./follows.service.ts";

/** POST /api/discussion/threads/{id}/follow { email } → { message }, the same for every address. */
export const followRoutes = router().post(
  "/threads/:id/follow",
  notBanned,
  body(followInput, emailProblem),
  async (c) => {
    const { deps, client } = c.var;
    await requestFollow(deps, readId(c.req.param("id")), c.req.valid("json").email, client);
    return c.json({ message: FOLLOW_MESSAGE });
  },
);

/**
 * Mailed links under /api/follow: GET shows a follow and changes nothing, POST confirms it, POST …/stop stops it.
 * One-click requests of mail clients (RFC 8058) are forms without cookies or origin.
 */
export const followLinkRoutes = router()
  .get("/:token", async (c) => c.json(toFollowView(await followOfToken(c.var.deps, c.req.param("token")))))
  .post("/:token", async (c) => {
    const opened = await followOfToken(c.var.deps, c.req.param("token"));
    return c.json(toFollowView(await confirm(c.var.deps, opened)));
  })
  .post("/:token/stop", exemptFromWriteLimit, async (c) => {
    const opened = await followOfToken(c.var.deps, c.req.param("token"));
    return c.json(toFollowView(await stop(c.var.deps, opened)));
  });

/** POST /follow/{token}: one-click stopping, at the same address as the page. It stops with any link. */
export const oneClickStopRoutes = router().post("/follow/:token", async (c) => {
  await stop(c.var.deps, await followOfToken(c.var.deps, c.req.param("token")));
  return c.json({ success: true });
});
