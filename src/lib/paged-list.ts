import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import { getList } from "./api.ts";

export interface Page<T> {
  items: T[];
  /** Null where the server counts none. */
  total: number | null;
}

/** Marks what only moderators may see, so that it is forgotten with their session. */
export const FOR_MODERATORS = { access: "admin" };

/** A moderators' list, page by page. Asked again each time it is opened: others work on it too. */
export function pagedList<T>(queryKey: readonly unknown[], path: string, pageSize: number) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<Page<T>> =>
      getList<T>(`${path}${path.includes("?") ? "&" : "?"}limit=${pageSize}&offset=${pageParam}`, { signal }),
    initialPageParam: 0,
    // Counted from what is loaded, so that a row which left the list does not make the next page skip one.
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
      const isLast =
        last.items.length === 0 || (last.total === null ? last.items.length < pageSize : loaded >= last.total);
      return isLast ? undefined : loaded;
    },
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** What is loaded of a list; a row that moved to a later page meanwhile is shown once. */
export function itemsOf<T extends { id: number }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** How many rows there are in all; undefined while unknown. */
export function totalOf(data: InfiniteData<Page<unknown>> | undefined): number | undefined {
  return data?.pages.at(-1)?.total ?? undefined;
}

/** A list after a row has left it; untouched when the row was not among what is loaded. */
export function withoutItem<T extends { id: number }>(data: InfiniteData<Page<T>>, id: number): InfiniteData<Page<T>> {
  if (!data.pages.some(({ items }) => items.some((item) => item.id === id))) return data;
  return {
    ...data,
    pages: data.pages.map(({ items, total }) => ({
      items: items.filter((item) => item.id !== id),
      total: total === null ? null : total - 1,
    })),
  };
}
