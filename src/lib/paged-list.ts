import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import { getList } from "./api.ts";

export interface Page<T> {
  items: T[];
  /** The rows as they came: changes made here since leave them as they are. */
  served: readonly T[];
  /** Null where the server counts none. */
  total: number | null;
}

/** Marks what only moderators may see, so that it is forgotten with their session. */
export const FOR_MODERATORS = { access: "admin" };
/** Marks queries of moderators that a ban changes, whichever feature they belong to. */
export const SHOWS_BANS = { ...FOR_MODERATORS, showsBans: true };

/**
 * A moderators' list, page by page. Asked again each time it is opened: others work on it too.
 * @param isBehind whether a row, as it is now, stands behind another one, as it came, in the server's order; for lists
 * in which a change can move a row
 */
export function pagedList<T extends { id: number }>(
  queryKey: readonly unknown[],
  path: string,
  pageSize: number,
  isBehind: (row: T, end: T) => boolean = () => false,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const query = `${path.includes("?") ? "&" : "?"}limit=${pageSize}&offset=${pageParam}`;
      const { items, total } = await getList<T>(path + query, { signal });
      return { items, served: items, total };
    },
    initialPageParam: 0,
    getNextPageParam: ({ served, total }, pages) => {
      const end = served.at(-1);
      if (!end || (total === null && served.length < pageSize)) return undefined;
      const rows = pages.flatMap(({ items }) => items);
      if (total !== null && new Set(rows.map(({ id }) => id)).size >= total) return undefined;
      // Counted from what is loaded and still stands before the end of it, so that rows which left the list or moved
      // behind its end do not make the next page skip as many. What it holds twice is shown once.
      const offset = rows.filter((row) => !isBehind(row, end)).length;
      return total !== null && offset >= total ? undefined : offset;
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

/** Whether a row is among what is loaded. */
export function hasItem(data: InfiniteData<Page<{ id: number }>>, id: number): boolean {
  return data.pages.some(({ items }) => items.some((item) => item.id === id));
}

/** A list in which a changed row stays where it is. */
export function withItem<T extends { id: number }>(data: InfiniteData<Page<T>>, item: T): InfiniteData<Page<T>> {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((known) => (known.id === item.id ? item : known)),
    })),
  };
}

/** A list after a row has left it; untouched when the row was not among what is loaded. */
export function withoutItem<T extends { id: number }>(data: InfiniteData<Page<T>>, id: number): InfiniteData<Page<T>> {
  if (!hasItem(data, id)) return data;
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.filter((item) => item.id !== id),
      total: page.total === null ? null : page.total - 1,
    })),
  };
}
