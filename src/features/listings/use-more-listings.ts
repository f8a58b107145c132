import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { dismissToasts, toast } from "../../lib/toast.ts";
import type { ListingsPage } from "./listings.queries.ts";

/** Loads the next page of a list and says so when it fails. False when nothing came. */
export async function loadNextPage(query: {
  isFetching: boolean;
  fetchNextPage(): Promise<{ isFetchNextPageError: boolean }>;
}): Promise<boolean> {
  if (query.isFetching) return false;
  const { isFetchNextPageError } = await query.fetchNextPage();
  if (isFetchNextPageError) {
    toast({
      title: "Error Loading More",
      description: "Failed to load more listings. Please try again.",
      variant: "destructive",
    });
  } else dismissToasts();
  return !isFetchNextPageError;
}

/**
 * Loads the next page when asked, and by itself while `tooFew` are shown. After a failure it waits to be asked, so that a
 * server in trouble is not called again and again.
 */
export function useMoreListings(query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>, tooFew: boolean) {
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
