import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { ThreadList as ThreadPage } from "../../../worker/contracts/forum.ts";
import { FIRST_THREADS, type ThreadListView } from "../../../worker/contracts/forum-list.ts";
import { formatCount } from "../../lib/format.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { NextPage } from "../../ui/next-page.tsx";
import { PreviousPage } from "../../ui/previous-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RowsSkeleton } from "../../ui/rows-skeleton.tsx";
import { ThreadCard } from "./thread-card.tsx";
import { threadListPath } from "./use-thread-list-view.ts";

interface ThreadListProps {
  view: ThreadListView;
  query: UseInfiniteQueryResult<InfiniteData<ThreadPage>>;
  /** Starts the first discussion. */
  start: ReactNode;
}

/** The threads of all pages; one that moved to a later page meanwhile is there once. */
const threadsOf = (data: InfiniteData<ThreadPage> | undefined) => [
  ...new Map(data?.pages.flatMap((page) => page.threads).map((thread) => [thread.id, thread])).values(),
];

/** How many threads there are, also for those who hear the page. It stays where it is when the list becomes another. */
export function ThreadCount({ query: { data, isPlaceholderData } }: Pick<ThreadListProps, "query">) {
  const shown = threadsOf(data).length;
  const total = data?.pages.at(-1)?.totalCount ?? 0;
  // What is said of a list that is about to go would be wrong when it is heard.
  const text =
    shown === 0 ? "No discussions found" : `Showing ${formatCount(shown)} of ${formatCount(total)} discussions`;
  return (
    <output className={`block min-h-6 text-sm text-ink-muted ${shown === 0 ? "sr-only" : ""}`}>
      {data && !isPlaceholderData && text}
    </output>
  );
}

/** The threads in all their states. */
export function ThreadList({ view, query, start }: ThreadListProps) {
  const { data } = query;
  const list = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);
  const threads = threadsOf(data);

  // The keyboard goes on with what it asked for: the first of the new threads.
  useEffect(() => {
    if (focusFrom.current === null || threads.length <= focusFrom.current) return;
    list.current?.querySelectorAll<HTMLElement>("article a")[focusFrom.current]?.focus();
    focusFrom.current = null;
  }, [threads.length]);
  const loadMore = async () => {
    focusFrom.current = threads.length;
    if (!(await loadNextPage(query, "discussions"))) focusFrom.current = null;
  };

  if (query.isPending) return <RowsSkeleton label="Loading discussions" />;
  if (data === undefined) {
    return (
      <LoadFailure title="Error loading discussions" onRetry={() => void query.refetch()}>
        <p>Please try again later.</p>
      </LoadFailure>
    );
  }
  if (threads.length === 0) return <NoThreads view={view} start={start} />;
  const nextPage = view.page + data.pages.length;
  return (
    <div
      ref={list}
      aria-busy={query.isPlaceholderData || undefined}
      className="transition-opacity aria-busy:opacity-60 motion-reduce:transition-none"
    >
      {view.page > 1 && (
        <PreviousPage label="Previous Discussions" to={threadListPath({ ...view, page: view.page - 1 })} />
      )}
      <ul className="grid gap-4">
        {threads.map((thread) => (
          <li key={thread.id} className="min-w-0">
            <ThreadCard thread={thread} />
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-col items-center gap-3 text-center">
        {query.hasNextPage && (
          <NextPage
            label={query.isFetchingNextPage ? "Loading..." : "Load More Discussions"}
            to={threadListPath({ ...view, page: nextPage })}
            isLoading={query.isFetchingNextPage}
            onLoad={() => void loadMore()}
          />
        )}
      </div>
    </div>
  );
}

function NoThreads({ view, start }: Omit<ThreadListProps, "query">) {
  const isSearch = view.q !== "";
  const isBehind = view.page > 1;
  return (
    <Notice
      icon={SearchX}
      title="No discussions found"
      actions={
        isSearch || isBehind ? (
          <Link
            to={threadListPath({ ...FIRST_THREADS, sort: view.sort })}
            className={buttonClass({ variant: "secondary" })}
          >
            All Discussions
          </Link>
        ) : (
          start
        )
      }
    >
      <p>
        {isSearch
          ? "Try adjusting your search terms"
          : isBehind
            ? "The list ends before this page."
            : "Be the first to start a discussion!"}
      </p>
    </Notice>
  );
}
