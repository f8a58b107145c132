import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { loadNextPage } from "../../lib/load-next-page.ts";
import type { ListingsPage } from "./listings.queries.ts";

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
