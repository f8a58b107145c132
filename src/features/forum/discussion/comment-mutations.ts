import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Comment, DEPTH_MAX, type ForumUser, type Thread } from "../../../../worker/contracts/forum.ts";
import { createComment, deleteOwnComment, editOwnComment } from "../../../../worker/contracts/forum-writing.ts";
import { ApiError, call } from "../../../lib/api.ts";
import { fetchComments, forumKeys, sendAsForumUser, credentials } from "../forum.queries.ts";
import { withoutComment } from "../comment-tree.ts";
import { useDiscussion } from "./discussion.ts";
import type { LoadedComments } from "../refresh-comments.ts";
import { changeComments, type NewComment } from "./use-comments.ts";

// Responses are written to the cache. Refetching would not help, because the edge caches comments for minutes and a
// refetch covers only a few pages.

/**
 * The id last given to an optimistic comment. These ids are negative, because the server never assigns negative ids.
 */
let lastId = 0;

/** Returns a comment to post. At the maximum depth, a reply becomes a sibling of the comment that it answers. */
export function newComment(threadId: number, user: ForumUser, content: string, answered: Comment | null): NewComment {
  lastId -= 1;
  const shown: Comment = {
    id: lastId,
    threadId,
    content,
    authorId: user.id,
    user: { username: user.username },
    parentId: answered && (answered.depth >= DEPTH_MAX ? answered.parentId : answered.id),
    depth: 0,
    createdAt: new Date().toISOString(),
    editedAt: null,
    upvotes: 0,
    downvotes: 0,
    isDeleted: false,
    isAutomated: false,
  };
  return { user, answered, shown };
}

/** Returns whether the comment may have been stored although the response to this or an earlier attempt was lost. */
const mayHaveBeenStored = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && error.code === "forum.repeated");

/** Returns the comment if the server stored it although the request failed; otherwise null. */
async function findStoredComment(
  error: unknown,
  wanted: Pick<Comment, "threadId" | "authorId" | "content" | "parentId">,
  known: LoadedComments | undefined,
): Promise<Comment | null> {
  if (!mayHaveBeenStored(error)) return null;
  try {
    const newer = await fetchComments(wanted.threadId, { after: known?.end ?? 0 });
    const isWanted = ({ authorId, content, parentId }: Comment) =>
      authorId === wanted.authorId && content === wanted.content && parentId === wanted.parentId;
    return [...(known?.comments ?? []), ...newer].findLast(isWanted) ?? null;
  } catch {
    return null;
  }
}

function countComments(client: QueryClient, threadId: number, difference: number): void {
  client.setQueryData<Thread | null>(
    forumKeys.thread(threadId),
    (known) => known && { ...known, commentCount: Math.max(0, known.commentCount + difference) },
  );
}

const byId = (one: Comment, other: Comment) => one.id - other.id;

/**
 * Returns a mutation that posts a comment; `useComments` shows the comment while the mutation is pending. A lost
 * response counts as success if the comment was stored.
 * @throws ApiError, TypeError
 */
export function usePostComment() {
  const client = useQueryClient();
  const { threadId, page } = useDiscussion();
  return useMutation({
    mutationKey: forumKeys.posting(threadId),
    mutationFn: async ({ user, answered, shown }: NewComment) => {
      let authorId = user.id;
      try {
        const posted = await sendAsForumUser(client, user, (writer) => {
          authorId = writer.id;
          const draft = { content: shown.content, threadId, parentId: answered?.id ?? null };
          return call(createComment, { body: { ...draft, ...credentials(writer) } });
        });
        return { posted, wasKnown: false };
      } catch (error) {
        const known = client.getQueryData<LoadedComments>(forumKeys.comments(threadId, page));
        const posted = await findStoredComment(error, { ...shown, authorId }, known);
        if (posted === null) throw error;
        return { posted, wasKnown: true };
      }
    },
    onSuccess: async ({ posted, wasKnown }) => {
      if (wasKnown) void client.invalidateQueries({ queryKey: forumKeys.thread(threadId) });
      else countComments(client, threadId, 1);
      await changeComments(client, threadId, page, (loaded) => ({
        ...loaded,
        comments: [...loaded.comments.filter((known) => known.id !== posted.id), posted].toSorted(byId),
        end: loaded.hasMore ? loaded.end : Math.max(loaded.end, posted.id),
      }));
    },
  });
}

/** @throws ApiError, TypeError */
export function useEditComment() {
  const client = useQueryClient();
  const { threadId, page } = useDiscussion();
  return useMutation({
    mutationFn: ({ user, id, content }: { user: ForumUser; id: number; content: string }) =>
      call(editOwnComment, { id, body: { content, ...credentials(user) } }),
    onSuccess: (edited) =>
      changeComments(client, threadId, page, (loaded) => ({
        ...loaded,
        comments: loaded.comments.map((known) => (known.id === edited.id ? edited : known)),
      })),
  });
}

/** @throws ApiError, TypeError */
export function useDeleteComment() {
  const client = useQueryClient();
  const { threadId, page } = useDiscussion();
  return useMutation({
    mutationFn: ({ user, comment }: { user: ForumUser; comment: Comment }) =>
      call(deleteOwnComment, { id: comment.id, body: credentials(user) }),
    onSuccess: async (_answer, { comment }) => {
      await changeComments(client, threadId, page, (loaded) => ({
        ...loaded,
        comments: withoutComment(loaded.comments, comment),
      }));
      countComments(client, threadId, -1);
    },
  });
}
