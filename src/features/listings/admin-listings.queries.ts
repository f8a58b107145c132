import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import type { ListingEdit } from "../../../worker/contracts/listings.schemas.ts";
import { ApiError, getJson, getList, sendJson } from "../../lib/api.ts";
import { listingsKeys } from "./listings.queries.ts";

/** Listings fetched at a time (spec.md 9). */
const PAGE_SIZE = 20;

interface AdminPage {
  items: AdminListing[];
  total: number | null;
}

const adminKeys = {
  all: [...listingsKeys.all, "admin"] as const,
  list: [...listingsKeys.all, "admin", "list"] as const,
  detail: (id: number) => [...listingsKeys.all, "admin", "detail", id] as const,
};

/** Marks what only moderators may see, so that it is forgotten with their session. */
const meta = { access: "admin" };

/** The moderators' queue, newest first. Asked again each time it is opened: others work on it too. */
export function adminListings() {
  return infiniteQueryOptions({
    queryKey: adminKeys.list,
    queryFn: ({ pageParam, signal }): Promise<AdminPage> =>
      getList<AdminListing>(`/api/admin/listings?limit=${PAGE_SIZE}&offset=${pageParam}`, { signal }),
    initialPageParam: 0,
    // Counted from what is loaded, so that a deleted listing does not make the next page skip one.
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
      const isLast =
        last.items.length === 0 || (last.total === null ? last.items.length < PAGE_SIZE : loaded >= last.total);
      return isLast ? undefined : loaded;
    },
    refetchOnMount: "always",
    meta,
  });
}

/** What is loaded of the queue; a listing that moved to a later page meanwhile is shown once. */
export function queueOf(data: InfiniteData<AdminPage> | undefined): AdminListing[] {
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((listing) => [listing.id, listing])).values()];
}

/** How many listings there are in all; undefined while unknown. */
export function queueTotal(data: InfiniteData<AdminPage> | undefined): number | undefined {
  return data?.pages.at(-1)?.total ?? undefined;
}

export function adminListing(id: number) {
  return queryOptions({
    queryKey: adminKeys.detail(id),
    queryFn: ({ signal }) => getJson<AdminListing>(`/api/admin/listings/${id}`, { signal }),
    refetchOnMount: "always",
    meta,
  });
}

function changePages(client: QueryClient, change: (page: AdminPage) => AdminPage): void {
  client.setQueryData<InfiniteData<AdminPage>>(
    adminKeys.list,
    (data) => data && { ...data, pages: data.pages.map(change) },
  );
}

/** The public lists and pages are read again when they are shown next. */
function renewPublicListings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listingsKeys.all, predicate: (query) => query.meta?.access !== "admin" });
}

function keep(client: QueryClient, listing: AdminListing): void {
  client.setQueryData(adminKeys.detail(listing.id), listing);
  changePages(client, (page) => ({
    ...page,
    items: page.items.map((known) => (known.id === listing.id ? listing : known)),
  }));
  renewPublicListings(client);
}

/** A refusal because the listing is not what the screen shows: show what it is. */
function renewAfterConflict(client: QueryClient, error: Error): void {
  if (error instanceof ApiError && (error.status === 404 || error.status === 409))
    void client.invalidateQueries({ queryKey: adminKeys.all });
}

export function useSetApproved() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, approved }: { id: number; approved: boolean }) =>
      sendJson<AdminListing>("PATCH", `/api/admin/listings/${id}/status`, { approved }),
    onSuccess: (listing) => keep(client, listing),
    onError: (error) => renewAfterConflict(client, error),
  });
}

export function useEditListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, edit }: { id: number; edit: ListingEdit }) =>
      sendJson<AdminListing>("PATCH", `/api/admin/listings/${id}`, edit),
    onSuccess: (listing) => keep(client, listing),
    onError: (error) => renewAfterConflict(client, error),
  });
}

export function useDeleteListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendJson<{ success: true }>("DELETE", `/api/admin/listings/${id}`),
    onSuccess: (_answer, id) => {
      client.removeQueries({ queryKey: adminKeys.detail(id), exact: true });
      changePages(client, (page) => ({
        items: page.items.filter((listing) => listing.id !== id),
        total: page.total === null ? null : page.total - 1,
      }));
      renewPublicListings(client);
    },
    onError: (error) => renewAfterConflict(client, error),
  });
}
