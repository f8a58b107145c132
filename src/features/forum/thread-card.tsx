import { ArrowBigDown, ArrowBigUp, MessageSquare } from "lucide-react";
import { Fragment } from "react";
import {
  commentAnchor,
  excerptOf,
  HOT_ABOVE,
  type ListedThread,
  type SearchHit,
  threadPath,
} from "../../../worker/contracts/forum.ts";
import { plural } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { Byline, Initial } from "./post-author.tsx";
import { Link } from "../../ui/link.tsx";

/** The parts of a found text, each with the place that it begins at. */
function partsOf({ parts }: SearchHit) {
  let end = 0;
  return parts.map((part) => {
    const at = end;
    end += part.text.length;
    return { ...part, at };
  });
}

/** A text in which words were found. */
function FoundText({ hit }: { hit: SearchHit }) {
  return partsOf(hit).map(({ text, isFound, at }) =>
    isFound ? (
      <mark key={at} className="rounded-sm bg-warn-soft text-warn">
        {text}
      </mark>
    ) : (
      <Fragment key={at}>{text}</Fragment>
    ),
  );
}

/** A thread of the list. */
export function ThreadCard({ thread }: { thread: ListedThread }) {
  const { hit, commentCount, upvotes, downvotes } = thread;
  const path = threadPath(thread);
  const net = upvotes - downvotes;
  const Arrow = net < 0 ? ArrowBigDown : ArrowBigUp;
  const isInTitle = hit?.commentId === null && hit.parts.map(({ text }) => text).join("") === thread.title;
  return (
    <article className="relative rounded-card border border-line bg-surface p-4 shadow-card transition-colors hover:border-accent sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Initial username={thread.user.username} />
        <div className="min-w-0 flex-1 basis-44">
          <Byline post={thread} verb="Posted" />
        </div>
        <div className="flex flex-wrap gap-1.5">
          {thread.isSticky && <Chip tone="accent">Sticky</Chip>}
          {commentCount > HOT_ABOVE && <Chip tone="warn">Hot</Chip>}
          {thread.isLocked && <Chip>Locked</Chip>}
        </div>
      </div>
      <h3 dir="auto" className="mt-3 text-lg font-bold">
        {/* The whole card is its target. */}
        <Link
          to={hit?.commentId ? `${path}#${commentAnchor(hit.commentId)}` : path}
          className="underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:text-accent hover:underline"
        >
          {isInTitle ? <FoundText hit={hit} /> : thread.title}
        </Link>
      </h3>
      <p dir="auto" className="mt-1 text-ink-muted">
        {hit && hit.commentId !== null && <span className="font-semibold">In a comment: </span>}
        {hit && !isInTitle ? <FoundText hit={hit} /> : excerptOf(thread.content)}
      </p>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-muted tabular-nums">
        <span className="flex items-center gap-1.5">
          <MessageSquare aria-hidden="true" className="size-4" />
          {plural(commentCount, "comment")}
        </span>
        <span className="flex items-center gap-1.5">
          <Arrow aria-hidden="true" className="size-4" />
          {net} {Math.abs(net) === 1 ? "vote" : "votes"}
        </span>
      </p>
    </article>
  );
}
