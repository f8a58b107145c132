import { type InfiniteData, keepPreviousData, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { MessageSquare, SearchX, Search, X } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, type FormEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import {
  DEFAULT_THREAD_LIST,
  parseThreadList,
  threadListQuery,
  type ThreadListView,
  normalizeSearch,
} from "../../../../worker/contracts/forum-list.ts";
import {
  commentAnchor,
  EXCERPT_LENGTH,
  type ForumUser,
  HOT_THREAD_COMMENTS,
  type ListedThread,
  SORTS,
  type ThreadList as ThreadPage,
  threadPath,
  type ThreadSort,
  SEARCH_MAX,
  SEARCH_MIN,
} from "../../../../worker/contracts/forum.ts";
import { cleanLine } from "../../../../worker/contracts/text.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { truncateAtWord } from "../../../../worker/contracts/truncate-at-word.ts";
import { loadNextPage } from "../../../lib/load-next-page.ts";
import { PATHS } from "../../../lib/paths.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Chip } from "../../../ui/chip.tsx";
import { TextInput } from "../../../ui/field.tsx";
import { HighlightedText } from "../../../ui/highlighted-text.tsx";
import { Link } from "../../../ui/link.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { NextPage, PreviousPage } from "../../../ui/page-links.tsx";
import { RowsSkeleton } from "../../../ui/skeleton.tsx";
import { MyVotesContext } from "../discussion/discussion.ts";
import { Avatar, Byline } from "../discussion/post-parts.tsx";
import { VoteBox } from "../discussion/vote-box.tsx";
import { listVotes } from "../forum.queries.ts";
import { isUnread, useVisits } from "../last-visit.ts";

export const threadListPath = (view: ThreadListView) => PATHS.forum + threadListQuery(view);

/** Returns the view in the page's address, and a function that searches by changing the address. */
export function useThreadListView() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parseThreadList(new URLSearchParams(search)), [search]);
  /** Replaces the history entry, so that the back button does not step through each letter. */
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
  /** Content shown if there are no threads yet. */
  start: ReactNode;
}

/** Returns all loaded threads. A thread that moved to a later page while loading appears only once. */
const threadsOf = (data: InfiniteData<ThreadPage> | undefined) => [
  ...new Map(data?.pages.flatMap((page) => page.threads).map((thread) => [thread.id, thread])).values(),
];

/** Announces the number of threads in a live region, which stays mounted when the list changes. */
export function ThreadCount({ query: { data, isPlaceholderData } }: Pick<ThreadListProps, "query">) {
  const shown = threadsOf(data).length;
  const total = data?.pages.at(-1)?.totalCount ?? 0;
  // Placeholder data belongs to the previous list, so its count is not announced.
  const text =
    shown === 0 ? "No discussions found" : `Showing ${formatCount(shown)} of ${formatCount(total)} discussions`;
  return (
    <output className={`mt-4 block min-h-6 text-center text-sm text-ink-muted ${shown === 0 ? "sr-only" : ""}`}>
      {data && !isPlaceholderData && text}
    </output>
  );
}

export function ThreadList({ view, query, user, start }: ThreadListProps) {
  const { data } = query;
  const list = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);
  const threads = threadsOf(data);
  const visits = useVisits();

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
              <ThreadCard thread={thread} user={user} isNew={visits !== null && isUnread(thread, visits)} />
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
            ? "There are no more pages."
            : "Be the first to start a discussion!"}
      </p>
    </Notice>
  );
}

/** Shows the number of comments; phones omit the word. */
function CommentCount({ count }: { count: number }) {
  return (
    <span className="inline-flex items-center gap-1 tabular-nums">
      <MessageSquare aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{plural(count, "comment")}</span>
      <span aria-hidden="true" className="sm:hidden">
        {formatCount(count)}
      </span>
    </span>
  );
}

interface ThreadCardProps {
  thread: ListedThread;
  user: ForumUser | null;
  /** True if there are new posts since the last visit. */
  isNew: boolean;
}

function ThreadCard({ thread, user, isNew }: ThreadCardProps) {
  const { hit, commentCount } = thread;
  const path = threadPath(thread);
  const isInTitle = hit?.commentId === null && hit.parts.map(({ text }) => text).join("") === thread.title;
  return (
    <article className="relative rounded-card border border-line bg-surface px-3 pt-2.5 pb-1 shadow-card sm:px-4 sm:pt-3 sm:pb-2 transition-colors hover:border-accent">
      <div className="flex items-center gap-2.5">
        <div className="relative">
          <Avatar username={thread.user.username} />
          {isNew && (
            <span className="absolute top-0 right-0 size-3 rounded-full border-2 border-surface bg-accent">
              <span className="sr-only">New since your last visit</span>
            </span>
          )}
        </div>
        <Byline
          post={thread}
          verb="Posted"
          lastReplyAt={thread.lastReplyAt}
          after={<CommentCount count={commentCount} />}
        >
          {thread.isSticky && <Chip tone="accent">Sticky</Chip>}
          {commentCount > HOT_THREAD_COMMENTS && <Chip tone="warn">Hot</Chip>}
          {thread.isLocked && <Chip>Locked</Chip>}
        </Byline>
      </div>
      <h3 dir="auto" className="mt-1 leading-snug font-bold sm:mt-1.5">
        {/* The link covers the whole card. */}
        <Link
          to={hit?.commentId ? `${path}#${commentAnchor(hit.commentId)}` : path}
          className="underline-offset-4 after:absolute after:inset-0 after:rounded-card hover:text-accent hover:underline"
        >
          {isInTitle ? <HighlightedText parts={hit.parts} /> : thread.title}
        </Link>
      </h3>
      <div className="-mr-2 flex items-center justify-between gap-2 max-sm:-mt-1">
        <p dir="auto" className="line-clamp-2 text-sm leading-snug text-ink-muted">
          {hit && hit.commentId !== null && <span className="font-semibold">In a comment: </span>}
          {hit && !isInTitle ? <HighlightedText parts={hit.parts} /> : truncateAtWord(thread.content, EXCERPT_LENGTH)}
        </p>
        {/* Stacked above the link that covers the card. */}
        <div className="relative z-10 shrink-0">
          <VoteBox target={{ threadId: thread.id, commentId: null }} counts={thread} user={user} />
        </div>
      </div>
    </article>
  );
}

const SORT_TEXT: Record<ThreadSort, string> = { hot: "Hot", newest: "Newest", popular: "Popular" };

export function ThreadSorts({ view }: { view: ThreadListView }) {
  return (
    <nav aria-label="Sort discussions" className="flex gap-1.5">
      {SORTS.map((sort) => (
        <Link
          key={sort}
          to={threadListPath({ ...view, sort, page: 1 })}
          keepsScroll
          aria-current={sort === view.sort ? "page" : undefined}
          className="pill min-h-11 px-4 max-sm:px-2"
        >
          {SORT_TEXT[sort]}
        </Link>
      ))}
    </nav>
  );
}

/** Debounce in milliseconds. */
const PAUSE_MS = 350;

/**
 * Searches titles, contents and comments. An uncontrolled input in a plain form works without scripts and before
 * hydration, and keeps text typed before hydration.
 */
export function ThreadSearch({ view, onSearch }: { view: ThreadListView; onSearch(q: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The last query searched for. */
  const asked = useRef(view.q);
  const search = useRef(onSearch);
  const inBrowser = useInBrowser();
  const [isTooShort, setIsTooShort] = useState(false);
  useEffect(() => {
    search.current = onSearch;
  }, [onSearch]);

  const ask = () => {
    clearTimeout(timer.current);
    const typed = input.current?.value ?? "";
    const q = normalizeSearch(typed);
    setIsTooShort(q === "" && cleanLine(typed) !== "");
    if (q === asked.current) return;
    asked.current = q;
    search.current(q);
  };
  const askSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, PAUSE_MS);
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    ask();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };

  useEffect(() => {
    // A link or the back button changed the query.
    if (view.q === asked.current || !input.current) return;
    asked.current = view.q;
    input.current.value = view.q;
    setIsTooShort(false);
  }, [view.q]);
  useEffect(() => {
    const field = input.current;
    // Searches for text that was typed before hydration.
    if (field && field.value !== field.defaultValue) field.dispatchEvent(new Event("input", { bubbles: true }));
    return () => clearTimeout(timer.current);
  }, []);

  return (
    <search className="find">
      <form action={PATHS.forum} onSubmit={submit} className="relative">
        {view.sort !== DEFAULT_THREAD_LIST.sort && <input type="hidden" name="sort" value={view.sort} />}
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-5 text-ink-muted"
        />
        <TextInput
          ref={input}
          type="search"
          name="q"
          aria-label="Search discussions"
          placeholder="Search discussions..."
          autoComplete="off"
          maxLength={SEARCH_MAX}
          defaultValue={view.q}
          onInput={askSoon}
          // The browser's own clear button ignores the theme.
          className="peer [&::-webkit-search-cancel-button]:hidden"
        />
        {inBrowser && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-ink-muted peer-placeholder-shown:hidden hover:text-ink focus-visible:-outline-offset-3"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        )}
      </form>
      <output className="block text-sm text-ink-muted not-empty:mt-1">
        {isTooShort && `Type at least ${SEARCH_MIN} letters to search.`}
      </output>
    </search>
  );
}
