import { queryOptions, useMutation, useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import type { AdminListing, ListingStatus } from "../../../worker/contracts/listings.ts";
import type { ListingEdit } from "../../../worker/contracts/listings.schemas.ts";
import { ApiError, getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS, pagedList, withoutItem, type Page } from "../../lib/paged-list.ts";
import { listingsKeys } from "./listings.queries.ts";

/** Listings fetched at a time (spec.md 9). */
const PAGE_SIZE = 20;

/** What the queue can be narrowed to. */
export type QueueStatus = ListingStatus | "all";

const adminKeys = {
  all: [...listingsKeys.all, "admin"] as const,
  lists: [...listingsKeys.all, "admin", "list"] as const,
  list: (status: QueueStatus) => [...listingsKeys.all, "admin", "list", status] as const,
  detail: (id: number) => [...listingsKeys.all, "admin", "detail", id] as const,
};

/** The moderators' queue, newest first. */
export function adminListings(status: QueueStatus) {
  return pagedList<AdminListing>(adminKeys.list(status), `/api/admin/listings?status=${status}`, PAGE_SIZE);
}

export function adminListing(id: number) {
  return queryOptions({
    queryKey: adminKeys.detail(id),
    queryFn: ({ signal }) => getJson<AdminListing>(`/api/admin/listings/${id}`, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** The public lists and pages are read again when they are shown next. */
function renewPublicListings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listingsKeys.all, predicate: (query) => query.meta?.access !== "admin" });
}

type LoadedList = InfiniteData<Page<AdminListing>>;

/** Shows a changed listing as it is now, and takes it out of the lists of other states. */
function keep(client: QueryClient, listing: AdminListing): void {
  client.setQueryData(adminKeys.detail(listing.id), listing);
  for (const [key, data] of client.getQueriesData<LoadedList>({ queryKey: adminKeys.lists })) {
    if (!data) continue;
    const status = key.at(-1);
    const belongs = status === "all" || status === listing.status;
    client.setQueryData<LoadedList>(
      key,
      belongs
        ? {
            ...data,
            pages: data.pages.map((page) => ({
              ...page,
              items: page.items.map((known) => (known.id === listing.id ? listing : known)),
            })),
          }
        : withoutItem(data, listing.id),
    );
  }
  renewPublicListings(client);
}

/** A refusal because the listing is not what the screen shows: show what it is. */
function renewAfterConflict(client: QueryClient, error: Error): void {
  if (error instanceof ApiError && (error.status === 404 || error.status === 409))
    void client.invalidateQueries({ queryKey: adminKeys.all });
}

/** A change that answers with the listing as it is afterwards. */
function useListingChange<Input>(change: (input: Input) => Promise<AdminListing>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (listing) => keep(client, listing),
    onError: (error) => renewAfterConflict(client, error),
  });
}

export function useSetApproved() {
  return useListingChange(({ id, approved }: { id: number; approved: boolean }) =>
    sendJson<AdminListing>("PATCH", `/api/admin/listings/${id}/status`, { approved }),
  );
}

export function useEditListing() {
  return useListingChange(({ id, edit }: { id: number; edit: ListingEdit }) =>
    sendJson<AdminListing>("PATCH", `/api/admin/listings/${id}`, edit),
  );
}

export function useRejectListing() {
  return useListingChange(({ id, reason }: { id: number; reason: string }) =>
    sendJson<AdminListing>("POST", `/api/admin/listings/${id}/reject`, { reason }),
  );
}

export function useDeleteListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendJson<{ success: true }>("DELETE", `/api/admin/listings/${id}`),
    onSuccess: (_answer, id) => {
      client.removeQueries({ queryKey: adminKeys.detail(id), exact: true });
      client.setQueriesData<LoadedList>({ queryKey: adminKeys.lists }, (data) => data && withoutItem(data, id));
      renewPublicListings(client);
    },
    onError: (error) => renewAfterConflict(client, error),
  });
}

/** Undoes a delete. The mutation ends when the queue has been read again. */
export function useRestoreListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendJson<AdminListing>("POST", `/api/admin/listings/${id}/restore`),
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.lists }),
  });
}
