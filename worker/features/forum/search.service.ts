import type { SimilarThread, ThreadList, ThreadSort } from "../../contracts/forum.ts";
import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import { searchPrefix, excerptAround, wordsOf } from "../../contracts/search-words.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { type Audience, toSimilarThread, toThread } from "./forum.mappers.ts";
import { commentTexts, foundThreads, threadsByTitle } from "./search.repo.ts";
import { allOf, beginningsIn, inTitle, tellingBeginnings } from "./search.words.ts";
import { threadsAmong } from "./threads.repo.ts";

/**
 * Threads in whose title, content or comments all words of `q` are found, in an order, each with the place. Words are
 * found by their beginnings; of very many hits the newest are looked at. Deleted posts are not in the index, so
 * moderators do not find them here either: those are in their list.
 */
export async function searchThreads(
  deps: Deps,
  q: string,
  sort: ThreadSort,
  { limit, offset }: PageWindow,
  audience: Audience,
): Promise<ThreadList> {
  const beginnings = beginningsIn(q);
  if (beginnings.length === 0) return { threads: [], hasMore: false, totalCount: 0 };
  const found = await foundThreads(deps, allOf(beginnings), sort);
  const page = found.slice(offset, offset + limit);
  const said = page.flatMap(({ isItself, commentId }) => (!isItself && commentId !== null ? [commentId] : []));
  const [rows, comments] = await Promise.all([
    threadsAmong(
      deps,
      page.map(({ id }) => id),
    ),
    said.length > 0 ? commentTexts(deps, said) : [],
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const texts = new Map(comments.map(({ id, content }) => [id, content]));
  const threads = page.flatMap(({ id, isItself, commentId }) => {
    const row = known.get(id);
    if (!row) return [];
    // In itself rather than in its newest comment.
    const parts = isItself
      ? (excerptAround(row.content, beginnings) ?? excerptAround(uncapitalizeTitle(row.title), beginnings))
      : excerptAround(texts.get(commentId ?? 0) ?? "", beginnings);
    const hit = parts && { commentId: isItself ? null : commentId, parts };
    return [{ ...toThread(row, audience), ...(hit && { hit }) }];
  });
  return { threads, hasMore: found.length > offset + limit, totalCount: found.length };
}

const SIMILAR_MAX = 5;
/** Titles looked at: those with all of the words, and those with any. */
const LOOKED_AT = { all: 50, any: 200 };
/** Of the words that tell what a title is about, the share that must be in the other one. */
const ENOUGH = 0.4;

/** At most 5 threads whose title shares enough telling words with this one, the most alike first. */
export async function findSimilarThreads(deps: Deps, title: string): Promise<SimilarThread[]> {
  const wanted = tellingBeginnings(title);
  if (wanted.length === 0) return [];
  const [all, any] = await Promise.all([
    threadsByTitle(deps, inTitle(wanted, "AND"), LOOKED_AT.all),
    wanted.length === 1 ? [] : threadsByTitle(deps, inTitle(wanted, "OR"), LOOKED_AT.any),
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
    .map(({ thread }) => toSimilarThread(thread));
}
