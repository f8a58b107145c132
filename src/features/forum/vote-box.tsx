import type { ForumUser, Thread } from "../../../worker/contracts/forum.ts";
import { Sign } from "../../ui/signs.tsx";
import { useVote, type VoteTarget } from "./use-vote.ts";

interface VoteBoxProps {
  target: VoteTarget;
  counts: Pick<Thread, "upvotes" | "downvotes">;
  user: ForumUser | null;
  /** A comment on its way to the server. */
  isOff?: boolean;
}

/** Net votes, and from the moment the browser has taken over, the buttons around them. As wide before. */
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
        <Sign name={pressed === 1 ? "up" : "down"} className={mine === pressed ? "size-5 fill-current" : "size-5"} />
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
