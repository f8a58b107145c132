import type { Context } from "hono";
import { commentPageNamed, commentPageQuery, commentsBefore } from "../contracts/comment-pages.ts";
import { COMMENTS_A_PAGE, threadPath } from "../contracts/forum.ts";
import { FIRST_THREADS, threadListNamed, threadListQuery } from "../contracts/forum-list.ts";
import { readComments, readThread, readThreadPage } from "../features/forum/forum.read.service.ts";
import type { AppEnv } from "../platform/http.ts";
import type { Page, Redirect } from "./answer-page.ts";

/** The part of the list of discussions that the address asks for. Throws `request.rate_limited` for too many searches. */
export async function loadThreads(c: Context<AppEnv>): Promise<Page> {
  const view = threadListNamed(new URL(c.req.url).searchParams);
  const list = await readThreadPage(c.var.deps, view, c.var.client);
  // Search engines keep the plain list; searched or in another order, it holds the same discussions.
  if (view.q !== "" || view.sort !== FIRST_THREADS.sort) c.header("X-Robots-Tag", "noindex");
  const isPastLastPage = view.page > 1 && list.threads.length === 0;
  // Searches, and pages behind the end, are without number.
  const isKept = view.q === "" && !isPastLastPage;
  return {
    data: { page: "threads", view, list },
    ...(isPastLastPage && { status: 404 }),
    ...(isKept && { cache: { response: "GET /discussions", query: threadListQuery(view) } }),
  };
}

/** A page of a thread at its canonical address; other slugs lead there. Deleted ones answer 410, unknown ones 404. */
export async function loadThread(c: Context<AppEnv>, id: number | null): Promise<Page | Redirect> {
  const { deps } = c.var;
  const thread = await readThread(deps, id);
  if (thread) {
    const canonical = threadPath(thread);
    const { search } = new URL(c.req.url);
    if (c.req.path !== canonical) return { redirectTo: canonical + search };
    const page = commentPageNamed(search);
    const asked = { offset: commentsBefore(page), limit: COMMENTS_A_PAGE };
    const { comments } = await readComments(deps, thread.id, asked);
    const isPastLastPage = page > 1 && comments.length === 0;
    if (isPastLastPage) c.header("X-Robots-Tag", "noindex");
    return {
      data: { page: "thread", thread, comments, pageNumber: page },
      // Pages behind the end are without number.
      ...(isPastLastPage
        ? { status: 404 }
        : { cache: { response: "GET /discussions/thread", id: thread.id, query: commentPageQuery(page) } }),
    };
  }
  // Moderators still see what was deleted.
  if (id === null || !(await readThread(deps, id, "moderator")))
    return { data: { page: "thread_gone", id: id ?? 0 }, status: 404 };
  return { data: { page: "thread_gone", id }, status: 410, cache: { response: "GET /discussions/thread", id } };
}
