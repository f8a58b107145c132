import type { Context } from "hono";
import {
  parseCommentPage,
  commentPageQuery,
  commentsBefore,
  DEFAULT_THREAD_LIST,
  parseThreadList,
  threadListQuery,
} from "../contracts/forum-list.ts";
import { COMMENTS_PER_PAGE, threadPath } from "../contracts/forum.ts";
import { readComments, readThread, readThreadPage } from "../features/forum/forum.read.service.ts";
import type { AppEnv } from "../platform/http.ts";
import type { Page, Redirect } from "./answer-page.ts";

/** The page of the discussion list in the URL. Throws `request.rate_limited` for too many searches. */
export async function loadThreads(c: Context<AppEnv>): Promise<Page> {
  const view = parseThreadList(new URL(c.req.url).searchParams);
  const list = await readThreadPage(c.var.deps, view, c.var.client);
  // Search results and other orders hold the same discussions as the plain list, so only that is indexed.
  if (view.q !== "" || view.sort !== DEFAULT_THREAD_LIST.sort) c.header("X-Robots-Tag", "noindex");
  const isPastLastPage = view.page > 1 && list.threads.length === 0;
  // Searches and pages past the end are unlimited in number, so they are not cached.
  const isKept = view.q === "" && !isPastLastPage;
  return {
    data: { page: "threads", view, list },
    ...(isPastLastPage && { status: 404 }),
    ...(isKept && { cache: { response: "GET /discussions", query: threadListQuery(view) } }),
  };
}

/** A page of a thread at its canonical URL; other slugs redirect to it. Deleted ones answer 410, unknown ones 404. */
export async function loadThread(c: Context<AppEnv>, id: number | null): Promise<Page | Redirect> {
  const { deps } = c.var;
  const thread = await readThread(deps, id);
  if (thread) {
    const canonical = threadPath(thread);
    const { search } = new URL(c.req.url);
    if (c.req.path !== canonical) return { redirectTo: canonical + search };
    const page = parseCommentPage(search);
    const asked = { offset: commentsBefore(page), limit: COMMENTS_PER_PAGE };
    const { comments } = await readComments(deps, thread.id, asked);
    const isPastLastPage = page > 1 && comments.length === 0;
    if (isPastLastPage) c.header("X-Robots-Tag", "noindex");
    return {
      data: { page: "thread", thread, comments, pageNumber: page },
      // Pages past the end are unlimited in number, so they are not cached.
      ...(isPastLastPage
        ? { status: 404 }
        : { cache: { response: "GET /discussions/thread", id: thread.id, query: commentPageQuery(page) } }),
    };
  }
  // Moderators can still see deleted ones.
  if (id === null || !(await readThread(deps, id, "moderator")))
    return { data: { page: "thread_gone", id: id ?? 0 }, status: 404 };
  return { data: { page: "thread_gone", id }, status: 410, cache: { response: "GET /discussions/thread", id } };
}
