import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { LoaderCircle, SearchX } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { pageOf } from "../../../../worker/contracts/list-pages.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { SearchMeaning } from "../../../../worker/contracts/search.ts";
import { loadNextPage } from "../../../lib/load-next-page.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Link } from "../../../ui/link.tsx";
import { NextPage, PreviousPage } from "../../../ui/page-links.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import type { ListState } from "../commute/list-state.ts";
import { useWithoutHidden } from "../saving/saved-index.ts";
import { HowWeCompare } from "../facts/listing-badges.tsx";
import { type MapSync, ListingGrid, ListingGridSkeleton } from "./listing-grid.tsx";
import type { ListingsPage } from "../facts/listings.queries.ts";

/**
 * Loads the next page while fewer listings than required are shown. Stops after a failure, so that a failing server is
 * not called repeatedly.
 */
function useAutoFill(query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>, tooFew: boolean) {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;
  const shouldFill = tooFew && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!shouldFill || isFetching) return undefined;
    // Deferred, because after a change of filter the query's own effect runs after this one.
    const timer = setTimeout(() => void loadNextPage({ isFetching, fetchNextPage }));
    return () => clearTimeout(timer);
  }, [shouldFill, isFetching, fetchNextPage]);

  return shouldFill;
}

export interface ListingFeedProps {
  query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>;
  list: ListState;
  /** The loaded listings to show. */
  listings: readonly PublicListing[];
  /** Set only if the feed is beside a map. */
  mapSync?: MapSync;
  skeletons: number;
  /** Minimum number of listings shown; while there are fewer, more are loaded automatically. */
  fillTo: number;
  texts: {
    error: string;
    more: string;
    /** Text before the count, once everything is loaded. */
    end: string;
    noun: (count: number) => string;
  };
  empty: ReactNode;
  /** Content after the last card. */
  alert?: ReactNode;
}

export function ListingFeed(props: ListingFeedProps) {
  const { query, list, mapSync, skeletons, fillTo, texts, empty, alert } = props;
  const listings = useWithoutHidden(props.listings);
  const isFilling = useAutoFill(query, listings.length < fillTo);
  const feed = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);

  // Moves the focus to the first of the new cards.
  useEffect(() => {
    if (focusFrom.current === null || listings.length <= focusFrom.current) return;
    feed.current?.querySelectorAll<HTMLElement>("li article h3 a")[focusFrom.current]?.focus();
    focusFrom.current = null;
  }, [listings.length]);
  const askForMore = async () => {
    focusFrom.current = listings.length;
    if (!(await loadNextPage(query))) focusFrom.current = null;
  };

  if (query.isPending || (listings.length === 0 && isFilling))
    return <ListingGridSkeleton count={skeletons} isHalf={mapSync !== undefined} />;
  if (query.isError && query.data === undefined) {
    return (
      <LoadFailure title="Error loading listings" onRetry={() => void query.refetch()}>
        <p>{texts.error}</p>
      </LoadFailure>
    );
  }
  if (listings.length === 0 && !query.hasNextPage) return list.page === 1 ? empty : <PastTheEnd list={list} />;
  const last = query.data.pages.at(-1);
  const meaning = query.data.pages[0]?.meaning ?? null;
  const nextPage = last === undefined ? null : pageOf(last.offset + last.limit);
  return (
    <div ref={feed}>
      {list.page > 1 && <PreviousPage label="Previous Listings" to={list.to({ page: list.page - 1 })} />}
      {meaning && <MeaningNote meaning={meaning} />}
      <ListingGrid
        searchText={meaning === null ? list.search.q : wordsToHighlight(meaning)}
        listings={listings}
        {...(mapSync && { mapSync })}
        hasMore={query.hasNextPage}
        tail={
          <div className="card-tail">
            <output className="text-ink-muted">
              {query.hasNextPage || list.page > 1 ? "Showing" : texts.end}{" "}
              <span className="font-semibold text-ink">{listings.length}</span> {texts.noun(listings.length)}
            </output>
            {query.hasNextPage && (
              <NextPage
                label={texts.more}
                to={nextPage === null ? null : list.to({ page: nextPage })}
                isLoading={query.isFetchingNextPage}
                onLoad={() => void askForMore()}
              />
            )}
            {alert}
            <p className="text-sm">
              <HowWeCompare />
            </p>
          </div>
        }
      />
      {query.isFetchingNextPage && (
        <output className="fixed inset-x-0 bottom-[calc(var(--tabs)+1rem)] z-30 mx-auto flex w-fit items-center gap-2 rounded-full bg-ink px-4 py-2.5 text-sm font-semibold text-paper shadow-raised">
          <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
          Loading more listings
        </output>
      )}
    </div>
  );
}

/** Notice for a page number past the end, as in an old link. */
function PastTheEnd({ list }: Pick<ListingFeedProps, "list">) {
  return (
    <Notice
      icon={SearchX}
      title="No listings found"
      actions={
        <Link to={list.to({ page: 1 })} className={buttonClass({ variant: "secondary" })}>
          First page
        </Link>
      }
    >
      <p>There are no more pages.</p>
    </Notice>
  );
}

/** Returns the words to highlight in a home's text; null if there are none. */
const wordsToHighlight = ({ words, place }: SearchMeaning) => [...words, place?.name ?? []].flat().join(" ") || null;

/** Tells the visitor which words were corrected or dropped in the search. */
function MeaningNote({ meaning: { corrected, dropped } }: { meaning: SearchMeaning }) {
  if (!corrected && dropped.length === 0) return null;
  return (
    <output className="mb-3 block">
      {corrected && (
        <>
          Nothing found for {`“${corrected.from}”`}. Showing <strong>{`“${corrected.to}”`}</strong>.{" "}
        </>
      )}
      {dropped.length > 0 && (
        <>
          No home matches <strong translate="no">{dropped.map((part) => `“${part}”`).join(" and ")}</strong>. Showing
          homes without {dropped.length > 1 ? "them" : "it"}.
        </>
      )}
    </output>
  );
}
