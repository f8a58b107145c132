import type { SearchHit, SimilarThread, ThreadList, ThreadSort } from "../../contracts/forum.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Paging } from "../../platform/paging.ts";
import { type Audience, toSimilarThread, toThread } from "./forum.mappers.ts";
import {
  commentSnippets,
  type FoundThread,
  foundThreads,
  MARKS,
  threadsByTitle,
  threadSnippets,
} from "./search.repo.ts";
import { allWords, beginningOf, inTitle, tellingBeginnings, wordsOf } from "./search.words.ts";
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
  { limit, offset }: Paging,
  audience: Audience,
): Promise<ThreadList> {
  const query = allWords(q);
  if (query === null) return { threads: [], hasMore: false, totalCount: 0 };
  const found = await foundThreads(deps, query, sort);
  const page = found.slice(offset, offset + limit);
  const [rows, hits] = await Promise.all([
    threadsAmong(
      deps,
      page.map(({ id }) => id),
    ),
    hitsOf(deps, query, page),
  ]);
  const known = new Map(rows.map((row) => [row.id, row]));
  const threads = page.flatMap(({ id }) => {
    const row = known.get(id);
    const hit = hits.get(id);
    return row ? [{ ...toThread(row, audience), ...(hit && { hit }) }] : [];
  });
  return { threads, hasMore: found.length > offset + limit, totalCount: found.length };
}

/** Where the words were found, by the thread's id: in itself rather than in its newest comment. */
async function hitsOf(deps: Deps, query: string, page: readonly FoundThread[]): Promise<Map<number, SearchHit>> {
  const themselves = page.flatMap(({ id, isItself }) => (isItself ? [id] : []));
  const byComment = new Map(
    page.flatMap(({ id, isItself, commentId }) => (!isItself && commentId !== null ? [[commentId, id] as const] : [])),
  );
  const [threads, comments] = await Promise.all([
    themselves.length > 0 ? threadSnippets(deps, query, themselves) : [],
    byComment.size > 0 ? commentSnippets(deps, query, [...byComment.keys()]) : [],
  ]);
  return new Map<number, SearchHit>([
    ...threads.map(({ id, text }) => [id, { commentId: null, parts: partsOf(text) }] as const),
    ...comments.map(({ id, text }) => [byComment.get(id) ?? 0, { commentId: id, parts: partsOf(text) }] as const),
  ]);
}

/** A marked text in parts: what stands between the marks was found. */
function partsOf(marked: string): SearchHit["parts"] {
  return marked.split(MARKS.from).flatMap((piece, index) => {
    const [found = "", rest = ""] = index === 0 ? ["", piece] : piece.split(MARKS.to);
    return [
      { text: found, isFound: true },
      { text: rest, isFound: false },
    ].filter(({ text }) => text !== "");
  });
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
      const words = wordsOf(thread.title).map(beginningOf);
      const shared = wanted.filter((beginning) => words.some((word) => word.startsWith(beginning)));
      return { thread, share: shared.length / wanted.length };
    })
    .filter(({ share }) => share >= ENOUGH)
    .sort((left, right) => right.share - left.share || right.thread.id - left.thread.id)
    .slice(0, SIMILAR_MAX)
    .map(({ thread }) => toSimilarThread(thread));
}
