import { type QueryClient, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { type Comment, COMMENTS_PER_PAGE, type ForumUser } from "../../../../worker/contracts/forum.ts";
import {
  allComments,
  fetchComments,
  forumKeys,
  loadedComments,
  threadComments,
  withOwnComments,
} from "../forum.queries.ts";
import type { LoadedComments } from "../refresh-comments.ts";

export interface NewComment {
  user: ForumUser;
  /** The comment being answered; null for a top-level comment. */
  answered: Comment | null;
  /** The optimistic comment, under a negative id. */
  shown: Comment;
}

/** Updates loaded comments, and cancels a pending request that would overwrite the update. */
export async function changeComments(
  client: QueryClient,
  threadId: number,
  page: number,
  update: (loaded: LoadedComments) => LoadedComments,
): Promise<void> {
  const queryKey = forumKeys.comments(threadId, page);
  await client.cancelQueries({ queryKey });
  const known = client.setQueryData<LoadedComments>(queryKey, (loaded) => loaded && update(loaded));
  // The first load failed, so the comments are loaded again.
  if (known === undefined) void client.invalidateQueries({ queryKey });
}

/**
 * Returns a thread's comments, starting with a page, followed by optimistic ones.
 * @param isGone true if the thread was deleted; nothing is then fetched
 */
export function useComments(threadId: number, page: number, isGone: boolean) {
  const client = useQueryClient();
  const query = useQuery({ ...threadComments(threadId, page), enabled: !isGone });
  const sending = useMutationState({
    filters: { mutationKey: forumKeys.posting(threadId), status: "pending" },
    select: ({ state }) => (state.variables as NewComment).shown,
  });
  const { data } = query;
  const comments = useMemo(() => [...(data?.comments ?? []), ...sending], [data, sending]);

  /** @throws ApiError, TypeError */
  const loadMore = useCallback(async () => {
    const known = client.getQueryData<LoadedComments>(forumKeys.comments(threadId, page));
    if (!known) return;
    const more = loadedComments(await fetchComments(threadId, { after: known.end, limit: COMMENTS_PER_PAGE }));
    await changeComments(client, threadId, page, (loaded) => {
      const before = loaded.comments.filter(({ id }) => id <= known.end);
      const next = {
        ...more,
        comments: [...before, ...more.comments],
        end: Math.max(more.end, known.end),
        hasEarlier: loaded.hasEarlier,
      };
      return withOwnComments(next, loaded);
    });
  }, [client, threadId, page]);

  /** Loads all comments, for a link to a comment that is not loaded. @throws ApiError, TypeError */
  const loadAll = useCallback(async () => {
    const all = await allComments(threadId);
    await changeComments(client, threadId, page, () => all);
  }, [client, threadId, page]);

  const { hasEarlier = false, hasMore = false } = data ?? {};
  return { query, comments, hasEarlier, hasMore, loadMore, loadAll };
}
