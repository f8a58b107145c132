import { useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import type { Comment, ForumUser, MyVotes, Thread, Vote, VoteResult } from "../../../worker/contracts/forum.ts";
import { sendJson } from "../../lib/api.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { MyVotesContext } from "./discussion.ts";
import { API, forumKeys, sendAs, signed } from "./forum.queries.ts";
import type { LoadedComments } from "./refresh-comments.ts";

type Counts = Pick<Thread, "upvotes" | "downvotes">;

/** What is voted on: a thread, or a comment in it. */
export interface VoteTarget {
  threadId: number;
  /** Null: the thread itself. */
  commentId: number | null;
}

const voteIn = (votes: MyVotes, { commentId }: VoteTarget): Vote =>
  commentId === null ? votes.thread : (votes.comments[commentId] ?? 0);

const withVote = (votes: MyVotes, { commentId }: VoteTarget, vote: Vote): MyVotes =>
  commentId === null ? { ...votes, thread: vote } : { ...votes, comments: { ...votes.comments, [commentId]: vote } };

/** The counts after a vote took the place of another. */
const recounted = ({ upvotes, downvotes }: Counts, before: Vote, after: Vote): Counts => ({
  upvotes: upvotes + Number(after === 1) - Number(before === 1),
  downvotes: downvotes + Number(after === -1) - Number(before === -1),
});

/** One's own vote, and the way to change it: shown at once, and taken back when it could not be given. */
export function useVote(target: VoteTarget, user: ForumUser | null) {
  const client = useQueryClient();
  const { threadId, commentId } = target;
  const votes = useContext(MyVotesContext);
  const known = votes && voteIn(votes, target);
  const [isSending, setIsSending] = useState(false);
  const mine = known ?? 0;

  const count = (update: (counts: Counts) => Counts) => {
    if (commentId === null) {
      client.setQueryData<Thread | null>(
        forumKeys.thread(threadId),
        (thread) => thread && { ...thread, ...update(thread) },
      );
      return;
    }
    const inComment = (comment: Comment) => (comment.id === commentId ? { ...comment, ...update(comment) } : comment);
    client.setQueriesData<LoadedComments>(
      { queryKey: forumKeys.allComments(threadId) },
      (loaded) => loaded && { ...loaded, comments: loaded.comments.map(inComment) },
    );
  };
  const remember = (vote: Vote) =>
    client.setQueryData<MyVotes>(forumKeys.votes(threadId), (votes) => votes && withVote(votes, target, vote));

  const vote = async (pressed: 1 | -1) => {
    if (!user || known === undefined || isSending) return;
    const value: Vote = mine === pressed ? 0 : pressed;
    const path = commentId === null ? `threads/${threadId}` : `comments/${commentId}`;
    setIsSending(true);
    remember(value);
    count((counts) => recounted(counts, mine, value));
    try {
      const { myVote, upvotes, downvotes } = await sendAs(client, user, (writer) =>
        sendJson<VoteResult>("PUT", `${API}/${path}/vote`, { value, ...signed(writer) }),
      );
      remember(myVote);
      count(() => ({ upvotes, downvotes }));
    } catch (error) {
      remember(mine);
      count((counts) => recounted(counts, value, mine));
      toastFailure("Your vote was not counted", error);
    } finally {
      setIsSending(false);
    }
  };

  return { mine, canVote: known !== undefined, vote };
}
