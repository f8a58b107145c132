import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { commentsBefore, threadListQuery, type ThreadListView } from "../../../worker/contracts/forum-list.ts";
import {
  type Comment,
  COMMENTS_PER_PAGE,
  COMMENTS_MAX,
  type ForumUser,
  getListVotes,
  getMyVotes,
  getThread,
  identifyVisitor,
  listComments,
  listThreads,
  type ListVotes,
  type MyVotes,
  type ThreadList,
  THREADS_PER_PAGE,
} from "../../../worker/contracts/forum.ts";
import { ApiError, call, callOrNull } from "../../lib/api.ts";
import { readStorage, writeStorage } from "../../lib/storage.ts";
import type { LoadedComments } from "./refresh-comments.ts";

/** Refetch interval of lists and comments while the tab is visible (docs/product.md, In the browser). */
const REFETCH_MS = 30_000;
/**
 * Maximum age of a page from the edge cache. The age matters because votes do not purge pages (docs/contract.md,
 * Caching).
 */
const OLDEST_PAGE_MS = 360_000;
/** Session storage key of the time of the visitor's last vote. */
const VOTED_AT_KEY = "forum_voted_at";

/** Remembers that the visitor voted, because pages opened in the next minutes may be older than the vote. */
export const rememberVoted = () => writeStorage("session", VOTED_AT_KEY, String(Date.now()));
const hasVotedLately = () => Date.now() - Number(readStorage("session", VOTED_AT_KEY) ?? 0) < OLDEST_PAGE_MS;

/**
 * Options for data that the edge caches for minutes. When a page opens, it refetches data older than half a minute, or
 * all data after a recent vote.
 */
const freshnessOptions = { staleTime: () => (hasVotedLately() ? 0 : REFETCH_MS), refetchInterval: REFETCH_MS };
/** Local storage key of the secret id that identifies this browser in the forum. */
const IDENTITY_KEY = "forum_anonymous_id";

export const forumKeys = {
  lists: ["forum", "list"] as const,
  list: (view: ThreadListView) => ["forum", "list", threadListQuery(view)] as const,
  thread: (id: number) => ["forum", "thread", id] as const,
  /** Key of all pages of the thread's comments. */
  allComments: (threadId: number) => ["forum", "comments", { threadId }] as const,
  comments: (threadId: number, page: number) => ["forum", "comments", { threadId, page }] as const,
  listVotes: ["forum", "list-votes"] as const,
  votes: (threadId: number) => ["forum", "votes", threadId] as const,
  user: ["forum", "user"] as const,
  /** Key of the mutation that posts a comment. */
  posting: (threadId: number) => ["forum", "posting", threadId] as const,
};

const firstOffset = ({ page }: ThreadListView) => (page - 1) * THREADS_PER_PAGE;

/** Returns the query for the list of threads, starting with the page in the address. */
export function threadList(view: ThreadListView) {
  return infiniteQueryOptions({
    queryKey: forumKeys.list(view),
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: THREADS_PER_PAGE, offset: pageParam };
      const query = { ...page, sort: view.sort, ...(view.q !== "" && { q: view.q }), public: 1 } as const;
      return call(listThreads, { query }, { signal });
    },
    initialPageParam: firstOffset(view),
    getNextPageParam: ({ hasMore }, _pages, offset: number) => (hasMore ? offset + THREADS_PER_PAGE : undefined),
    ...freshnessOptions,
  });
}

/** Returns the server-rendered list in the shape of {@link threadList}. */
export const firstThreads = (view: ThreadListView, list: ThreadList) => ({
  pages: [list],
  pageParams: [firstOffset(view)],
});

/** Returns the query for a thread; its data is null if the thread does not exist. */
export function threadDetail(id: number) {
  return queryOptions({
    queryKey: forumKeys.thread(id),
    queryFn: ({ signal }) => callOrNull(getThread, { id, query: { public: 1 } }, { signal }),
    ...freshnessOptions,
    // A deleted thread never comes back, so it is not refetched.
    refetchInterval: ({ state }) => (state.data === null ? false : REFETCH_MS),
  });
}

/** @param requested the limit and page that were requested */
export function loadedComments(
  comments: Comment[],
  { limit = COMMENTS_PER_PAGE, page = 1 }: { limit?: number; page?: number } = {},
): LoadedComments {
  return { comments, end: comments.at(-1)?.id ?? 0, hasEarlier: page > 1, hasMore: comments.length >= limit };
}

/** Fetches comments, oldest first; without a limit, all of them. @throws ApiError, TypeError */
export function fetchComments(
  threadId: number,
  { after, offset = 0, limit }: { after?: number; offset?: number; limit?: number },
  signal?: AbortSignal,
): Promise<Comment[]> {
  const query = { after, ...(offset > 0 && { offset }), limit, public: 1 } as const;
  return call(listComments, { id: threadId, query }, { signal });
}

/** @throws ApiError, TypeError */
export async function allComments(threadId: number, signal?: AbortSignal): Promise<LoadedComments> {
  return loadedComments(await fetchComments(threadId, {}, signal), { limit: COMMENTS_MAX });
}

/** Returns the query for a thread's comments, starting with a page. A refetch covers only a few of the loaded pages. */
export function threadComments(threadId: number, page: number) {
  const queryKey = forumKeys.comments(threadId, page);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<LoadedComments> => {
      const known = client.getQueryData<LoadedComments>(queryKey);
      // Without comments, there is no id to refetch from.
      if (known === undefined || known.comments.length === 0) {
        const asked = { offset: commentsBefore(page), limit: COMMENTS_PER_PAGE };
        return loadedComments(await fetchComments(threadId, asked, signal), { page });
      }
      const { pagesToRefresh, mergeRefreshedPages } = await import("./refresh-comments.ts");
      const pages = await Promise.all(
        pagesToRefresh(known).map(async (range) => ({
          ...range,
          comments: await fetchComments(threadId, { after: range.after, limit: COMMENTS_PER_PAGE }, signal),
        })),
      );
      return mergeRefreshedPages(known, pages);
    },
    ...freshnessOptions,
  });
}

/** Keeps the visitor's own comments, which come after the last loaded one. */
export function withOwnComments(loaded: LoadedComments, known: LoadedComments): LoadedComments {
  if (!loaded.hasMore) return loaded;
  return { ...loaded, comments: [...loaded.comments, ...known.comments.filter(({ id }) => id > loaded.end)] };
}

/** True if the visitor's identity was just created; there are no votes to fetch yet. */
let isNewcomer = false;

export function myVotes(threadId: number) {
  return queryOptions({
    queryKey: forumKeys.votes(threadId),
    queryFn: async ({ signal }): Promise<MyVotes> => {
      if (!isNewcomer) return call(getMyVotes, { id: threadId }, { signal });
      // Skips the request only once, because the visitor may vote from now on.
      isNewcomer = false;
      return { thread: 0, comments: {} };
    },
  });
}

/** Returns the query for the visitor's votes on the listed threads. Nothing is fetched for a newcomer. */
export function listVotes(threadIds: readonly number[]) {
  const ids = threadIds.join(",");
  return queryOptions({
    queryKey: [...forumKeys.listVotes, ids],
    queryFn: async ({ signal }): Promise<ListVotes> =>
      isNewcomer ? {} : call(getListVotes, { query: { ids } }, { signal }),
  });
}

/**
 * Returns the identity from the cookie, otherwise the one from local storage, otherwise a new one.
 * @throws ApiError, TypeError
 */
function identify(): Promise<ForumUser> {
  const ask = async () => {
    // Read inside the lock, because another tab may have stored an identity meanwhile.
    const anonymousId = readStorage("local", IDENTITY_KEY);
    const user = await call(identifyVisitor, { body: { anonymousId } });
    isNewcomer = anonymousId === null;
    writeStorage("local", IDENTITY_KEY, user.anonymousId);
    return user;
  };
  // Web Locks are missing in old browsers and without TLS.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(IDENTITY_KEY, ask) : ask();
}

/** The query for the visitor's identity, which all tabs of the browser share. */
export const forumUser = queryOptions({
  queryKey: forumKeys.user,
  queryFn: identify,
  // The identity never changes, so it is never fetched twice.
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Sends a request that writes, and repeats it with the current identity if the server no longer knows the given one.
 * @throws ApiError, TypeError
 */
export async function sendAsForumUser<T>(
  client: QueryClient,
  user: ForumUser,
  send: (writer: ForumUser) => Promise<T>,
): Promise<T> {
  try {
    return await send(user);
  } catch (error) {
    const isUnknown = error instanceof ApiError && (error.status === 401 || error.code === "forum.not_author");
    if (!isUnknown) throw error;
    return send(await client.fetchQuery({ ...forumUser, staleTime: 0 }));
  }
}

/** Returns the author fields of a request body. */
export const credentials = (user: ForumUser) => ({ authorId: user.id, anonymousId: user.anonymousId });
