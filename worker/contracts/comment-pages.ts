import { COMMENTS_A_PAGE, type Thread, threadPath } from "./forum.ts";
import { pageNumber } from "./page-number.ts";

/** Nobody reads further: the list of comments answers nothing beyond its 10,000th. */
const PAGE_MAX = 10_000 / COMMENTS_A_PAGE;

/** The page of a discussion's comments, from 1, that the query of its address names. */
export const commentPageNamed = (query: string): number => pageNumber(new URLSearchParams(query).get("page"), PAGE_MAX);

/** The query of a page of comments in its one spelling; empty for the first. */
export const commentPageQuery = (page: number): string => (page > 1 ? `?page=${page}` : "");

/** Address of a page of a discussion's comments; the first is the discussion's own. */
export const commentPagePath = (thread: Pick<Thread, "id" | "seoSlug">, page: number): string =>
  threadPath(thread) + commentPageQuery(page);

/** Comments before a page. */
export const commentsBefore = (page: number): number => (page - 1) * COMMENTS_A_PAGE;

/** The page after one that `count` comments reach beyond; null where there is none with an address. */
export const nextCommentPage = (page: number, count: number): number | null =>
  count > page * COMMENTS_A_PAGE && page < PAGE_MAX ? page + 1 : null;
