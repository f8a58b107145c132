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

/** A page of the list of discussions. */
export type ThreadPage = ThreadList;

/** Comments of a thread, oldest first. */
export interface CommentPage {
  comments: Comment[];
  hasMore: boolean;
}

/** What is asked for of the list; a `q` of less than two characters is none. */
interface ThreadsAsked extends PageWindow {
  sort: ThreadSort;
  q: string;
}

/**
 * Threads in an order, sticky ones first, or those that a search finds. Two queries without a search.
 * @param client where it is asked from: searches are counted
 * @throws AppError `request.rate_limited` when the network searched too often this minute
 */
export async function readThreads(
  deps: Deps,
  { sort, q, limit, offset }: ThreadsAsked,
  audience: Audience,
  client: Pick<Client, "networks">,
): Promise<ThreadPage> {
  const wanted = truncateLine(q, SEARCH_MAX);
  // Signs alone name nothing that could be found; of a single letter everything is shown, as before it was typed.
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

/** A page of the list as everybody sees it: 25 threads, page 1 first. With `q`, what was found. As {@link readThreads}. */
export function readThreadPage(
  deps: Deps,
  { sort, page, q }: { sort: ThreadSort; page: number; q?: string | null },
  client: Pick<Client, "networks">,
): Promise<ThreadPage> {
  const offset = (Math.max(1, Math.floor(page)) - 1) * THREADS_PER_PAGE;
  return readThreads(deps, { sort, q: q ?? "", limit: THREADS_PER_PAGE, offset }, "public", client);
}

/** A thread as an audience sees it; null when it is unknown, or deleted and the audience is everybody. */
export async function readThread(deps: Deps, id: number | null, audience: Audience = "public"): Promise<Thread | null> {
  const row = id === null ? null : await threadById(deps, id);
  return row && (audience === "moderator" || !row.isDeleted) ? toThread(row, audience) : null;
}

/** As its column says; one that is made of others may be null to the types alone. */
const changeOf = ({ createdAt, changedAt }: Pick<ThreadRow, "createdAt" | "changedAt">) => changedAt ?? createdAt;

/** The newest threads, whatever is sticky, with the time of their last change: at most `limit`. */
export async function readNewestThreads(deps: Deps, limit: number): Promise<(Thread & { changedAt: Date })[]> {
  return (await newestThreads(deps, limit)).map((row) => ({ ...toThread(row, "public"), changedAt: changeOf(row) }));
}

/** Paths of threads with the time of their last change: of the newest, or of those with ids from one to another. */
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

/** How many threads there are, and the highest id of any. */
export async function threadExtent(deps: Deps): Promise<{ count: number; lastId: number }> {
  const [count, lastId] = await Promise.all([readCounter(deps, "forum:threads"), lastThreadId(deps)]);
  return { count, lastId };
}

/** When the threads of each window of ids last changed; null where none is left. Rows read: one a window. */
export function threadChanges(deps: Deps, windows: number): Promise<(Date | null)[]> {
  return newestThreadChanges(deps, windows);
}

/** How much text the comments of one answer have together, and how many are read at a time. */
const TEXT_MAX_BYTES = 4_000_000;
const READ_AT_ONCE = 500;

/**
 * Comments of a thread after one of them, as an audience sees them: as many as are asked for, or fewer where their text
 * gets too long for one answer, and one at least.
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

/** How many comments of a thread an audience can read. */
export async function countComments(
  deps: Deps,
  { id, commentCount }: Pick<Thread, "id" | "commentCount">,
  audience: Audience,
): Promise<number> {
  return audience === "public" ? commentCount : commentCount + (await deletedCommentsOf(deps, id));
}

/**
 * At most 5 threads whose title sounds like this one. Counts as a search of the network.
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
