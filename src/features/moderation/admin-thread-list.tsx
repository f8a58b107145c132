import { useInfiniteQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useRef, useState } from "react";
import { SEARCH_MAX, SEARCH_MIN } from "../../../worker/contracts/forum.ts";
import { searchedFor } from "../../../worker/contracts/forum-list.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { plural } from "../../lib/format.ts";
import { itemsOf, totalOf } from "../../lib/paged-list.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { TypedSearch } from "../../ui/typed-search.tsx";
import { AdminThreadCard } from "./admin-thread-card.tsx";
import { shownText } from "./moderation-text.ts";
import { adminThreads } from "./moderation.queries.ts";
import type { Moderation } from "./use-moderation.tsx";

/** Threads, sticky ones first, then the newest; deleted ones stand among them. */
export function AdminThreadList({ moderation }: { moderation: Moderation }) {
  const [q, setQ] = useState("");
  const query = useInfiniteQuery(adminThreads(q));
  const list = useRef<HTMLDivElement>(null);
  const threads = itemsOf(query.data);
  const total = totalOf(query.data) ?? threads.length;
  const loadMore = async () => {
    if (!(await loadNextPage(query, "threads"))) return;
    // The button goes with the last page, and the focus would go with it.
    setTimeout(() => list.current?.querySelectorAll<HTMLElement>("[data-post^=thread]")[threads.length]?.focus());
  };
  return (
    <section aria-labelledby="threads-heading" className="grid min-w-0 grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="threads-heading" className="text-lg font-semibold">
          Discussion Threads
        </h2>
        {threads.length > 0 && <output className="text-sm text-ink-muted">{shownText(threads.length, total)}</output>}
      </div>
      <TypedSearch
        q={q}
        label="Search discussions"
        placeholder="Words of titles, contents and comments"
        maxLength={SEARCH_MAX}
        searchIn={searchedFor}
        tooShort={`Type at least ${SEARCH_MIN} letters.`}
        outcome={query.data && (total === 0 ? "Nothing found." : `${plural(total, "discussion")} found, newest first.`)}
        onSearch={setQ}
      />
      {query.isPending && <RowsSkeleton label="Loading discussion threads" />}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch discussion threads" onRetry={() => void query.refetch()} />
      )}
      {query.data && threads.length === 0 && q === "" && (
        <Notice icon={MessagesSquare} title="No discussion threads">
          Nobody has started a discussion yet.
        </Notice>
      )}
      <div ref={list} className="grid grid-cols-1 gap-4 empty:hidden">
        {threads.map((thread) => (
          <AdminThreadCard key={thread.id} thread={thread} moderation={moderation} />
        ))}
      </div>
      <LoadMoreButton label="Load More Threads" query={query} onLoad={() => void loadMore()} />
    </section>
  );
}
