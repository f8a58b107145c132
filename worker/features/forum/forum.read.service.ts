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
import { truncateLine } from "../../contracts/text.ts";
import { readCounter } from "../../platform/database.ts";
import type { Client } from "../../platform/client-address.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { commentsAfter, deletedCommentsOf } from "./comments.repo.ts";
import { type Audience, toComment, toThread } from "./forum.mappers.ts";
import type { ThreadRow } from "./forum.table.ts";
import { countForNetwork } from "./posts.limits.ts";
import { findSimilarThreads, searchThreads } from "./search.service.ts";
import { wordsOf } from "../../contracts/search-words.ts";
import {
  lastThreadId,
  newestThreadAddresses,
  newestThreadChanges,
  newestThreads,
  threadAddressesBetween,
  threadById,
  threadsInOrder,
} from "./threads.repo.ts";

const encoder = new TextEncoder();

/** Comments of a thread, oldest first. */
export interface CommentPage {
  comments: Comment[];
  hasMore: boolean;
}

/** Parameters of the list; a `q` of less than two characters is ignored. */
interface ThreadsAsked extends PageWindow {
  sort: ThreadSort;
  q: string;
}

/**
 * Threads in an order with sticky ones first, or search results. Two queries without a search.
 * @param client the caller, whose searches are counted
 * @throws AppError `request.rate_limited` when the network searched too often this minute
 */
export async function readThreads(
  deps: Deps,
  { sort, q, limit, offset }: ThreadsAsked,
  audience: Audience,
  client: Pick<Client, "networks">,
): Promise<ThreadList> {
  const wanted = truncateLine(q, SEARCH_MAX);
  // Punctuation alone finds nothing; a single letter shows the unfiltered list.
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

/** A public page of 25 threads, or of search results with `q`; pages start at 1. Throws as {@link readThreads}. */
export function readThreadPage(
  deps: Deps,
  { sort, page, q }: { sort: ThreadSort; page: number; q?: string | null },
  client: Pick<Client, "networks">,
): Promise<ThreadList> {
  const offset = (Math.max(1, Math.floor(page)) - 1) * THREADS_PER_PAGE;
  return readThreads(deps, { sort, q: q ?? "", limit: THREADS_PER_PAGE, offset }, "public", client);
}

/** A thread; null when it is unknown, or deleted and not read by a moderator. */
export async function readThread(deps: Deps, id: number | null, audience: Audience = "public"): Promise<Thread | null> {
  const row = id === null ? null : await threadById(deps, id);
  return row && (audience === "moderator" || !row.isDeleted) ? toThread(row, audience) : null;
}

/** A generated column is nullable in the types, but never null in the database. */
const changeOf = ({ createdAt, changedAt }: Pick<ThreadRow, "createdAt" | "changedAt">) => changedAt ?? createdAt;

/** The newest threads regardless of stickiness, with the time of their last change: at most `limit`. */
export async function readNewestThreads(deps: Deps, limit: number): Promise<(Thread & { changedAt: Date })[]> {
  return (await newestThreads(deps, limit)).map((row) => ({ ...toThread(row, "public"), changedAt: changeOf(row) }));
}

/** Paths of threads with the time of their last change: the newest ones, or a range of ids. */
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

/** The number of threads, and the highest id. */
export async function threadExtent(deps: Deps): Promise<{ count: number; lastId: number }> {
  const [count, lastId] = await Promise.all([readCounter(deps, "forum:threads"), lastThreadId(deps)]);
  return { count, lastId };
}

/** When the threads of each window of ids last changed; null for windows without threads. Rows read: one per window. */
export function threadChanges(deps: Deps, windows: number): Promise<(Date | null)[]> {
  return newestThreadChanges(deps, windows);
}

/** Maximum text of one answer in bytes, and comments per query. */
const TEXT_MAX_BYTES = 4_000_000;
const READ_AT_ONCE = 500;

/**
 * Comments of a thread after an id: up to `limit`, or fewer when their text exceeds the maximum of one answer, but at
 * least one.
 * @param limit 1…5,000
 * @param offset comments skipped
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

/** The number of comments of a thread that an audience can read. */
export async function countVisibleComments(
  deps: Deps,
  { id, commentCount }: Pick<Thread, "id" | "commentCount">,
  audience: Audience,
): Promise<number> {
  return audience === "public" ? commentCount : commentCount + (await deletedCommentsOf(deps, id));
}

/**
 * At most 5 threads with a similar title. Counts as a search by the network.
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
