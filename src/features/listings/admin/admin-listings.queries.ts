import { queryOptions, useMutation, useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import type { BulkApproval, BulkRejection, Decided, DecidedListing } from "../../../../worker/contracts/decisions.ts";
import { type AdminListing, type QueueFilter, SEARCH_MIN_CHARACTERS } from "../../../../worker/contracts/listings.ts";
import type { ModeratorsEdit } from "../../../../worker/contracts/listings.schemas.ts";
import { ApiError, getJson, sendJson } from "../../../lib/api.ts";
import { FOR_MODERATORS, hasItem, pagedList, withItem, withoutItem, type Page } from "../../../lib/paged-list.ts";
import { listingsKeys } from "../card/listings.queries.ts";

/** Listings fetched at a time (docs/product.md, In the browser). */
const PAGE_SIZE = 20;

/** What the queue can be narrowed to. */
export type QueueStatus = QueueFilter | "all";

const adminKeys = {
  all: [...listingsKeys.all, "admin"] as const,
  lists: [...listingsKeys.all, "admin", "list"] as const,
  list: (status: QueueStatus, q: string) => [...listingsKeys.all, "admin", "list", status, q] as const,
  detail: (id: number) => [...listingsKeys.all, "admin", "detail", id] as const,
};

/** The search that a text asks for; empty when the server would look for none of it. */
export function searchIn(text: string): string {
  const q = text.trim();
  const isLongEnough = q.split(/\s+/).some((word) => word.length >= SEARCH_MIN_CHARACTERS);
  return isLongEnough || /^#?[1-9]\d*$/.test(q) ? q : "";
}

const isPending = ({ status }: AdminListing) => status === "pending";

/** Pending ones first, newest first in each half. */
function isBehind(listing: AdminListing, end: AdminListing): boolean {
  return isPending(listing) === isPending(end) ? listing.id < end.id : isPending(end);
}

/** Whether a listing is among those that the queue is narrowed to. */
export function isIn(queue: QueueStatus, { status, place }: AdminListing): boolean {
  if (queue === "unplaced") return place !== "point" && status !== "rented" && status !== "deleted";
  return queue === "all" || queue === status;
}

/** The moderators' queue, narrowed to a state, or to what has no place, and to what a search finds; both newest first, the whole pending first. */
export function adminListings(status: QueueStatus, q = "") {
  const search = new URLSearchParams(status === "unplaced" ? { place: "unknown" } : { status });
  if (q !== "") search.set("q", q);
  const path = `/api/admin/listings?${search}`;
  const moves = (status === "all" || status === "unplaced") && q === "" ? isBehind : undefined;
  return pagedList<AdminListing>(adminKeys.list(status, q), path, PAGE_SIZE, moves);
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

/** A listing as some list or the details show it. */
function shown(client: QueryClient, id: number): AdminListing | undefined {
  const lists = client.getQueriesData<LoadedList>({ queryKey: adminKeys.lists });
  const items = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
  return items.find((listing) => listing.id === id) ?? client.getQueryData(adminKeys.detail(id));
}

/**
 * Shows a changed listing as it is now (null: deleted) where it stands, and takes it out of the lists of other states.
 * A list of its former or present state that has not loaded it no longer has the right total, and is asked again.
 */
function keep(client: QueryClient, id: number, listing: AdminListing | null): void {
  const before = shown(client, id);
  for (const [key, data] of client.getQueriesData<LoadedList>({ queryKey: adminKeys.lists })) {
    if (!data) continue;
    const status = key.at(-2) as QueueStatus;
    if (hasItem(data, id)) {
      const belongs = listing !== null && isIn(status, listing);
      client.setQueryData<LoadedList>(key, belongs ? withItem(data, listing) : withoutItem(data, id));
    } else if (before?.status !== listing?.status && (status === before?.status || status === listing?.status)) {
      void client.invalidateQueries({ queryKey: key, exact: true });
    }
  }
  if (listing) client.setQueryData(adminKeys.detail(id), listing);
  else client.removeQueries({ queryKey: adminKeys.detail(id), exact: true });
}

/** A refusal because the listing is not what the screen shows: show what it is. */
function renewAfterConflict(client: QueryClient, error: Error): void {
  if (error instanceof ApiError && (error.status === 404 || error.status === 409))
    void client.invalidateQueries({ queryKey: adminKeys.all });
}

/** A change that answers with the listing as it is afterwards. */
function useListingChange<Input, Answer extends AdminListing>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (listing) => {
      keep(client, listing.id, listing);
      renewPublicListings(client);
    },
    onError: (error) => renewAfterConflict(client, error),
  });
}

export function useSetApproved() {
  return useListingChange(({ id, approved, revision }: { id: number; approved: boolean; revision: number }) =>
    sendJson<DecidedListing>("PATCH", `/api/admin/listings/${id}/status`, { approved, revision }),
  );
}

/** What names several listings as they were read. */
const asRead = (listings: readonly AdminListing[]) => ({
  ids: listings.map(({ id }) => id),
  revisions: listings.map(({ revision }) => revision),
});

/** Shows several listings as they were decided on. What was refused is not what the screen shows. */
function keepAll(client: QueryClient, decided: readonly AdminListing[], refused: readonly unknown[]): void {
  for (const listing of decided) keep(client, listing.id, listing);
  renewPublicListings(client);
  if (refused.length > 0) void client.invalidateQueries({ queryKey: adminKeys.lists });
}

/** Approves several listings; each is approved or refused for itself. */
export function useApproveListings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (listings: readonly AdminListing[]) =>
      sendJson<BulkApproval>("POST", "/api/admin/listings/approve", asRead(listings)),
    onSuccess: ({ approved, refused }) => keepAll(client, approved, refused),
  });
}

/** Rejects several listings for one reason; each is rejected or refused for itself. */
export function useRejectListings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ listings, reason }: { listings: readonly AdminListing[]; reason: string }) =>
      sendJson<BulkRejection>("POST", "/api/admin/listings/reject", { ...asRead(listings), reason }),
    onSuccess: ({ rejected, refused }) => keepAll(client, rejected, refused),
  });
}

export function useEditListing() {
  return useListingChange(({ id, edit }: { id: number; edit: ModeratorsEdit }) =>
    sendJson<DecidedListing>("PATCH", `/api/admin/listings/${id}`, edit),
  );
}

/** Says that type and rent of a listing are what they say. */
export function useConfirmListing() {
  return useListingChange(({ id, revision }: { id: number; revision: number }) =>
    sendJson<DecidedListing>("POST", `/api/admin/listings/${id}/confirm`, { revision }),
  );
}

export function useRejectListing() {
  return useListingChange(({ id, reason }: { id: number; reason: string }) =>
    sendJson<DecidedListing>("POST", `/api/admin/listings/${id}/reject`, { reason }),
  );
}

export function useDeleteListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendJson<Decided>("DELETE", `/api/admin/listings/${id}`),
    onSuccess: (_answer, id) => {
      keep(client, id, null);
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
