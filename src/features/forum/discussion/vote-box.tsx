import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useContext, useState } from "react";
import {
  type Comment,
  type ForumUser,
  type ListVotes,
  type MyVotes,
  type Thread,
  type ThreadList,
  type Vote,
  voteOnComment,
  voteOnThread,
} from "../../../../worker/contracts/forum.ts";
import { call } from "../../../lib/api.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { MyVotesContext } from "./discussion.ts";
import type { LoadedComments } from "../refresh-comments.ts";
import { credentials, forumKeys, rememberVoted, sendAsForumUser } from "../forum.queries.ts";

type Counts = Pick<Thread, "upvotes" | "downvotes">;

interface VoteTarget {
  threadId: number;
  /** Id of the comment; null for the thread itself. */
  commentId: number | null;
}

const voteIn = (votes: MyVotes, { commentId }: VoteTarget): Vote =>
  commentId === null ? votes.thread : (votes.comments[commentId] ?? 0);

const withVote = (votes: MyVotes, { commentId }: VoteTarget, vote: Vote): MyVotes =>
  commentId === null ? { ...votes, thread: vote } : { ...votes, comments: { ...votes.comments, [commentId]: vote } };

/** Returns the counts after one vote replaces another. */
const countsAfterVote = ({ upvotes, downvotes }: Counts, before: Vote, after: Vote): Counts => ({
  upvotes: upvotes + Number(after === 1) - Number(before === 1),
  downvotes: downvotes + Number(after === -1) - Number(before === -1),
});

/** Returns the visitor's own vote, which is updated optimistically and rolled back on failure. */
function useVote(target: VoteTarget, user: ForumUser | null) {
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
      const inList = <T extends Thread>(thread: T): T =>
        thread.id === threadId ? { ...thread, ...update(thread) } : thread;
      client.setQueriesData<InfiniteData<ThreadList>>(
        { queryKey: forumKeys.lists },
        (lists) =>
          lists && {
            ...lists,
            pages: lists.pages.map((page) => ({ ...page, threads: page.threads.map((thread) => inList(thread)) })),
          },
      );
      return;
    }
    const inComment = (comment: Comment) => (comment.id === commentId ? { ...comment, ...update(comment) } : comment);
    client.setQueriesData<LoadedComments>(
      { queryKey: forumKeys.allComments(threadId) },
      (loaded) => loaded && { ...loaded, comments: loaded.comments.map(inComment) },
    );
  };
  const remember = (vote: Vote) => {
    client.setQueryData<MyVotes>(forumKeys.votes(threadId), (votes) => votes && withVote(votes, target, vote));
    if (commentId !== null) return;
    client.setQueriesData<ListVotes>(
      { queryKey: forumKeys.listVotes },
      (votes) => votes && { ...votes, [threadId]: vote },
    );
  };

  const vote = async (pressed: 1 | -1) => {
    if (!user || known === undefined || isSending) return;
    const value: Vote = mine === pressed ? 0 : pressed;
    setIsSending(true);
    remember(value);
    count((counts) => countsAfterVote(counts, mine, value));
    try {
      const { myVote, upvotes, downvotes } = await sendAsForumUser(client, user, (writer) =>
        call(commentId === null ? voteOnThread : voteOnComment, {
          id: commentId ?? threadId,
          body: { value, ...credentials(writer) },
        }),
      );
      remember(myVote);
      count(() => ({ upvotes, downvotes }));
      rememberVoted();
    } catch (error) {
      remember(mine);
      count((counts) => countsAfterVote(counts, value, mine));
      toastFailure("Your vote was not counted", error);
    } finally {
      setIsSending(false);
    }
  };

  return { mine, canVote: known !== undefined, vote };
}

interface VoteBoxProps {
  target: VoteTarget;
  counts: Pick<Thread, "upvotes" | "downvotes">;
  user: ForumUser | null;
  /** True while the comment is not stored yet. */
  isOff?: boolean;
}

/**
 * Shows the net votes between the two vote buttons. The buttons are invisible until hydration but already take up
 * space.
 */
export function VoteBox({ target, counts, user, isOff = false }: VoteBoxProps) {
  const { mine, canVote, vote } = useVote(target, user);
  const net = counts.upvotes - counts.downvotes;
  const button = (pressed: 1 | -1) => {
    const isOn = canVote && !isOff;
    return (
      <button
        type="button"
        aria-label={pressed === 1 ? "Upvote" : "Downvote"}
        aria-pressed={mine === pressed}
        aria-disabled={!isOn || undefined}
        onClick={() => isOn && void vote(pressed)}
        className="vote with-code"
      >
        <SpriteIcon
          name={pressed === 1 ? "up" : "down"}
          className={mine === pressed ? "size-5 fill-current" : "size-5"}
        />
      </button>
    );
  };
  return (
    <span className="inline-flex items-center">
      {button(1)}
      <span className="vote-count">
        <span className="sr-only">Votes: </span>
        {net}
      </span>
      {button(-1)}
    </span>
  );
}
