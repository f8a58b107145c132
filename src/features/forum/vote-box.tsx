import { ArrowBigDown, ArrowBigUp } from "lucide-react";
import type { ForumUser, Thread } from "../../../worker/contracts/forum.ts";
import { useVote, type VoteTarget } from "./use-vote.ts";

interface VoteBoxProps {
  target: VoteTarget;
  counts: Pick<Thread, "upvotes" | "downvotes">;
  user: ForumUser | null;
  /** A comment on its way to the server. */
  isOff?: boolean;
}

const arrowClass =
  "with-code grid size-9 place-items-center rounded-control text-ink-muted hover:bg-sunken hover:text-accent aria-disabled:cursor-not-allowed aria-pressed:text-accent pointer-coarse:size-11";

/** Net votes, and from the moment the browser has taken over, the buttons around them. As wide before. */
export function VoteBox({ target, counts, user, isOff = false }: VoteBoxProps) {
  const { mine, canVote, vote } = useVote(target, user);
  const net = counts.upvotes - counts.downvotes;
  const button = (pressed: 1 | -1) => {
    const Icon = pressed === 1 ? ArrowBigUp : ArrowBigDown;
    const isOn = canVote && !isOff;
    return (
      <button
        type="button"
        aria-label={pressed === 1 ? "Upvote" : "Downvote"}
        aria-pressed={mine === pressed}
        aria-disabled={!isOn || undefined}
        onClick={() => isOn && void vote(pressed)}
        className={arrowClass}
      >
        <Icon aria-hidden="true" className={`size-5 ${mine === pressed ? "fill-current" : ""}`} />
      </button>
    );
  };
  return (
    <span className="inline-flex items-center">
      {button(1)}
      <span className="min-w-6 text-center text-sm font-semibold tabular-nums">
        <span className="sr-only">Votes: </span>
        {net}
      </span>
      {button(-1)}
    </span>
  );
}
