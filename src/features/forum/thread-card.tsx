import { ArrowBigDown, ArrowBigUp, MessageSquare } from "lucide-react";
import { commentAnchor, excerptOf, HOT_ABOVE, type ListedThread, threadPath } from "../../../worker/contracts/forum.ts";
import { plural } from "../../lib/format.ts";
import { Chip } from "../../ui/chip.tsx";
import { FoundText } from "../../ui/found-text.tsx";
import { Byline, Initial } from "./post-author.tsx";
import { Link } from "../../ui/link.tsx";

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
          {isInTitle ? <FoundText parts={hit.parts} /> : thread.title}
        </Link>
      </h3>
      <p dir="auto" className="mt-1 text-ink-muted">
        {hit && hit.commentId !== null && <span className="font-semibold">In a comment: </span>}
        {hit && !isInTitle ? <FoundText parts={hit.parts} /> : excerptOf(thread.content)}
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
