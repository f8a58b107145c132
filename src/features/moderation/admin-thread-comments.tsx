import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { excerptOf, type Thread } from "../../../worker/contracts/forum.ts";
import { plural } from "../../lib/format.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { AdminComment } from "./admin-comment.tsx";
import { inTreeOrder } from "./moderation-text.ts";
import { adminComments } from "./moderation.queries.ts";
import type { Moderation } from "./use-moderation.tsx";

/** The whole of a thread: its text, and its comments with deleted ones among them. */
export function AdminThreadComments({ thread, moderation }: { thread: Thread; moderation: Moderation }) {
  const query = useInfiniteQuery(adminComments(thread.id));
  const comments = query.data?.pages.flat() ?? [];
  const section = useRef<HTMLElement>(null);
  const loadMore = async () => {
    const last = comments.at(-1)?.id ?? 0;
    if (!(await loadNextPage(query, "comments"))) return;
    // The first new one, wherever it belongs. The button goes with the last page, and the focus would go with it.
    setTimeout(() => {
      const places = [...(section.current?.querySelectorAll<HTMLElement>("[data-post]") ?? [])];
      places.find(({ dataset }) => Number(dataset.post?.replace("comment-", "")) > last)?.focus();
    });
  };
  return (
    <section ref={section} aria-label="Comments" className="mt-2 grid grid-cols-1 gap-3 border-t border-line pt-3">
      {excerptOf(thread.content) !== thread.content && (
        <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
          {thread.content}
        </p>
      )}
      {query.isPending && <RowsSkeleton label="Loading comments" />}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch thread comments" onRetry={() => void query.refetch()} />
      )}
      {query.data && comments.length === 0 && <p className="text-sm text-ink-muted">No comments yet.</p>}
      {comments.length > 0 && (
        <>
          <output className="text-sm text-ink-muted">
            {query.hasNextPage ? "Showing first" : "All"} {plural(comments.length, "comment")}, deleted ones counted
          </output>
          <ul className="divide-y divide-line">
            {inTreeOrder(comments).map((comment) => (
              <AdminComment key={comment.id} comment={comment} moderation={moderation} />
            ))}
          </ul>
        </>
      )}
      <LoadMoreButton label="Load More Comments" query={query} onLoad={() => void loadMore()} />
    </section>
  );
}
