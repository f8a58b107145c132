import type { Context } from "hono";
import { COMMENTS_PER_PAGE, COMMENTS_MAX, SORTS, THREADS_PER_PAGE, type ThreadSort } from "../../contracts/forum.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, router } from "../../platform/http.ts";
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

async function answerThread(c: Context<AppEnv>, id: string) {
  const thread = await readThread(c.var.deps, readId(id), await audienceOf(c));
  if (!thread) throw new AppError("forum.thread_not_found");
  return c.json(thread);
}

/** Threads whose votes are read at once. */
const LIST_VOTES = 100;

/**
 * The forum's reads under /api/discussion, which the edge does not cache. Malformed numbers are clamped or ignored.
 * - GET /threads?limit&offset&sort&q → ThreadList; with q 429 when the network searches too often
 * - GET /threads/similar?title → SimilarThread[]; 429 as above
 * - GET /threads/votes?ids=1,2 → ListVotes, of the first 100
 * - GET /thread/{id}, /thread/{id}/{slug} → Thread
 * - GET /thread/{id}/comments?after&limit&offset → Comment[], oldest first, at most 5,000 or 4 MB of text;
 * X-Total-Count has their number
 * - GET /thread/{id}/votes → MyVotes
 */
export const forumRoutes = router()
  .get("/threads", async (c) => {
    const query = c.req.query();
    const { limit, offset } = readPaging(query, THREADS_PER_PAGE);
    const asked = { sort: sortOf(query.sort), q: query.q ?? "", limit, offset };
    return c.json(await readThreads(c.var.deps, asked, await audienceOf(c), c.var.client));
  })
  .get("/threads/similar", async (c) =>
    c.json(await readSimilarThreads(c.var.deps, c.req.query("title") ?? "", c.var.client)),
  )
  .get("/threads/votes", async (c) => {
    const ids = (c.req.query("ids") ?? "").split(",", LIST_VOTES).map(readId);
    const readerId = await readerOf(c.var.deps, forumCookie.read(c));
    return c.json(
      await readListVotes(
        c.var.deps,
        readerId,
        ids.filter((id) => id !== null),
      ),
    );
  })
  .get("/thread/:id/comments", async (c) => {
    const { deps } = c.var;
    const query = c.req.query();
    const audience = await audienceOf(c);
    const thread = await readThread(deps, readId(c.req.param("id")), audience);
    if (!thread) throw new AppError("forum.thread_not_found");
    const paging = readPaging(query, COMMENTS_PER_PAGE);
    const limit = query.limit === undefined ? COMMENTS_MAX : paging.limit;
    const asked = { after: readId(query.after ?? ""), offset: paging.offset, limit };
    const { comments } = await readComments(deps, thread.id, asked, audience);
    c.header("X-Total-Count", String(await countVisibleComments(deps, thread, audience)));
    return c.json(comments);
  })
  .get("/thread/:id/votes", async (c) => {
    const readerId = await readerOf(c.var.deps, forumCookie.read(c));
    return c.json(await readMyVotes(c.var.deps, readerId, readId(c.req.param("id"))));
  })
  .get("/thread/:id", (c) => answerThread(c, c.req.param("id")))
  .get("/thread/:id/:slug", (c) => answerThread(c, c.req.param("id")));
