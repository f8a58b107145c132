import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import type { ListingsPage } from "./listings.queries.ts";
import { type InStep, ListingGrid, ListingGridSkeleton } from "./listing-grid.tsx";
import { useMoreListings } from "./use-more-listings.ts";

export interface ListingFeedProps {
  query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>;
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
  const { query, listings, inStep, ahead = null, skeletons, fillTo, texts, empty } = props;
  const firstIndex = ahead === null ? 0 : 1;
  const { loadMore, isFilling } = useMoreListings(query, listings.length < fillTo);
  const feed = useRef<HTMLDivElement>(null);
  const focusFrom = useRef<number | null>(null);

  // The keyboard goes on with what it asked for: the first of the new cards.
  useEffect(() => {
    if (focusFrom.current === null || listings.length <= focusFrom.current) return;
    feed.current?.querySelectorAll<HTMLElement>("li article a")[focusFrom.current + firstIndex]?.focus();
    focusFrom.current = null;
  }, [listings.length, firstIndex]);
  const askForMore = async () => {
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
  if (listings.length === 0 && !query.hasNextPage) return empty;
  return (
    <div ref={feed}>
      <ListingGrid listings={ahead === null ? listings : [ahead, ...listings]} {...(inStep && { inStep })} />
      <div className="mt-8 flex flex-col items-center gap-3 text-center">
        <output className="text-ink-muted">
          {query.hasNextPage ? "Showing" : texts.end}{" "}
          {/* Apart from the number that a category's name may begin with. */}
          <span className="font-semibold text-ink">{listings.length}</span> {texts.noun(listings.length)}
        </output>
        {query.hasNextPage && (
          <Button variant="secondary" size="lg" onClick={() => void askForMore()} disabled={query.isFetchingNextPage}>
            {texts.more}
          </Button>
        )}
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
