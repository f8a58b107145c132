import { dismissToasts, toast } from "./toast.ts";

/** Loads the next page of a list, and shows a toast on failure. @returns whether a page was loaded */
export async function loadNextPage(
  query: { isFetching: boolean; fetchNextPage(): Promise<{ isFetchNextPageError: boolean }> },
  what = "listings",
): Promise<boolean> {
  if (query.isFetching) return false;
  const { isFetchNextPageError } = await query.fetchNextPage();
  if (isFetchNextPageError) {
    toast({
      title: "Error Loading More",
      description: `Failed to load more ${what}. Please try again.`,
      variant: "destructive",
    });
  } else dismissToasts();
  return !isFetchNextPageError;
}
