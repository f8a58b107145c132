import { infiniteQueryOptions, type InfiniteData } from "@tanstack/react-query";
import type { Operation, PageQuery, QueryValues } from "../../worker/contracts/operation.ts";
import { callList } from "./api.ts";

export interface Page<T> {
  items: T[];
  /** The rows as the server sent them, without local changes. */
  served: readonly T[];
  /** Total number of rows; null if the server sends none. */
  total: number | null;
}

/** Query `meta` of data that is dropped when the moderator's session ends. */
export const FOR_MODERATORS = { access: "admin" };
/** Query `meta` of moderators' data, in any feature, that a ban can change. */
export const SHOWS_BANS = { ...FOR_MODERATORS, showsBans: true };

/** An operation that returns a page of a list. */
type ListOperation<T> = Operation<string, { query: QueryValues; answer: T[] }>;

/** Fetches a page's rows and the length of the whole list, which is null if the server sends none. */
type FetchRows<T> = (page: PageQuery, signal: AbortSignal) => Promise<Pick<Page<T>, "items" | "total">>;

/**
 * Returns the query for a moderators' list in pages, refetched on every mount because several people work on it.
 * @param sortsAfter returns whether a row, in its current state, sorts after the last row as the server sent it; needed
 * if an update can move a row
 */
export function pagedRows<T extends { id: number }>(
  queryKey: readonly unknown[],
  fetchRows: FetchRows<T>,
  pageSize: number,
  sortsAfter: (row: T, end: T) => boolean = () => false,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const { items, total } = await fetchRows({ limit: pageSize, offset: pageParam }, signal);
      return { items, served: items, total };
    },
    initialPageParam: 0,
    getNextPageParam: ({ served, total }, pages) => {
      const end = served.at(-1);
      if (!end || (total === null && served.length < pageSize)) return undefined;
      const rows = pages.flatMap(({ items }) => items);
      if (total !== null && new Set(rows.map(({ id }) => id)).size >= total) return undefined;
      // The offset counts the loaded rows that do not sort after the last row. With this offset, the next page skips no
      // rows even if some have left the list or moved. `collectItems` removes duplicates.
      const offset = rows.filter((row) => !sortsAfter(row, end)).length;
      return total !== null && offset >= total ? undefined : offset;
    },
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** Returns {@link pagedRows} for an operation. */
export const pagedList = <T extends { id: number }>(
  queryKey: readonly unknown[],
  listed: ListOperation<T>,
  pageSize: number,
  { query = {}, sortsAfter }: { query?: QueryValues; sortsAfter?: (row: T, end: T) => boolean } = {},
) =>
  pagedRows<T>(
    queryKey,
    (page, signal) => callList(listed, { query: { ...query, ...page } }, { signal }),
    pageSize,
    sortsAfter,
  );

/** Returns all loaded rows. A row that moved to a later page while loading appears once. */
export function collectItems<T extends { id: number }>(data: InfiniteData<Page<T>> | undefined): T[] {
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** Returns the total number of rows; undefined while it is unknown. */
export function readTotal(data: InfiniteData<Page<unknown>> | undefined): number | undefined {
  return data?.pages.at(-1)?.total ?? undefined;
}

export function hasItem(data: InfiniteData<Page<{ id: number }>>, id: number): boolean {
  return data.pages.some(({ items }) => items.some((item) => item.id === id));
}

/** Returns the list with a row replaced in place. */
export function withItem<T extends { id: number }>(data: InfiniteData<Page<T>>, item: T): InfiniteData<Page<T>> {
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.map((known) => (known.id === item.id ? item : known)),
    })),
  };
}

/** Returns the list without a row, and with a lower total if the row was loaded. */
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
