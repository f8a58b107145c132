import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { MessageSquare, SearchX } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  DEFAULT_THREAD_LIST,
  parseThreadList,
  threadListQuery,
  type ThreadListView,
} from "../../../../worker/contracts/forum-list.ts";
import {
  commentAnchor,
  excerptOf,
  type ForumUser,
  HOT_ABOVE,
  type ListedThread,
  SORTS,
  type ThreadList as ThreadPage,
  threadPath,
  type ThreadSort,
} from "../../../../worker/contracts/forum.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { loadNextPage } from "../../../lib/load-next-page.ts";
import { PATHS } from "../../../lib/paths.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { HighlightedText } from "../../../ui/highlighted-text.tsx";
import { Link } from "../../../ui/link.tsx";
import { NextPage, PreviousPage } from "../../../ui/page-links.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { MyVotesContext } from "../discussion/discussion.ts";
import { listVotes } from "../forum.queries.ts";
import { Avatar, Byline } from "../discussion/post-author.tsx";
import { VoteBox } from "../discussion/vote-box.tsx";

export const threadListPath = (view: ThreadListView) => PATHS.forum + threadListQuery(view);

/** The view in the page's address, and a search that changes it. */
export function useThreadListView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parseThreadList(new URLSearchParams(search)), [search]);
  /** Replaces the history entry, so that back does not step through each letter. */
  const searchFor = useCallback(
    (q: string) => void navigate(threadListPath({ ...view, q, page: 1 }), { replace: true, preventScrollReset: true }),
    [navigate, view],
  );
  return { view, searchFor };
}

interface ThreadListProps {
  view: ThreadListView;
  query: UseInfiniteQueryResult<InfiniteData<ThreadPage>>;
  /** Null until the server has identified the browser. */
  user: ForumUser | null;
  /** Shown when there are no threads yet. */
  start: ReactNode;
}

/** All loaded threads; one that moved to a later page while loading appears once. */
const threadsOf = (data: InfiniteData<ThreadPage> | undefined) => [
  ...new Map(data?.pages.flatMap((page) => page.threads).map((thread) => [thread.id, thread])).values(),
];

/** The number of threads, as a live region that stays mounted across lists. */
export function ThreadCount({ query: { data, isPlaceholderData } }: Pick<ThreadListProps, "query">) {
  const shown = threadsOf(data).length;
  const total = data?.pages.at(-1)?.totalCount ?? 0;
  // Placeholder data belongs to the previous list, so its count is not announced.
  const text =
    shown === 0 ? "No discussions found" : `Showing ${formatCount(shown)} of ${formatCount(total)} discussions`;
  return (
    <output className={`block min-h-6 text-sm text-ink-muted ${shown === 0 ? "sr-only" : ""}`}>
      {data && !isPlaceholderData && text}
    </output>
  );
}

export function ThreadList({ view, query, user, start }: ThreadListProps) {
  const { data } = query;
  const list = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);
  const threads = threadsOf(data);

  const ids = threads.map(({ id }) => id);
  const { data: votes } = useQuery({
    ...listVotes(ids),
    enabled: user !== null && ids.length > 0,
    placeholderData: keepPreviousData,
  });

  // Moves the focus to the first of the new threads.
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
      <ul className="grid gap-2">
        {threads.map((thread) => (
          <li key={thread.id} className="min-w-0">
            <MyVotesContext value={votes && { thread: votes[thread.id] ?? 0, comments: {} }}>
              <ThreadCard thread={thread} user={user} />
            </MyVotesContext>
          </li>
        ))}
      </ul>
      <div className="mt-8 flex flex-col items-center text-center">
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

function NoThreads({ view, start }: Pick<ThreadListProps, "view" | "start">) {
  const isSearch = view.q !== "";
  const sortsAfter = view.page > 1;
  return (
    <Notice
      icon={SearchX}
      title="No discussions found"
      actions={
        isSearch || sortsAfter ? (
          <Link
            to={threadListPath({ ...DEFAULT_THREAD_LIST, sort: view.sort })}
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
          : sortsAfter
            ? "The list ends before this page."
            : "Be the first to start a discussion!"}
      </p>
    </Notice>
  );
}

function ThreadCard({ thread, user }: { thread: ListedThread; user: ForumUser | null }) {
  const { hit, commentCount } = thread;
  const path = threadPath(thread);
  const isInTitle = hit?.commentId === null && hit.parts.map(({ text }) => text).join("") === thread.title;
  return (
    <article className="relative rounded-card border border-line bg-surface px-4 pt-3 pb-2 shadow-card transition-colors hover:border-accent">
      <h3 dir="auto" className="leading-snug font-bold">
        {/* The whole card is the link's target. */}
        <Link
          to={hit?.commentId ? `${path}#${commentAnchor(hit.commentId)}` : path}
          className="underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:text-accent hover:underline"
        >
          {isInTitle ? <HighlightedText parts={hit.parts} /> : thread.title}
        </Link>
      </h3>
      <p dir="auto" className="mt-0.5 line-clamp-2 text-sm text-ink-muted">
        {hit && hit.commentId !== null && <span className="font-semibold">In a comment: </span>}
        {hit && !isInTitle ? <HighlightedText parts={hit.parts} /> : excerptOf(thread.content)}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
        {/* Above the link that covers the card. */}
        <div className="relative z-10 -ml-2">
          <VoteBox target={{ threadId: thread.id, commentId: null }} counts={thread} user={user} />
        </div>
        <span className="flex items-center gap-1.5 tabular-nums">
          <MessageSquare aria-hidden="true" className="size-4" />
          {plural(commentCount, "comment")}
        </span>
        <div className="flex min-w-0 items-center gap-2">
          <Avatar username={thread.user.username} small />
          <Byline post={thread} verb="Posted" />
        </div>
        {thread.isSticky && <Chip tone="accent">Sticky</Chip>}
        {commentCount > HOT_ABOVE && <Chip tone="warn">Hot</Chip>}
        {thread.isLocked && <Chip>Locked</Chip>}
      </div>
    </article>
  );
}

const SORT_TEXT: Record<ThreadSort, string> = { hot: "Hot", newest: "Newest", popular: "Popular" };

export function ThreadSorts({ view }: { view: ThreadListView }) {
  return (
    <nav aria-label="Sort discussions" className="flex flex-wrap gap-2">
      {SORTS.map((sort) => (
        <Link
          key={sort}
          to={threadListPath({ ...view, sort, page: 1 })}
          keepsScroll
          aria-current={sort === view.sort ? "page" : undefined}
          className="pill min-h-11 px-4"
        >
          {SORT_TEXT[sort]}
        </Link>
      ))}
    </nav>
  );
}
