import {
  SEARCH_MAX,
  SEARCH_MIN,
  SORTS,
  THREADS_PER_PAGE,
  type ThreadSort,
  COMMENTS_PER_PAGE,
  type Thread,
  threadPath,
} from "./forum.ts";
import { pageNumber } from "./list-pages.ts";
import { truncateLine } from "./text.ts";

/** The parameters in the URL of the thread list. */
export interface ThreadListView {
  sort: ThreadSort;
  /** Page number from 1. The page starts at thread (page − 1) · {@link THREADS_PER_PAGE}. */
  page: number;
  /** The cleaned search text; empty for all threads. */
  q: string;
}

export const DEFAULT_THREAD_LIST: ThreadListView = { sort: "hot", page: 1, q: "" };

/** Last page of a thread list, which ends at the 10,000th thread. */
const LAST_THREAD_PAGE = 10_000 / THREADS_PER_PAGE;

/** Normalises a search text; empty when it is too short. */
export function normalizeSearch(text: string): string {
  const q = truncateLine(text, SEARCH_MAX).trim();
  return Array.from(q).length < SEARCH_MIN ? "" : q;
}

/** Parses URL parameters, ignoring invalid ones. */
export function parseThreadList(parameters: URLSearchParams): ThreadListView {
  return {
    sort: SORTS.find((sort) => sort === parameters.get("sort")) ?? DEFAULT_THREAD_LIST.sort,
    page: pageNumber(parameters.get("page"), LAST_THREAD_PAGE),
    q: normalizeSearch(parameters.get("q") ?? ""),
  };
}

/** Returns the canonical query string of a thread list; empty for the default view. */
export function threadListQuery({ sort, page, q }: ThreadListView): string {
  const parameters = new URLSearchParams({
    ...(sort !== DEFAULT_THREAD_LIST.sort && { sort }),
    ...(q !== "" && { q }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}

/** Last page of a comment list, which ends at the 10,000th comment. */
const LAST_COMMENT_PAGE = 10_000 / COMMENTS_PER_PAGE;

/** Returns the page of comments in a query string, from 1. */
export const parseCommentPage = (query: string): number =>
  pageNumber(new URLSearchParams(query).get("page"), LAST_COMMENT_PAGE);

/** Returns the canonical query string of a page of comments; empty for the first page. */
export const commentPageQuery = (page: number): string => (page > 1 ? `?page=${page}` : "");

/** Returns the path of a page of a discussion's comments. The first page has the path of the discussion. */
export const commentPagePath = (thread: Pick<Thread, "id" | "seoSlug">, page: number): string =>
  threadPath(thread) + commentPageQuery(page);

/** Returns the number of comments before a page. */
export const commentsBefore = (page: number): number => (page - 1) * COMMENTS_PER_PAGE;

/** Returns the next page if some of the `count` comments are on it and it is not beyond the last page; else null. */
export const nextCommentPage = (page: number, count: number): number | null =>
  count > page * COMMENTS_PER_PAGE && page < LAST_COMMENT_PAGE ? page + 1 : null;
