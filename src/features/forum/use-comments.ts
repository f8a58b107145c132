import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import {
  type Comment,
  COMMENTS_A_PAGE,
  DEPTH_MAX,
  type ForumUser,
  type Thread,
} from "../../../worker/contracts/forum.ts";
import { sendJson } from "../../lib/api.ts";
import { withoutComment } from "./comment-tree.ts";
import type { findPosted } from "./find-posted.ts";
import {
  allComments,
  API,
  fetchComments,
  forumKeys,
  loadedComments,
  sendAs,
  signed,
  threadComments,
  withOwn,
} from "./forum.queries.ts";
import type { LoadedComments } from "./refresh-comments.ts";

const byId = (one: Comment, other: Comment) => one.id - other.id;

/** What a reply to a comment hangs on: at the deepest level, replies stand beside what they answer. */
const parentOfReply = (answered: Comment) => (answered.depth >= DEPTH_MAX ? answered.parentId : answered.id);

/**
 * The comments of a thread from a page on, and what can be done with them. Those on their way to the server have negative
 * ids.
 * @param isGone the thread was deleted: nothing more can be asked about it
 */
export function useComments(threadId: number, page: number, isGone: boolean) {
  const client = useQueryClient();
  const query = useQuery({ ...threadComments(threadId, page), enabled: !isGone });
  const [sending, setSending] = useState<readonly Comment[]>([]);
  const lastId = useRef(0);
  const { data } = query;
  const comments = useMemo(() => [...(data?.comments ?? []), ...sending], [data, sending]);

  const change = useCallback(
    async (update: (loaded: LoadedComments) => LoadedComments) => {
      const queryKey = forumKeys.comments(threadId, page);
      // An answer that is older than the change must not undo it.
      await client.cancelQueries({ queryKey });
      const known = client.setQueryData<LoadedComments>(queryKey, (loaded) => loaded && update(loaded));
      // They could not be loaded before: now there is something new among them.
      if (known === undefined) void client.invalidateQueries({ queryKey });
    },
    [client, threadId, page],
  );
  const count = useCallback(
    (difference: number) =>
      client.setQueryData<Thread | null>(
        forumKeys.thread(threadId),
        (known) => known && { ...known, commentCount: Math.max(0, known.commentCount + difference) },
      ),
    [client, threadId],
  );

  /** One that the thread holds already counts as posted: it is the first try, whose answer was lost. @throws ApiError, TypeError */
  const sendNew = useCallback(
    async (user: ForumUser, draft: object, shown: Comment, find: typeof findPosted) => {
      let authorId = user.id;
      try {
        const posted = await sendAs(client, user, (writer) => {
          authorId = writer.id;
          return sendJson<Comment>("POST", `${API}/comments`, { ...draft, ...signed(writer) });
        });
        count(1);
        return posted;
      } catch (error) {
        const known = client.getQueryData<LoadedComments>(forumKeys.comments(threadId, page));
        const posted = await find(error, { ...shown, authorId }, known);
        if (posted === null) throw error;
        void client.invalidateQueries({ queryKey: forumKeys.thread(threadId) });
        return posted;
      }
    },
    [client, threadId, page, count],
  );

  /** Shown at once; gone again when it could not be posted. @throws ApiError, TypeError */
  const post = useCallback(
    async (user: ForumUser, content: string, answered: Comment | null, find: typeof findPosted): Promise<Comment> => {
      lastId.current -= 1;
      const id = lastId.current;
      const parentId = answered && parentOfReply(answered);
      const shown: Comment = {
        id,
        threadId,
        content,
        authorId: user.id,
        user: { username: user.username },
        parentId,
        depth: 0,
        createdAt: new Date().toISOString(),
        editedAt: null,
        upvotes: 0,
        downvotes: 0,
        isDeleted: false,
        isAutomated: false,
      };
      setSending((all) => [...all, shown]);
      const send = async () => {
        const posted = await sendNew(user, { content, threadId, parentId: answered?.id ?? null }, shown, find);
        await change((loaded) => ({
          ...loaded,
          comments: [...loaded.comments.filter((known) => known.id !== posted.id), posted].toSorted(byId),
          end: loaded.hasMore ? loaded.end : Math.max(loaded.end, posted.id),
        }));
        return posted;
      };
      return send().finally(() => setSending((all) => all.filter((comment) => comment.id !== id)));
    },
    [threadId, change, sendNew],
  );

  /** @throws ApiError, TypeError */
  const edit = useCallback(
    async (user: ForumUser, comment: Comment, content: string) => {
      const edited = await sendJson<Comment>("PUT", `${API}/user/comments/${comment.id}`, { content, ...signed(user) });
      await change((loaded) => ({
        ...loaded,
        comments: loaded.comments.map((known) => (known.id === edited.id ? edited : known)),
      }));
    },
    [change],
  );

  /** @throws ApiError, TypeError */
  const remove = useCallback(
    async (user: ForumUser, comment: Comment) => {
      await sendJson("DELETE", `${API}/user/comments/${comment.id}`, signed(user));
      await change((loaded) => ({ ...loaded, comments: withoutComment(loaded.comments, comment) }));
      count(-1);
    },
    [change, count],
  );

  /** @throws ApiError, TypeError */
  const loadMore = useCallback(async () => {
    const known = client.getQueryData<LoadedComments>(forumKeys.comments(threadId, page));
    if (!known) return;
    const more = loadedComments(await fetchComments(threadId, { after: known.end, limit: COMMENTS_A_PAGE }));
    await change((loaded) => {
      const before = loaded.comments.filter(({ id }) => id <= known.end);
      const next = {
        ...more,
        comments: [...before, ...more.comments],
        end: Math.max(more.end, known.end),
        hasEarlier: loaded.hasEarlier,
      };
      return withOwn(next, loaded);
    });
  }, [client, threadId, page, change]);

  /** From the beginning up to the end, for a link to a comment that is not there yet. @throws ApiError, TypeError */
  const loadAll = useCallback(async () => {
    const all = await allComments(threadId);
    await change(() => all);
  }, [threadId, change]);

  const { hasEarlier = false, hasMore = false } = data ?? {};
  return { query, comments, hasEarlier, hasMore, post, edit, remove, loadMore, loadAll };
}
