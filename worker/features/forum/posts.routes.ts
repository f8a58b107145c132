import type { Context } from "hono";
import {
  commentDraft,
  commentEdit,
  identityRequest,
  ownPost,
  threadDraft,
  threadEdit,
  voteInput,
} from "../../contracts/forum.schemas.ts";
import { body, optionalBody } from "../../platform/body.ts";
import { siteCookie } from "../../platform/cookies.ts";
import { type AppEnv, router } from "../../platform/http.ts";
import { readId } from "../../platform/paging.ts";
import { notBanned } from "../bans/bans.guard.ts";
import { deleteOwnComment, editOwnComment, writeComment } from "./comments.service.ts";
import { identifyVisitor, requireWriter } from "./identity.service.ts";
import { deleteOwnThread, editOwnThread, startThread } from "./threads.service.ts";
import { vote } from "./votes.service.ts";
import type { Credentials, Writer } from "./writer.ts";

/** Browsers keep no cookie longer than 400 days. */
const COOKIE_S = 400 * 24 * 60 * 60;
/** The cookie with an identity's secret. Lax, so that it is sent when a link on another site opens a discussion. */
export const forumCookie = siteCookie("forum", "Lax", COOKIE_S);

/** The error's text is the message of the first invalid field. */
const firstFieldAsMessage = { tellFirst: true };

/** @throws AppError 401, 403 */
const writerOf = (c: Context<AppEnv>, given: Omit<Credentials, "cookie">): Promise<Writer> =>
  requireWriter(c.var.deps, { ...given, cookie: forumCookie.read(c) });

/**
 * The forum's writes under /api/discussion, within the common limit of writes per minute. Each requires the identity of
 * POST /user, by its cookie or `anonymousId` in the body; `authorId`, if given, must match it. Bodies without required
 * fields may be omitted.
 */
export const postRoutes = router()
  .post("/user", notBanned, optionalBody(identityRequest), async (c) => {
    const { anonymousId } = c.req.valid("json");
    const user = await identifyVisitor(c.var.deps, { anonymousId, cookie: forumCookie.read(c) }, c.var.client);
    forumCookie.set(c, user.anonymousId);
    return c.json(user);
  })
  .post("/threads", notBanned, body(threadDraft, "forum.invalid", firstFieldAsMessage), async (c) => {
    const { title, content, ...given } = c.req.valid("json");
    const writer = await writerOf(c, given);
    return c.json(await startThread(c.var.deps, writer, { title, content }, c.var.client), 201);
  })
  .put("/user/threads/:id", notBanned, body(threadEdit, "forum.invalid", firstFieldAsMessage), async (c) => {
    const { title, content, ...given } = c.req.valid("json");
    const writer = await writerOf(c, given);
    return c.json(await editOwnThread(c.var.deps, writer, readId(c.req.param("id")), { title, content }));
  })
  .delete("/user/threads/:id", notBanned, optionalBody(ownPost), async (c) => {
    const writer = await writerOf(c, c.req.valid("json"));
    await deleteOwnThread(c.var.deps, writer, readId(c.req.param("id")));
    return c.json({ success: true });
  })
  .post("/comments", notBanned, body(commentDraft, "forum.invalid", firstFieldAsMessage), async (c) => {
    const { content, threadId, parentId = null, ...given } = c.req.valid("json");
    const writer = await writerOf(c, given);
    return c.json(await writeComment(c.var.deps, writer, { content, threadId, parentId }, c.var.client), 201);
  })
  .put("/user/comments/:id", notBanned, body(commentEdit, "forum.invalid", firstFieldAsMessage), async (c) => {
    const { content, ...given } = c.req.valid("json");
    const writer = await writerOf(c, given);
    return c.json(await editOwnComment(c.var.deps, writer, readId(c.req.param("id")), content));
  })
  .delete("/user/comments/:id", notBanned, optionalBody(ownPost), async (c) => {
    const writer = await writerOf(c, c.req.valid("json"));
    await deleteOwnComment(c.var.deps, writer, readId(c.req.param("id")));
    return c.json({ success: true });
  })
  .put("/threads/:id/vote", notBanned, body(voteInput, "forum.invalid", firstFieldAsMessage), async (c) => {
    const { value, ...given } = c.req.valid("json");
    const writer = await writerOf(c, given);
    return c.json(
      await vote(c.var.deps, writer, { type: "thread", id: readId(c.req.param("id")) }, value, c.var.client),
    );
  })
  .put("/comments/:id/vote", notBanned, body(voteInput, "forum.invalid", firstFieldAsMessage), async (c) => {
    const { value, ...given } = c.req.valid("json");
    const writer = await writerOf(c, given);
    return c.json(
      await vote(c.var.deps, writer, { type: "comment", id: readId(c.req.param("id")) }, value, c.var.client),
    );
  });
