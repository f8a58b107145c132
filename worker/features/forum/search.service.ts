import type { SimilarThread, ThreadList, ThreadSort } from "../../contracts/forum.ts";
import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import { searchPrefix, wordsOf } from "../../contracts/search-words.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { type Audience, toThread } from "./forum.mappers.ts";
import { commentTexts, foundThreads, threadsByTitle } from "./search.repo.ts";
import { excerptOfTerms, matchAll, matchTitle, significantPrefixes, termsOf } from "./search-terms.ts";
import { threadsAmong } from "./threads.repo.ts";

/**
 * Threads whose title, content or comments contain all words of `q` by prefix, and all of its pieces, in an order, with
 * excerpts; of very many hits the newest are considered. Deleted posts are not indexed, not even for moderators.
 */
export async function searchThreads(
  deps: Deps,
  q: string,
  sort: ThreadSort,
  { limit, offset }: PageWindow,
  audience: Audience,
): Promise<ThreadList> {
  const terms = termsOf(q);
  const { beginnings, pieces } = terms;
  if (beginnings.length + pieces.length === 0) return { threads: [], hasMore: false, totalCount: 0 };
  const words = beginnings.length === 0 ? null : matchAll(beginnings);
  const found = await foundThreads(deps, { words, pieces }, sort);
  const page = found.slice(offset, offset + limit);
  const commentIds = page.flatMap(({ isItself, commentId }) => (!isItself && commentId !== null ? [commentId] : []));
  const [rows, comments] = await Promise.all([
    threadsAmong(
      deps,
      page.map(({ id }) => id),
    ),
    commentIds.length > 0 ? commentTexts(deps, commentIds) : [],
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const texts = new Map(comments.map(({ id, content }) => [id, content]));
  const threads = page.flatMap(({ id, isItself, commentId }) => {
    const row = known.get(id);
    if (!row) return [];
    // A match in the thread takes precedence over one in a comment.
    const parts = isItself
      ? (excerptOfTerms(row.content, terms) ?? excerptOfTerms(uncapitalizeTitle(row.title), terms))
      : excerptOfTerms(texts.get(commentId ?? 0) ?? "", terms);
    const hit = parts && { commentId: isItself ? null : commentId, parts };
    return [{ ...toThread(row, audience), ...(hit && { hit }) }];
  });
  return { threads, hasMore: found.length > offset + limit, totalCount: found.length };
}

const SIMILAR_MAX = 5;
/** Titles considered: with all of the words, and with any. */
const LOOKED_AT = { all: 50, any: 200 };
/** The minimum share of a title's significant words in another title. */
const ENOUGH = 0.4;

/** At most 5 threads whose titles share enough significant words, the most similar first. */
export async function findSimilarThreads(deps: Deps, title: string): Promise<SimilarThread[]> {
  const wanted = significantPrefixes(title);
  if (wanted.length === 0) return [];
  const [all, any] = await Promise.all([
    threadsByTitle(deps, matchTitle(wanted, "AND"), LOOKED_AT.all),
    wanted.length === 1 ? [] : threadsByTitle(deps, matchTitle(wanted, "OR"), LOOKED_AT.any),
  ]);
  const known = new Map([...any, ...all].map((thread) => [thread.id, thread]));
  return [...known.values()]
    .map((thread) => {
      const words = wordsOf(thread.title).map(searchPrefix);
      const shared = wanted.filter((beginning) => words.some((word) => word.startsWith(beginning)));
      return { thread, share: shared.length / wanted.length };
    })
    .filter(({ share }) => share >= ENOUGH)
    .sort((left, right) => right.share - left.share || right.thread.id - left.thread.id)
    .slice(0, SIMILAR_MAX)
    .map(({ thread }) => ({ ...thread, title: uncapitalizeTitle(thread.title) }));
}
