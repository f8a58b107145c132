import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { LoaderCircle, SearchX } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { pageOf } from "../../../../worker/contracts/list-pages.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { loadNextPage } from "../../../lib/load-next-page.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { NextPage, PreviousPage } from "../../../ui/page-links.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import type { ListState } from "../search/search-state.ts";
import { HowWeCompare } from "./listing-badges.tsx";
import { type InStep, ListingGrid, ListingGridSkeleton } from "./listing-grid.tsx";
import type { ListingsPage } from "./listings.queries.ts";

/**
 * Loads the next page when asked, and by itself while `tooFew` are shown. After a failure it waits to be asked, so that a
 * server in trouble is not called again and again.
 */
function useMoreListings(query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>, tooFew: boolean) {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;

  const loadMore = useCallback(() => loadNextPage({ isFetching, fetchNextPage }), [fetchNextPage, isFetching]);

  const shouldFill = tooFew && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!shouldFill || isFetching) return undefined;
    // Not at once: the effect of the list's query, further up, turns it to another filter only after this one has run.
    const timer = setTimeout(() => void loadMore());
    return () => clearTimeout(timer);
  }, [shouldFill, isFetching, loadMore]);

  return { loadMore, isFilling: shouldFill };
}

export interface ListingFeedProps {
  query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>;
  list: ListState;
  /** What is shown of what was loaded. */
  listings: readonly PublicListing[];
  /** Beside a map. */
  inStep?: InStep;
  /** Chosen on the map and not among those loaded: shown before them. */
  ahead?: PublicListing | null;
  skeletons: number;
  /** Fetch more by itself while fewer than this many are shown. */
  fillTo: number;
  texts: {
    error: string;
    more: string;
    /** Before the count, when all are shown. */
    end: string;
    noun: (count: number) => string;
  };
  empty: ReactNode;
}

/** A list of listings in all its states: loading, failed, empty, more to come, complete. */
export function ListingFeed(props: ListingFeedProps) {
  const { query, list, listings, inStep, ahead = null, skeletons, fillTo, texts, empty } = props;
  const firstIndex = ahead === null ? 0 : 1;
  const { loadMore, isFilling } = useMoreListings(query, listings.length < fillTo);
  const feed = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);

  // The keyboard goes on with what it asked for: the first of the new cards.
  useEffect(() => {
    if (focusFrom.current === null || listings.length <= focusFrom.current) return;
    feed.current?.querySelectorAll<HTMLElement>("li article h3 a")[focusFrom.current + firstIndex]?.focus();
    focusFrom.current = null;
  }, [listings.length, firstIndex]);
  const enqueueLane = async () => {
    focusFrom.current = listings.length;
    if (!(await loadMore())) focusFrom.current = null;
  };

  if (query.isPending || (listings.length === 0 && isFilling))
    return <ListingGridSkeleton count={skeletons} isHalf={inStep !== undefined} />;
  if (query.isError && query.data === undefined) {
    return (
      <LoadFailure title="Error loading listings" onRetry={() => void query.refetch()}>
        <p>{texts.error}</p>
      </LoadFailure>
    );
  }
  if (listings.length === 0 && !query.hasNextPage) return list.page === 1 ? empty : <PastTheEnd list={list} />;
  const last = query.data.pages.at(-1);
  const corrected = query.data.pages[0]?.corrected ?? null;
  const nextPage = last === undefined ? null : pageOf(last.offset + last.limit);
  return (
    <div ref={feed}>
      {list.page > 1 && <PreviousPage label="Previous Listings" to={list.to({ page: list.page - 1 })} />}
      {corrected && (
        <output className="mb-3 block">
          No listing says {`“${list.search.q}”`}. These say <strong>{`“${corrected}”`}</strong>.
        </output>
      )}
      <ListingGrid
        sought={corrected ?? list.search.q}
        listings={ahead === null ? listings : [ahead, ...listings]}
        {...(inStep && { inStep })}
      />
      <div className="mt-8 flex flex-col items-center gap-3 text-center">
        <output className="text-ink-muted">
          {query.hasNextPage || list.page > 1 ? "Showing" : texts.end}{" "}
          {/* Apart from the number that a category's name may begin with. */}
          <span className="font-semibold text-ink">{listings.length}</span> {texts.noun(listings.length)}
        </output>
        {query.hasNextPage && (
          <NextPage
            label={texts.more}
            to={nextPage === null ? null : list.to({ page: nextPage })}
            isLoading={query.isFetchingNextPage}
            onLoad={() => void enqueueLane()}
          />
        )}
        <p className="text-sm">
          <HowWeCompare />
        </p>
      </div>
      {query.isFetchingNextPage && (
        <output className="fixed inset-x-0 bottom-4 z-30 mx-auto flex w-fit items-center gap-2 rounded-full bg-ink px-4 py-2.5 text-sm font-semibold text-paper shadow-raised">
          <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
          Loading more listings
        </output>
      )}
    </div>
  );
}

/** In place of a page behind the last one, as an old link may name it. */
function PastTheEnd({ list }: Pick<ListingFeedProps, "list">) {
  return (
    <Notice
      icon={SearchX}
      title="No listings found"
      actions={
        <Link to={list.to({ page: 1 })} className={buttonClass({ variant: "secondary" })}>
          From the beginning
        </Link>
      }
    >
      <p>The list ends before this page.</p>
    </Notice>
  );
}
