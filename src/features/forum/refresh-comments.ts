import { type Comment, COMMENTS_PER_PAGE } from "../../../worker/contracts/forum.ts";
import { withoutComment } from "./comment-tree.ts";

/** Number of pages per refetch. */
const PAGES_AT_ONCE = 3;

/**
 * Loaded comments of a thread: all comments from the first loaded page up to `end`, and after them only the visitor's
 * own.
 */
export interface LoadedComments {
  comments: Comment[];
  /** Id of the last comment before any gap; 0 if there is none. */
  end: number;
  /** True if the first loaded page is not page 1. */
  hasEarlier: boolean;
  hasMore: boolean;
  /** Number of refetches so far, which selects the middle page to refetch next. */
  turn?: number;
}

/**
 * A range of comment ids greater than `after`, up to and including `last`. At the end of the list, `last` is infinite.
 */
interface CommentRange {
  after: number;
  last: number;
}

/** Returns the pages to refetch: the first, the last, and one of the pages between them, a different one each time. */
export function pagesToRefresh({ comments, end, hasEarlier, hasMore, turn = 0 }: LoadedComments): CommentRange[] {
  const ids = comments.map(({ id }) => id).filter((id) => id <= end);
  const ends = ids.filter((_id, index) => (index + 1) % COMMENTS_PER_PAGE === 0);
  const last = hasMore ? end : Number.POSITIVE_INFINITY;
  if (ends.at(-1) !== last) ends.push(last);
  const start = hasEarlier ? (comments[0]?.id ?? 1) - 1 : 0;
  const all = ends.map((pageEnd, index) => ({ after: ends[index - 1] ?? start, last: pageEnd }));
  if (all.length <= PAGES_AT_ONCE) return all;
  const between = all.slice(1, -1);
  return [all[0], between[turn % between.length], all.at(-1)].filter((page) => page !== undefined);
}

/** Merges refetched pages into the loaded comments. Replies to a deleted comment move to its parent. */
export function mergeRefreshedPages(
  known: LoadedComments,
  pages: readonly (CommentRange & { comments: Comment[] })[],
): LoadedComments {
  let { comments, hasMore } = known;
  for (const page of pages) {
    const isWhole = page.comments.length < COMMENTS_PER_PAGE;
    const lastCovered = isWhole ? page.last : Math.min(page.last, page.comments.at(-1)?.id ?? page.last);
    const now = page.comments.filter(({ id }) => id <= lastCovered);
    const ids = new Set(now.map(({ id }) => id));
    const gone = comments.filter(({ id }) => id > page.after && id <= lastCovered && !ids.has(id));
    const others = comments.filter(({ id }) => id <= page.after || id > lastCovered);
    comments = [...others, ...now].toSorted((one, other) => one.id - other.id);
    for (const comment of gone) comments = withoutComment(comments, comment);
    if (page.last === Number.POSITIVE_INFINITY) hasMore = !isWhole;
  }
  const loaded = known.hasMore ? comments.filter(({ id }) => id <= known.end) : comments;
  return { ...known, comments, hasMore, end: loaded.at(-1)?.id ?? 0, turn: (known.turn ?? 0) + 1 };
}
