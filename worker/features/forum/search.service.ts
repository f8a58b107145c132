import type { SimilarThread, ThreadList, ThreadSort } from "../../contracts/forum.ts";
import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import { searchPrefix, excerptAround, isPrefixSearched, wordsOf } from "../../contracts/search-words.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { type Audience, toThread } from "./forum.mappers.ts";
import { commentTexts, foundThreads, threadsByTitle } from "./search.repo.ts";
import { threadsAmong } from "./threads.repo.ts";

/** Maximum words of a query. */
const WORDS_MAX = 6;
/**
 * FTS5 terms: quoted, so that nothing is an operator, and as prefixes except for the shortest, which match too many
 * words.
 */
const asTerms = (beginnings: readonly string[]) =>
  beginnings.map((word, index) => `"${word}"${isPrefixSearched(word, index === beginnings.length - 1) ? "*" : ""}`);

/** The distinct word prefixes of `q` in order, without punctuation. */
export const prefixesOf = (q: string): string[] => [
  ...new Set(
    wordsOf(q)
      .slice(0, WORDS_MAX)
      .map((word) => searchPrefix(word)),
  ),
];

/** The FTS5 query for texts with all of the words. */
const matchAll = (beginnings: readonly string[]): string => asTerms(beginnings).join(" AND ");

/** Stop words of titles. */
const COMMON = new Set(
  `a about all also am an and any anybody anyone are as at be been being but by can could did do does for from get got had
  has have he her here his how i if in is it its just like me my need no not of on one or our out really she should so
  some somebody someone than that the their them there they this to toronto up us was we were what when where which
  who why will with would you your`.split(/\s+/),
);

/** The prefixes of a title's significant words. */
export const significantPrefixes = (title: string): string[] =>
  [
    ...new Set(
      wordsOf(title)
        .map((word) => word.toLowerCase())
        .filter((word) => Array.from(word).length > 1 && !COMMON.has(word))
        .map(searchPrefix),
    ),
  ].slice(0, WORDS_MAX);

/** The FTS5 query for titles with all of the words, or any of them. */
const matchTitle = (beginnings: readonly string[], how: "AND" | "OR"): string =>
  `title : (${asTerms(beginnings).join(` ${how} `)})`;

/**
 * Threads whose title, content or comments contain all words of `q` by prefix, in an order, with excerpts; of very many
 * hits the newest are considered. Deleted posts are not indexed, not even for moderators.
 */
export async function searchThreads(
  deps: Deps,
  q: string,
  sort: ThreadSort,
  { limit, offset }: PageWindow,
  audience: Audience,
): Promise<ThreadList> {
  const beginnings = prefixesOf(q);
  if (beginnings.length === 0) return { threads: [], hasMore: false, totalCount: 0 };
  const found = await foundThreads(deps, matchAll(beginnings), sort);
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
      ? (excerptAround(row.content, beginnings) ?? excerptAround(uncapitalizeTitle(row.title), beginnings))
      : excerptAround(texts.get(commentId ?? 0) ?? "", beginnings);
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
