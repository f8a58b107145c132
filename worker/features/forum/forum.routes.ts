import type { Context } from "hono";
import { forumRules, forumWritingRules, forumModerationRules } from "../../contracts/forum.schemas.ts";
import {
  COMMENTS_PER_PAGE,
  COMMENTS_MAX,
  SORTS,
  THREADS_PER_PAGE,
  type ThreadList,
  type ThreadSort,
} from "../../contracts/forum.ts";
import { DONE } from "../../contracts/operation.ts";
import { FOLLOW_MESSAGE } from "../../contracts/subscribers.ts";
import { siteCookie, type AppEnv, pageRows, router, moderatorOf } from "../../platform/http.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { implement } from "../../platform/implement.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { isModerator } from "../sessions/sessions.routes.ts";
import {
  requestFollow,
  confirmFollowByLink,
  followOfToken,
  stopFollowByLink,
  toFollowView,
} from "./follows.service.ts";
import { type Audience, toComment, toThread } from "./forum.mappers.ts";
import {
  readAuthor,
  deletePostsOf,
  restoreDeletedComment,
  restoreDeletedThread,
  readForumStats,
  removeComment,
  removeThread,
  renameThread,
  setLocked,
  setSticky,
} from "./forum.moderation.service.ts";
import {
  countVisibleComments,
  readComments,
  readSimilarThreads,
  readThread,
  readThreads,
} from "./forum.read.service.ts";
import { findIdentityId, identifyVisitor, requireWriter } from "./identity.service.ts";
import {
  deleteOwnComment,
  editOwnComment,
  writeComment,
  deleteOwnThread,
  editOwnThread,
  startThread,
  type Credentials,
  type Writer,
  readListVotes,
  readMyVotes,
  vote,
} from "./posts.service.ts";

/** Maximum age of the identity cookie in seconds, because browsers limit cookies to 400 days. */
const COOKIE_S = 400 * 24 * 60 * 60;
/**
 * Cookie with the secret of an identity. SameSite is Lax, so that browsers also send the cookie when a visitor follows
 * a link from another site.
 */
const forumCookie = siteCookie("forum", "Lax", COOKIE_S);

/** @throws AppError 401, 403 */
const writerOf = (c: Context<AppEnv>, given: Omit<Credentials, "cookie">): Promise<Writer> =>
  requireWriter(c.var.deps, { ...given, cookie: forumCookie.read(c) });

/** Routes that write to the forum, each of which requires an identity issued by `identifyVisitor`. */
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

/**
 * Returns the audience of a request. Moderators get the public response if the request has `?public=1`, which the
 * public pages send.
 */
const audienceOf = async (c: Context<AppEnv>): Promise<Audience> =>
  c.req.query("public") !== "1" && (await isModerator(c)) ? "moderator" : "public";

const sortOf = (text: string | undefined): ThreadSort => SORTS.find((sort) => sort === text) ?? "hot";

/**
 * Returns the number of open reports on each thread. The application provides this function, because the reports
 * feature already imports the forum.
 */
type CountReports = (deps: Deps, threads: readonly number[]) => Promise<ReadonlyMap<number, number>>;

async function withReportCounts(deps: Deps, list: ThreadList, countReports: CountReports): Promise<ThreadList> {
  const counts = await countReports(
    deps,
    list.threads.map(({ id }) => id),
  );
  return { ...list, threads: list.threads.map((thread) => ({ ...thread, reportCount: counts.get(thread.id) ?? 0 })) };
}

async function threadFor(c: Context<AppEnv>, id: number | null) {
  const thread = await readThread(c.var.deps, id, await audienceOf(c));
  if (!thread) throw new AppError("forum.thread_not_found");
  return thread;
}

/** Maximum number of threads whose votes are read in one request. */
const LIST_VOTES = 100;

/** Routes that read the forum. */
export const forumRoutes = (countReports: CountReports) =>
  implement(forumRules, {
    async listThreads(c) {
      const query = c.req.query();
      const { limit, offset } = readPaging(query, THREADS_PER_PAGE);
      const asked = { sort: sortOf(query.sort), q: query.q ?? "", limit, offset };
      const audience = await audienceOf(c);
      const list = await readThreads(c.var.deps, asked, audience, c.var.client);
      return audience === "moderator" ? withReportCounts(c.var.deps, list, countReports) : list;
    },
    findSimilarThreads: (c) => readSimilarThreads(c.var.deps, c.req.query("title") ?? "", c.var.client),
    async getListVotes(c) {
      const ids = (c.req.query("ids") ?? "").split(",", LIST_VOTES).map(readId);
      const readerId = await findIdentityId(c.var.deps, forumCookie.read(c));
      return readListVotes(
        c.var.deps,
        readerId,
        ids.filter((id) => id !== null),
      );
    },
    async listComments(c, { id }) {
      const { deps } = c.var;
      const query = c.req.query();
      const audience = await audienceOf(c);
      const thread = await readThread(deps, id, audience);
      if (!thread) throw new AppError("forum.thread_not_found");
      const paging = readPaging(query, COMMENTS_PER_PAGE);
      const limit = query.limit === undefined ? COMMENTS_MAX : paging.limit;
      const asked = { after: readId(query.after ?? ""), offset: paging.offset, limit };
      const { comments } = await readComments(deps, thread.id, asked, audience);
      return pageRows(c, { rows: comments, total: await countVisibleComments(deps, thread, audience) });
    },
    async getMyVotes(c, { id }) {
      const readerId = await findIdentityId(c.var.deps, forumCookie.read(c));
      return readMyVotes(c.var.deps, readerId, id);
    },
    getThread: (c, { id }) => threadFor(c, id),
    getThreadWithSlug: (c, { id }) => threadFor(c, id),
  });

/**
 * Routes for following a discussion, and for the links in emails to followers. Opening an emailed link changes nothing.
 */
export const followRoutes = implement(forumWritingRules, {
  async requestFollow(c, { id, body }) {
    await requestFollow(c.var.deps, id, body.email, c.var.client);
    return { message: FOLLOW_MESSAGE };
  },
  getFollow: async (c, { token }) => toFollowView(await followOfToken(c.var.deps, token)),
  async confirmFollow(c, { token }) {
    const opened = await followOfToken(c.var.deps, token);
    return toFollowView(await confirmFollowByLink(c.var.deps, opened));
  },
  async stopFollow(c, { token }) {
    const opened = await followOfToken(c.var.deps, token);
    return toFollowView(await stopFollowByLink(c.var.deps, opened));
  },
});

/**
 * Handles POST /follow/{token}: one-click unsubscribing (RFC 8058). The page has the same URL, and any emailed link can
 * stop the follow. Email clients send forms without cookies or origin.
 */
export const oneClickStopRoutes = router().post("/follow/:token", async (c) => {
  await stopFollowByLink(c.var.deps, await followOfToken(c.var.deps, c.req.param("token")));
  return c.json(DONE);
});

/** Routes for the moderation of discussions. */
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
