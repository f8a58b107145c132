import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Comment, DEPTH_MAX, type ForumUser, type Thread } from "../../../../worker/contracts/forum.ts";
import { ApiError, sendJson } from "../../../lib/api.ts";
import { API, fetchComments, forumKeys, sendAs, signed } from "../forum.queries.ts";
import { withoutComment } from "./comment-tree.ts";
import { useDiscussion } from "./discussion.ts";
import type { LoadedComments } from "./refresh-comments.ts";
import { changeComments, type NewComment } from "./use-comments.ts";

// Answers are put into the cache instead of being read again: the edge keeps comments for minutes, and only so many pages
// are refreshed at a time.

/** Ids of comments on their way to the server; negative, so that they are none of the server's. */
let lastId = 0;

/** A comment to post. At the deepest level, a reply stands beside the comment that it answers. */
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

/** Whether a comment may have been posted although the request failed: the answer was lost, now or at the first try. */
const mayBePosted = (error: unknown) =>
  error instanceof TypeError || (error instanceof ApiError && error.code === "forum.repeated");

/** The author's comment with this text in this place, if the thread has it although posting it failed; else null. */
async function findPosted(
  error: unknown,
  wanted: Pick<Comment, "threadId" | "authorId" | "content" | "parentId">,
  known: LoadedComments | undefined,
): Promise<Comment | null> {
  if (!mayBePosted(error)) return null;
  try {
    const newer = await fetchComments(wanted.threadId, { after: known?.end ?? 0 });
    const isWanted = ({ authorId, content, parentId }: Comment) =>
      authorId === wanted.authorId && content === wanted.content && parentId === wanted.parentId;
    return [...(known?.comments ?? []), ...newer].findLast(isWanted) ?? null;
  } catch {
    return null;
  }
}

function countVisibleComments(client: QueryClient, threadId: number, difference: number): void {
  client.setQueryData<Thread | null>(
    forumKeys.thread(threadId),
    (known) => known && { ...known, commentCount: Math.max(0, known.commentCount + difference) },
  );
}

const byId = (one: Comment, other: Comment) => one.id - other.id;

/**
 * Posts a comment. While it is pending, `useComments` shows it; one that the thread already has counts as posted.
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
        const posted = await sendAs(client, user, (writer) => {
          authorId = writer.id;
          const draft = { content: shown.content, threadId, parentId: answered?.id ?? null };
          return sendJson<Comment>("POST", `${API}/comments`, { ...draft, ...signed(writer) });
        });
        return { posted, wasKnown: false };
      } catch (error) {
        const known = client.getQueryData<LoadedComments>(forumKeys.comments(threadId, page));
        const posted = await findPosted(error, { ...shown, authorId }, known);
        if (posted === null) throw error;
        return { posted, wasKnown: true };
      }
    },
    onSuccess: async ({ posted, wasKnown }) => {
      if (wasKnown) void client.invalidateQueries({ queryKey: forumKeys.thread(threadId) });
      else countVisibleComments(client, threadId, 1);
      await changeComments(client, threadId, page, (loaded) => ({
        ...loaded,
        comments: [...loaded.comments.filter((known) => known.id !== posted.id), posted].toSorted(byId),
        end: loaded.hasMore ? loaded.end : Math.max(loaded.end, posted.id),
      }));
    },
  });
}

/** Changes the text of one's own comment. @throws ApiError, TypeError */
export function useEditComment() {
  const client = useQueryClient();
  const { threadId, page } = useDiscussion();
  return useMutation({
    mutationFn: ({ user, id, content }: { user: ForumUser; id: number; content: string }) =>
      sendJson<Comment>("PUT", `${API}/user/comments/${id}`, { content, ...signed(user) }),
    onSuccess: (edited) =>
      changeComments(client, threadId, page, (loaded) => ({
        ...loaded,
        comments: loaded.comments.map((known) => (known.id === edited.id ? edited : known)),
      })),
  });
}

/** Deletes one's own comment. @throws ApiError, TypeError */
export function useDeleteComment() {
  const client = useQueryClient();
  const { threadId, page } = useDiscussion();
  return useMutation({
    mutationFn: ({ user, comment }: { user: ForumUser; comment: Comment }) =>
      sendJson("DELETE", `${API}/user/comments/${comment.id}`, signed(user)),
    onSuccess: async (_answer, { comment }) => {
      await changeComments(client, threadId, page, (loaded) => ({
        ...loaded,
        comments: withoutComment(loaded.comments, comment),
      }));
      countVisibleComments(client, threadId, -1);
    },
  });
}
