import {
  type Comment,
  type ListedThread,
  SEARCH_MAX,
  SEARCH_MIN,
  type SimilarThread,
  type Thread,
  threadPath,
  TITLE,
  THREADS_PER_PAGE,
  type ThreadList,
  type ThreadSort,
} from "../../contracts/forum.ts";
import { uncapitalizeTitle } from "../../contracts/public-text.ts";
import {
  wordsOf,
  searchPrefix,
  type ExcerptPart,
  excerptAround,
  isPrefixSearched,
} from "../../contracts/search-words.ts";
import { truncateLine } from "../../contracts/text.ts";
import type { Client } from "../../platform/client-address.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { type Audience, toComment, toThread } from "./forum.mappers.ts";
import type { ThreadRow } from "./forum.table.ts";
import {
  commentsAfter,
  deletedCommentsOf,
  newestThreadAddresses,
  newestThreadChanges,
  newestThreads,
  threadAddressesBetween,
  threadById,
  threadsInOrder,
  threadsAmong,
} from "./posts.repo.ts";
import { countForNetwork } from "./posts.service.ts";
import { commentTexts, foundThreads, threadsByTitle } from "./search.repo.ts";

/** Maximum numbers of words in a query, and of text pieces that the index does not treat as words. */
const WORDS_MAX = 6;
const PIECES_MAX = 6;
/** Maximum number of "ss" in a word that may also be "ß", because each doubles the number of spellings. */
const SHARP_MAX = 3;
/** Number of characters of an excerpt before and after the match. */
const SHOWN = { before: 40, after: 120 } as const;

/** Matches scripts without spaces between words. The word index treats a sentence in these scripts as a single word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
/** Matches flags, and pictographs without their variants, which the index does not treat as words. */
const PICTURE = /\p{RI}{2}|\p{Extended_Pictographic}/gu;

/** Terms of a search: prefixes of words, and pieces of text that may occur anywhere in a text. */
interface SearchTerms {
  beginnings: readonly string[];
  pieces: readonly string[];
}

/** Returns the distinct terms of `q` in their order, without punctuation. */
export function termsOf(q: string): SearchTerms {
  const text = q.normalize("NFC");
  const words = wordsOf(text);
  const spaced = words.filter((word) => !UNSPACED.test(word)).slice(0, WORDS_MAX);
  const pieces = [...words.filter((word) => UNSPACED.test(word)), ...(text.match(PICTURE) ?? [])];
  return {
    beginnings: [...new Set(spaced.map((word) => searchPrefix(word)))],
    pieces: [...new Set(pieces)].slice(0, PIECES_MAX),
  };
}

/**
 * Returns the spellings of a word, with "ß" or "ss" at each place where either is possible. Case folding maps "ß" to
 * "ss", but the index does not.
 */
function spellingsOf(word: string): string[] {
  const [first = "", ...rest] = word.split(/ss|ß/);
  return rest.reduce<string[]>(
    (spellings, part, nth) =>
      spellings.flatMap((one) => (nth < SHARP_MAX ? [`${one}ss${part}`, `${one}ß${part}`] : [`${one}ss${part}`])),
    [first],
  );
}

/**
 * Converts words to FTS5 terms. Quotes prevent words from acting as operators. Terms match prefixes, except for the
 * shortest words, which would match too much.
 */
const toFtsTerms = (beginnings: readonly string[]) =>
  beginnings.map((word, index) => {
    const mark = isPrefixSearched(word, index === beginnings.length - 1) ? "*" : "";
    const terms = spellingsOf(word).map((spelling) => `"${spelling}"${mark}`);
    return terms.length === 1 ? (terms[0] ?? "") : `(${terms.join(" OR ")})`;
  });

/** Returns the FTS5 query for texts that contain all words. */
export const matchAll = (beginnings: readonly string[]): string => toFtsTerms(beginnings).join(" AND ");

/** Returns the FTS5 query for titles that contain all words, or any. */
const matchTitle = (beginnings: readonly string[], how: "AND" | "OR"): string =>
  `title : (${toFtsTerms(beginnings).join(` ${how} `)})`;

/** Words that are ignored in titles, because they are too common. */
const COMMON = new Set(
  `a about all also am an and any anybody anyone are as at be been being but by can could did do does for from get got had
  has have he her here his how i if in is it its just like me my need no not of on one or our out really she should so
  some somebody someone than that the their them there they this to toronto up us was we were what when where which
  who why will with would you your`.split(/\s+/),
);

/** Returns the prefixes of a title's significant words. */
export const significantPrefixes = (title: string): string[] =>
  [
    ...new Set(
      wordsOf(title)
        .map((word) => word.toLowerCase())
        .filter((word) => Array.from(word).length > 1 && !COMMON.has(word))
        .map(searchPrefix),
    ),
  ].slice(0, WORDS_MAX);

/** Returns an excerpt around the first match in a text, split at the match. Returns null without a match. */
export const excerptOfTerms = (text: string, { beginnings, pieces }: SearchTerms): ExcerptPart[] | null =>
  excerptAround(text, beginnings.flatMap(spellingsOf)) ?? excerptAroundPiece(text, pieces);

function excerptAroundPiece(text: string, pieces: readonly string[]): ExcerptPart[] | null {
  const places = pieces.map((piece) => ({ piece, at: text.indexOf(piece) })).filter(({ at }) => at !== -1);
  const [first] = places.toSorted((a, b) => a.at - b.at);
  if (!first) return null;
  const end = first.at + first.piece.length;
  const from = Math.max(0, first.at - SHOWN.before);
  const until = Math.min(text.length, end + SHOWN.after);
  // A cut within a surrogate pair would leave half a character.
  const before = text.slice(from, first.at).replace(/^[\uDC00-\uDFFF]/, "");
  const after = text.slice(end, until).replace(/[\uD800-\uDBFF]$/, "");
  return [
    { text: `${from > 0 ? "…" : ""}${before}`, isFound: false },
    { text: first.piece, isFound: true },
    { text: `${after}${until < text.length ? "…" : ""}`, isFound: false },
  ].filter((part) => part.text !== "");
}

/**
 * Returns threads whose title, content or comments contain all words of `q` as prefixes, and all other pieces of `q`.
 * Returns the threads in the given order, with excerpts. If there are very many hits, only the newest are considered.
 * Deleted posts are not in the index, so even moderators cannot find them.
 */
async function searchThreads(
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
    // A match in the thread's own text takes precedence over a match in a comment.
    const parts = isItself
      ? (excerptOfTerms(row.content, terms) ?? excerptOfTerms(uncapitalizeTitle(row.title), terms))
      : excerptOfTerms(texts.get(commentId ?? 0) ?? "", terms);
    const hit = parts && { commentId: isItself ? null : commentId, parts };
    return [{ ...toThread(row, audience), ...(hit && { hit }) }];
  });
  return { threads, hasMore: found.length > offset + limit, totalCount: found.length };
}

const SIMILAR_MAX = 5;
/** Maximum number of titles considered that contain all of the words, and of titles that contain any of them. */
const EXAMINED_MAX = { all: 50, any: 200 };
/** Minimum share of a title's significant words that another title must contain. */
const MIN_SHARED_SHARE = 0.4;

/** Returns at most 5 threads whose titles share enough significant words, the most similar first. */
async function findSimilarThreads(deps: Deps, title: string): Promise<SimilarThread[]> {
  const wanted = significantPrefixes(title);
  if (wanted.length === 0) return [];
  const [all, any] = await Promise.all([
    threadsByTitle(deps, matchTitle(wanted, "AND"), EXAMINED_MAX.all),
    wanted.length === 1 ? [] : threadsByTitle(deps, matchTitle(wanted, "OR"), EXAMINED_MAX.any),
  ]);
  const known = new Map([...any, ...all].map((thread) => [thread.id, thread]));
  return [...known.values()]
    .map((thread) => {
      const words = wordsOf(thread.title).map(searchPrefix);
      const shared = wanted.filter((beginning) => words.some((word) => word.startsWith(beginning)));
      return { thread, share: shared.length / wanted.length };
    })
    .filter(({ share }) => share >= MIN_SHARED_SHARE)
    .sort((left, right) => right.share - left.share || right.thread.id - left.thread.id)
    .slice(0, SIMILAR_MAX)
    .map(({ thread }) => ({ ...thread, title: uncapitalizeTitle(thread.title) }));
}

const encoder = new TextEncoder();

/** A page of a thread's comments, oldest first. */
interface CommentPage {
  comments: Comment[];
  hasMore: boolean;
}

/** Parameters of the list of threads. A `q` of less than two characters is ignored. */
interface ThreadsQuery extends PageWindow {
  sort: ThreadSort;
  q: string;
}

/**
 * Returns search results, or threads in the given order with sticky ones first. Makes two queries if there is no
 * search.
 * @param client the caller, whose network's searches are limited
 * @throws AppError `request.rate_limited` when the network searched too often this minute
 */
export async function readThreads(
  deps: Deps,
  { sort, q, limit, offset }: ThreadsQuery,
  audience: Audience,
  client: Pick<Client, "networks">,
): Promise<ThreadList> {
  const wanted = truncateLine(q, SEARCH_MAX);
  // A query with only punctuation finds nothing. A single letter shows the unfiltered list.
  const isOneLetter = wordsOf(wanted).length > 0 && Array.from(wanted).length < SEARCH_MIN;
  if (wanted !== "" && !isOneLetter) {
    await countForNetwork(deps, "searches", client);
    return searchThreads(deps, wanted, sort, { limit, offset }, audience);
  }
  const [rows, totalCount] = await Promise.all([
    threadsInOrder(deps, sort, { limit: limit + 1, offset }, audience),
    readCounter(deps, audience === "moderator" ? "forum:threads:all" : "forum:threads"),
  ]);
  const threads: ListedThread[] = rows.slice(0, limit).map((row) => toThread(row, audience));
  return { threads, hasMore: rows.length > limit, totalCount };
}

/**
 * Returns a public page of 25 threads; with `q`, a page of search results. Pages are numbered from 1. Throws the errors
 * of {@link readThreads}.
 */
export function readThreadPage(
  deps: Deps,
  { sort, page, q }: { sort: ThreadSort; page: number; q?: string | null },
  client: Pick<Client, "networks">,
): Promise<ThreadList> {
  const offset = (Math.max(1, Math.floor(page)) - 1) * THREADS_PER_PAGE;
  return readThreads(deps, { sort, q: q ?? "", limit: THREADS_PER_PAGE, offset }, "public", client);
}

/** Returns a thread. Returns null if the thread is unknown, or if it is deleted and the caller is not a moderator. */
export async function readThread(deps: Deps, id: number | null, audience: Audience = "public"): Promise<Thread | null> {
  const row = id === null ? null : await threadById(deps, id);
  return row && (audience === "moderator" || !row.isDeleted) ? toThread(row, audience) : null;
}

/**
 * Returns when a thread last changed. The cast is safe, because the generated column is nullable only in its type, not
 * in the database.
 */
const changeOf = ({ createdAt, changedAt }: Pick<ThreadRow, "createdAt" | "changedAt">) => changedAt ?? createdAt;

/** Returns the newest threads, sticky or not, at most `limit`, each with the time of its last change. */
export async function readNewestThreads(deps: Deps, limit: number): Promise<(Thread & { changedAt: Date })[]> {
  return (await newestThreads(deps, limit)).map((row) => ({ ...toThread(row, "public"), changedAt: changeOf(row) }));
}

/**
 * Returns the paths of the newest threads, or of the threads in a range of ids, each with the time of its last change.
 */
export async function threadPaths(
  deps: Deps,
  which: { newest: number } | { from: number; to: number },
): Promise<{ path: string; changedAt: Date }[]> {
  const rows =
    "newest" in which
      ? await newestThreadAddresses(deps, which.newest)
      : await threadAddressesBetween(deps, which.from, which.to);
  return rows.map((row) => ({ path: threadPath(row), changedAt: changeOf(row) }));
}

export const threadCount = (deps: Deps): Promise<number> => readCounter(deps, "forum:threads");
export const threadChanges = newestThreadChanges;

/** Maximum number of bytes of text in one response, and number of comments per query. */
const TEXT_MAX_BYTES = 4_000_000;
const READ_AT_ONCE = 500;

/**
 * Returns up to `limit` comments of a thread after an id. Returns fewer if their texts are too long for one response,
 * but at least one comment.
 * @param limit 1…5,000
 * @param offset number of comments to skip
 */
export async function readComments(
  deps: Deps,
  threadId: number,
  { after, offset = 0, limit }: { after?: number | null; offset?: number; limit: number },
  audience: Audience = "public",
): Promise<CommentPage> {
  const comments: Comment[] = [];
  let bytes = 0;
  let from = { after: after ?? 0, offset };
  for (;;) {
    const wanted = Math.min(READ_AT_ONCE, limit - comments.length);
    const rows = await commentsAfter(deps, threadId, { ...from, limit: wanted + 1 }, audience);
    for (const row of rows.slice(0, wanted)) {
      bytes += encoder.encode(row.content).length;
      if (comments.length > 0 && bytes > TEXT_MAX_BYTES) return { comments, hasMore: true };
      comments.push(toComment(row, audience));
    }
    const hasMore = rows.length > wanted;
    if (!hasMore || comments.length === limit) return { comments, hasMore };
    from = { after: comments.at(-1)?.id ?? 0, offset: 0 };
  }
}

/** Counts the comments of a thread that are visible to an audience. */
export async function countVisibleComments(
  deps: Deps,
  { id, commentCount }: Pick<Thread, "id" | "commentCount">,
  audience: Audience,
): Promise<number> {
  return audience === "public" ? commentCount : commentCount + (await deletedCommentsOf(deps, id));
}

/**
 * Returns at most 5 threads with a similar title. Counts as a search of the caller's network.
 * @throws AppError `request.rate_limited`
 */
export async function readSimilarThreads(
  deps: Deps,
  title: string,
  client: Pick<Client, "networks">,
): Promise<SimilarThread[]> {
  await countForNetwork(deps, "searches", client);
  return findSimilarThreads(deps, truncateLine(title, TITLE.max));
}
