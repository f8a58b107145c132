import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { toast } from "../../lib/toast.ts";
import type { ListingsPage } from "./listings.queries.ts";

/**
 * Loads the next page when asked, and by itself while `tooFew` are shown. After a failure it waits to be asked, so that a
 * server in trouble is not called again and again.
 */
export function useMoreListings(query: UseInfiniteQueryResult<InfiniteData<ListingsPage>>, tooFew: boolean) {
  const { fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query;

  const loadMore = useCallback(async () => {
    if (isFetching) return;
    const result = await fetchNextPage();
    if (result.isFetchNextPageError) {
      toast({
        title: "Error Loading More",
        description: "Failed to load more listings. Please try again.",
        variant: "destructive",
      });
    }
  }, [fetchNextPage, isFetching]);

  const shouldFill = tooFew && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (shouldFill && !isFetching) void loadMore();
  }, [shouldFill, isFetching, loadMore]);

  return { loadMore, isFilling: shouldFill };
}
