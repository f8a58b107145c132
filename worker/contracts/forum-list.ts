import { SEARCH_MAX, SEARCH_MIN, SORTS, THREADS_A_PAGE, type ThreadSort } from "./forum.ts";
import { pageNumber } from "./page-number.ts";
import { beginningOfLine } from "./text.ts";

/** What the address of the list of threads asks for. */
export interface ThreadListView {
  sort: ThreadSort;
  /** From 1; starts at thread (page − 1) · {@link THREADS_A_PAGE}. */
  page: number;
  /** What is searched for, cleaned; empty for everything. */
  q: string;
}

export const FIRST_THREADS: ThreadListView = { sort: "hot", page: 1, q: "" };

/** Nobody reads further: the list answers nothing beyond its 10,000th thread. */
const PAGE_MAX = 10_000 / THREADS_A_PAGE;

/** Text as it is searched for; empty when it is too short to be. */
export function searchedFor(text: string): string {
  const q = beginningOfLine(text, SEARCH_MAX).trim();
  return Array.from(q).length < SEARCH_MIN ? "" : q;
}

/** What the parameters of an address ask for; what cannot be understood is passed over. */
export function threadListNamed(parameters: URLSearchParams): ThreadListView {
  return {
    sort: SORTS.find((sort) => sort === parameters.get("sort")) ?? FIRST_THREADS.sort,
    page: pageNumber(parameters.get("page"), PAGE_MAX),
    q: searchedFor(parameters.get("q") ?? ""),
  };
}

/** The query of a list's address, in one spelling; empty for the list as it is shown at first. */
export function threadListQuery({ sort, page, q }: ThreadListView): string {
  const parameters = new URLSearchParams({
    ...(sort !== FIRST_THREADS.sort && { sort }),
    ...(q !== "" && { q }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? "" : `?${parameters.toString()}`;
}
