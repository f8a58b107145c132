import { infiniteQueryOptions, type InfiniteData, queryOptions, type QueryClient } from "@tanstack/react-query";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Comment, listComments, listThreads, type Thread } from "../../../../worker/contracts/forum.ts";
import {
  deletePostsOfAuthor,
  getAuthor,
  getForumStats,
  removeComment,
  removeThread,
  renameThread,
  restoreComment,
  restoreThread,
  setThreadLocked,
  setThreadSticky,
} from "../../../../worker/contracts/forum-moderation.ts";
import { ApiError, call, isOutdated } from "../../../lib/api.ts";
import { FOR_MODERATORS, collectItems, type Page, pagedRows, SHOWS_BANS, withItem } from "../../../lib/paged-list.ts";

/** Threads per page (docs/product.md, In the browser). */
const THREADS_SHOWN = 10;
/** Comments per page. */
const COMMENTS_LOADED = 100;

const ROOT = ["forum", "admin"] as const;
const keys = {
  stats: [...ROOT, "stats"] as const,
  threads: [...ROOT, "threads"] as const,
  comments: (threadId: number) => [...ROOT, "comments", threadId] as const,
  author: (id: number) => [...ROOT, "author", id] as const,
};

/**
 * Returns the posts of a response to a moderator. The forum is public, so a response without IP addresses means that
 * the session has ended.
 * @throws ApiError 401
 */
function forModerators<Post extends Thread | Comment>(posts: Post[]): Post[] {
  if (posts.some(({ ipAddress }) => ipAddress === undefined)) {
    const body = { error: "Please log in.", message: "Please log in.", code: "session.required" };
    throw new ApiError(401, "", JSON.stringify(body));
  }
  return posts;
}

export function forumStats() {
  return queryOptions({
    queryKey: keys.stats,
    queryFn: ({ signal }) => call(getForumStats, {}, { signal }),
    refetchOnMount: "always",
    meta: SHOWS_BANS,
  });
}

/** Returns whether a thread comes after another in the list: sticky first, then newest first. */
const sortsAfter = (thread: Thread, end: Thread) =>
  thread.isSticky === end.isSticky ? thread.id < end.id : end.isSticky;

/**
 * Returns the query for all threads, including deleted ones. With `q` it is for the matching threads that are not
 * deleted.
 */
export function adminThreads(q = "") {
  return pagedRows<Thread>(
    [...keys.threads, q],
    async (page, signal) => {
      const query = { sort: "newest", ...(q !== "" && { q }), ...page } as const;
      const { threads, totalCount } = await call(listThreads, { query }, { signal });
      return { items: forModerators(threads), total: totalCount };
    },
    THREADS_SHOWN,
    sortsAfter,
  );
}

/** Returns the query for a thread's comments, oldest first, including deleted ones. */
export function adminComments(threadId: number) {
  return infiniteQueryOptions({
    queryKey: keys.comments(threadId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { after: pageParam, limit: COMMENTS_LOADED };
      return forModerators(await call(listComments, { id: threadId, query }, { signal }));
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < COMMENTS_LOADED ? undefined : page.at(-1)?.id),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

export function authorHistory(id: number) {
  return queryOptions({
    queryKey: keys.author(id),
    queryFn: ({ signal }) => call(getAuthor, { id }, { signal }),
    refetchOnMount: "always",
    meta: SHOWS_BANS,
  });
}

/** Invalidates the public forum queries, and waits for the `changed` queries to be refetched. */
async function invalidateForum(client: QueryClient, ...changed: (readonly unknown[])[]): Promise<void> {
  void client.invalidateQueries({ queryKey: ["forum"], predicate: ({ meta }) => meta?.["access"] !== "admin" });
  await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Invalidates the discussions after a 404 or 409, because the screen is out of date. */
function invalidateAfterConflict(client: QueryClient, error: Error): void {
  if (isOutdated(error)) void invalidateForum(client, ROOT);
}

export type ThreadChange = { title: string } | { isSticky: boolean } | { isLocked: boolean };

const changeThread = ({ id, change }: { id: number; change: ThreadChange }) => {
  if ("title" in change) return call(renameThread, { id, body: change });
  if ("isSticky" in change) return call(setThreadSticky, { id, body: change });
  return call(setThreadLocked, { id, body: change });
};

/**
 * Returns a mutation that renames, sticks or locks a thread. The thread stays at its position in the list. The thread's
 * number of reports is copied from the list, because the response does not contain that number.
 */
export function useChangeThread() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeThread,
    onSuccess: async (thread) => {
      client.setQueriesData<InfiniteData<Page<Thread>>>(
        { queryKey: keys.threads },
        (data) => data && withItem(data, { ...collectItems(data).find(({ id }) => id === thread.id), ...thread }),
      );
      await invalidateForum(client);
    },
    onError: (error) => invalidateAfterConflict(client, error),
  });
}

export interface PostKey {
  kind: "thread" | "comment";
  id: number;
}

function usePostChange(change: (post: PostKey) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => invalidateForum(client, ROOT),
    onError: (error) => invalidateAfterConflict(client, error),
  });
}

export function useDeletePost() {
  return usePostChange(({ kind, id }) => call(kind === "thread" ? removeThread : removeComment, { id }));
}

/** Returns a mutation that undoes a moderator's deletion. */
export function useRestorePost() {
  return usePostChange(({ kind, id }) => call(kind === "thread" ? restoreThread : restoreComment, { id }));
}

export function useDeleteAuthorPosts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (authorId: number) => call(deletePostsOfAuthor, { id: authorId }),
    // Needed after a failure too, because some posts may have been deleted.
    onSettled: () => invalidateForum(client, ROOT),
  });
}
