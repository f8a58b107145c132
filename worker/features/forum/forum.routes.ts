import type { Context } from "hono";
import { COMMENTS_PER_PAGE, COMMENTS_MAX, SORTS, THREADS_PER_PAGE, type ThreadSort } from "../../contracts/forum.ts";
import { forumRules } from "../../contracts/forum.schemas.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, pageRows } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { readId, readPaging } from "../../platform/paging.ts";
import { isModerator } from "../sessions/sessions.routes.ts";
import type { Audience } from "./forum.mappers.ts";
import {
  countVisibleComments,
  readComments,
  readSimilarThreads,
  readThread,
  readThreads,
} from "./forum.read.service.ts";
import { readerOf } from "./identity.service.ts";
import { forumCookie } from "./posts.routes.ts";
import { readListVotes, readMyVotes } from "./votes.service.ts";

/** Moderators get the public answer with `?public=1`, as the public pages request it. */
const audienceOf = async (c: Context<AppEnv>): Promise<Audience> =>
  c.req.query("public") !== "1" && (await isModerator(c)) ? "moderator" : "public";

const sortOf = (text: string | undefined): ThreadSort => SORTS.find((sort) => sort === text) ?? "hot";

async function threadFor(c: Context<AppEnv>, id: number | null) {
  const thread = await readThread(c.var.deps, id, await audienceOf(c));
  if (!thread) throw new AppError("forum.thread_not_found");
  return thread;
}

/** Threads whose votes are read at once. */
const LIST_VOTES = 100;

/** The forum's reads. */
export const forumRoutes = implement(forumRules, {
  async listThreads(c) {
    const query = c.req.query();
    const { limit, offset } = readPaging(query, THREADS_PER_PAGE);
    const asked = { sort: sortOf(query.sort), q: query.q ?? "", limit, offset };
    return readThreads(c.var.deps, asked, await audienceOf(c), c.var.client);
  },
  findSimilarThreads: (c) => readSimilarThreads(c.var.deps, c.req.query("title") ?? "", c.var.client),
  async getListVotes(c) {
    const ids = (c.req.query("ids") ?? "").split(",", LIST_VOTES).map(readId);
    const readerId = await readerOf(c.var.deps, forumCookie.read(c));
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
    const readerId = await readerOf(c.var.deps, forumCookie.read(c));
    return readMyVotes(c.var.deps, readerId, id);
  },
  getThread: (c, { id }) => threadFor(c, id),
  getThreadWithSlug: (c, { id }) => threadFor(c, id),
});
