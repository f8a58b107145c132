import type { Context } from "hono";
import { DONE } from "../../contracts/operation.ts";
import { forumRules, forumWritingRules } from "../../contracts/forum.schemas.ts";
import { siteCookie } from "../../platform/cookies.ts";
import type { AppEnv } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { deleteOwnComment, editOwnComment, writeComment } from "./comments.service.ts";
import { identifyVisitor, requireWriter } from "./identity.service.ts";
import { deleteOwnThread, editOwnThread, startThread } from "./threads.service.ts";
import { vote } from "./votes.service.ts";
import type { Credentials, Writer } from "./writer.ts";

/** Browsers keep no cookie longer than 400 days. */
const COOKIE_S = 400 * 24 * 60 * 60;
/** The cookie with an identity's secret. Lax, so that it is sent when a link on another site opens a discussion. */
export const forumCookie = siteCookie("forum", "Lax", COOKIE_S);

/** @throws AppError 401, 403 */
const writerOf = (c: Context<AppEnv>, given: Omit<Credentials, "cookie">): Promise<Writer> =>
  requireWriter(c.var.deps, { ...given, cookie: forumCookie.read(c) });

/** The forum's writes. Each requires the identity that `identifyVisitor` gives. */
export const postRoutes = [
  ...implement(forumWritingRules, {
    async createThread(c, { body: { title, content, ...given } }) {
      const writer = await writerOf(c, given);
      return startThread(c.var.deps, writer, { title, content }, c.var.client);
    },
    async editOwnThread(c, { id, body: { title, content, ...given } }) {
      const writer = await writerOf(c, given);
      return editOwnThread(c.var.deps, writer, id, { title, content });
    },
    async deleteOwnThread(c, { id, body }) {
      const writer = await writerOf(c, body);
      await deleteOwnThread(c.var.deps, writer, id);
      return DONE;
    },
    async createComment(c, { body: { content, threadId, parentId = null, ...given } }) {
      const writer = await writerOf(c, given);
      return writeComment(c.var.deps, writer, { content, threadId, parentId }, c.var.client);
    },
    async editOwnComment(c, { id, body: { content, ...given } }) {
      const writer = await writerOf(c, given);
      return editOwnComment(c.var.deps, writer, id, content);
    },
    async deleteOwnComment(c, { id, body }) {
      const writer = await writerOf(c, body);
      await deleteOwnComment(c.var.deps, writer, id);
      return DONE;
    },
  }),
  ...implement(forumRules, {
    async identifyVisitor(c, { body: { anonymousId } }) {
      const user = await identifyVisitor(c.var.deps, { anonymousId, cookie: forumCookie.read(c) }, c.var.client);
      forumCookie.set(c, user.anonymousId);
      return user;
    },
    async voteOnThread(c, { id, body: { value, ...given } }) {
      const writer = await writerOf(c, given);
      return vote(c.var.deps, writer, { type: "thread", id }, value, c.var.client);
    },
    async voteOnComment(c, { id, body: { value, ...given } }) {
      const writer = await writerOf(c, given);
      return vote(c.var.deps, writer, { type: "comment", id }, value, c.var.client);
    },
  }),
];
