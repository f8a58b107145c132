import { ArrowLeft, MessagesSquare } from "lucide-react";
import { PATHS } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** In the place of a thread that was deleted or never was. */
export function ThreadGone() {
  return (
    <Notice
      icon={MessagesSquare}
      level="h1"
      title="Thread Not Found"
      actions={
        <Link to={PATHS.forum} className={buttonClass()}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          Back to Discussions
        </Link>
      }
    >
      <p>This discussion may have been removed, or it never was.</p>
    </Notice>
  );
}

/** As a thread will stand there. */
export function ThreadSkeleton() {
  return (
    <div className="mt-2 grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5">
      <output className="sr-only">Loading discussion</output>
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <Skeleton className="h-5 w-48" />
      </div>
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-28 w-full" />
    </div>
  );
}
