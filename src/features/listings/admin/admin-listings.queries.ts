import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import {
  type BulkChoice,
  decideOnListings,
  deleteListing,
  editAdminListing,
  getAdminListing,
  getListingContext,
  listQueue,
  type QueueFilter,
  restoreListing,
  SEARCH_MIN_CHARACTERS,
  setListingStatus,
} from "../../../../worker/contracts/moderation-queue.ts";
import type { ModeratorEdit } from "../../../../worker/contracts/listings.schemas.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { setPin, getFactsForModerator, type PinDrop, removePin } from "../../../../worker/contracts/places.ts";
import { ApiError, call, isOutdated } from "../../../lib/api.ts";
import { FOR_MODERATORS, hasItem, type Page, pagedList, withItem, withoutItem } from "../../../lib/paged-list.ts";
import { listingsKeys } from "../facts/listings.queries.ts";

/** Filters of the queue. */
export type QueueStatus = QueueFilter | "all";

interface QueueView {
  status: QueueStatus;
  /** Search text; empty without a search. */
  q: string;
}

const root = [...listingsKeys.all, "admin"] as const;
const adminKeys = {
  all: root,
  lists: [...root, "list"] as const,
  list: (view: QueueView) => [...root, "list", view] as const,
  detail: (id: number) => [...root, "detail", { id }] as const,
  facts: (id: number) => [...root, "facts", { id }] as const,
  context: (id: number, revision: number) => [...root, "context", { id, revision }] as const,
  /** Returns the view that a query key of `lists` contains. */
  viewOf: (key: QueryKey) => key.at(-1) as QueueView,
};

/** Poll interval for a listing waiting for its lookup, in milliseconds. */
const POLL_MS = 5_000;

/** Returns the query for the location data of a listing with any status. */
export function adminListingFacts(id: number) {
  return queryOptions({
    queryKey: adminKeys.facts(id),
    queryFn: ({ signal }) => call(getFactsForModerator, { id }, { signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.enrichedAt === null ? POLL_MS : false),
    meta: FOR_MODERATORS,
  });
}

/** Returns the query for what a listing can be compared with, refetched after each change to the listing. */
export function adminListingContext(id: number, revision: number) {
  return queryOptions({
    queryKey: adminKeys.context(id, revision),
    queryFn: ({ signal }) => call(getListingContext, { id }, { signal }),
    staleTime: 60_000,
    meta: FOR_MODERATORS,
  });
}

/** Returns a mutation that changes a listing's location and invalidates all listing queries. */
function usePlaceChange<Input, Answer>(id: number, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      // Also invalidates the moderators' lists, which show missing locations.
      void client.invalidateQueries({ queryKey: listingsKeys.all });
      await client.invalidateQueries({ queryKey: adminKeys.facts(id) }, { cancelRefetch: false });
    },
  });
}

/** Returns a mutation that sets a pin and is pending until the location data is refetched. */
export function useSetPin(id: number) {
  return usePlaceChange(id, (pin: PinDrop) => call(setPin, { id, body: pin }));
}

/** Returns a mutation that removes the pin, if any, and repeats the address lookup. */
export function useLookUpAgain(id: number) {
  return usePlaceChange(id, () => call(removePin, { id }));
}

/** Page size (docs/product.md, In the browser). */
const PAGE_SIZE = 20;

/** Returns the search query for a typed text; empty if the server would ignore it. */
export function toQuery(text: string): string {
  const q = text.trim();
  const isLongEnough = q.split(/\s+/).some((word) => word.length >= SEARCH_MIN_CHARACTERS);
  return isLongEnough || /^#?[1-9]\d*$/.test(q) ? q : "";
}

const rankOf = ({ underReview, status }: AdminListing) => (underReview ? 0 : status === "pending" ? 1 : 2);

/**
 * Returns whether a listing comes after another in the queue, where listings under review come first, then pending
 * ones, then all others, newest first.
 */
function sortsAfter(listing: AdminListing, end: AdminListing): boolean {
  return rankOf(listing) === rankOf(end) ? listing.id < end.id : rankOf(listing) > rankOf(end);
}

/** Returns whether a listing matches a filter of the queue. */
export function isInQueue(queue: QueueStatus, { status, place, underReview }: AdminListing): boolean {
  if (queue === "pending") return status === "pending" || underReview;
  if (queue === "unplaced") return place !== "point" && status !== "rented" && status !== "deleted";
  return queue === "all" || queue === status;
}

/**
 * Returns the query for the moderators' queue, newest first. The filter "pending" sorts by waiting time, with listings
 * under review first. The filters "all" and "unplaced" list pending ones first.
 */
export function adminListings(status: QueueStatus, q = "") {
  const query = {
    ...(status === "unplaced" ? { place: "unknown" } : { status }),
    ...(q === "" ? status === "pending" && { sort: "waiting" } : { q }),
  };
  const isSorted = (status === "all" || status === "unplaced") && q === "";
  return pagedList(adminKeys.list({ status, q }), listQueue, PAGE_SIZE, { query, ...(isSorted && { sortsAfter }) });
}

export function adminListing(id: number) {
  return queryOptions({
    queryKey: adminKeys.detail(id),
    queryFn: ({ signal }) => call(getAdminListing, { id }, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** Marks the public listing queries as stale; each is refetched when it is next mounted. */
function invalidatePublicListings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listingsKeys.all, predicate: (query) => query.meta?.access !== "admin" });
}

type LoadedList = InfiniteData<Page<AdminListing>>;

/** Returns a listing from the cached lists. */
function cachedListing(client: QueryClient, id: number): AdminListing | undefined {
  const lists = client.getQueriesData<LoadedList>({ queryKey: adminKeys.lists });
  const items = lists.flatMap(([, data]) => data?.pages.flatMap((page) => page.items) ?? []);
  return items.find((listing) => listing.id === id) ?? client.getQueryData(adminKeys.detail(id));
}

/**
 * Stores a changed listing in the cache (null if deleted), and removes it from lists that it no longer matches. Lists
 * of its old or new status that have not loaded it now have a wrong total, so they are refetched.
 */
function storeListing(client: QueryClient, id: number, listing: AdminListing | null): void {
  const before = cachedListing(client, id);
  for (const [key, data] of client.getQueriesData<LoadedList>({ queryKey: adminKeys.lists })) {
    if (!data) continue;
    const { status } = adminKeys.viewOf(key);
    const isFetching = client.getQueryState(key)?.fetchStatus === "fetching";
    if (hasItem(data, id)) {
      const belongs = listing !== null && isInQueue(status, listing);
      client.setQueryData<LoadedList>(key, belongs ? withItem(data, listing) : withoutItem(data, id));
      // Refetches, because the response to a request in progress may be older than the decision.
      if (isFetching) void client.invalidateQueries({ queryKey: key, exact: true });
    } else if (before?.status !== listing?.status && (status === before?.status || status === listing?.status)) {
      void client.invalidateQueries({ queryKey: key, exact: true });
    }
  }
  if (listing) client.setQueryData(adminKeys.detail(id), listing);
  else client.removeQueries({ queryKey: adminKeys.detail(id), exact: true });
}

/** Invalidates the listings after a 404 or 409, because the screen is out of date. */
function invalidateAfterConflict(client: QueryClient, error: Error): void {
  if (isOutdated(error)) void client.invalidateQueries({ queryKey: adminKeys.all });
}

/** Returns a mutation whose response is the updated listing. */
function useListingChange<Input, Answer extends AdminListing>(change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (listing) => {
      storeListing(client, listing.id, listing);
      invalidatePublicListings(client);
    },
    onError: (error) => invalidateAfterConflict(client, error),
  });
}

export function useSetApproved() {
  return useListingChange(
    ({ id, ...change }: { id: number; approved: boolean; revision: number; confirmScam?: boolean }) =>
      call(setListingStatus, { id, body: change }),
  );
}

/** Returns the ids, and the revisions that the decision is based on. */
const withRevisions = (listings: readonly AdminListing[]) => ({
  ids: listings.map(({ id }) => id),
  revisions: listings.map(({ revision }) => revision),
});

type BulkRequest = BulkChoice & { listings: readonly AdminListing[] };

/**
 * Returns a mutation that applies one decision to listings, independently of each other. For a single listing a refusal
 * is an error; for several, refusals are part of the response.
 */
export function useDecideOnAll() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ listings, ...decision }: BulkRequest) => {
      const outcome = await call(decideOnListings, { body: { ...decision, ...withRevisions(listings) } });
      const [refusal] = outcome.refused;
      if (listings.length === 1 && refusal)
        throw new ApiError(409, "", JSON.stringify({ ...refusal, message: refusal.error }));
      return outcome;
    },
    onSuccess: ({ action, decided, refused }) => {
      for (const listing of decided) storeListing(client, listing.id, action === "delete" ? null : listing);
      invalidatePublicListings(client);
      // A refusal means that the screen is out of date.
      if (refused.length > 0) void client.invalidateQueries({ queryKey: adminKeys.lists });
    },
    onError: (error) => invalidateAfterConflict(client, error),
  });
}

export function useEditListing() {
  return useListingChange(({ id, edit }: { id: number; edit: ModeratorEdit }) =>
    call(editAdminListing, { id, body: edit }),
  );
}

export function useDeleteListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, revision }: { id: number; revision: number }) =>
      call(deleteListing, { id, query: { revision } }),
    onSuccess: (_answer, { id }) => {
      storeListing(client, id, null);
      invalidatePublicListings(client);
    },
    onError: (error) => invalidateAfterConflict(client, error),
  });
}

/** Returns a mutation that undoes a deletion and is pending until the queue is refetched. */
export function useRestoreListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(restoreListing, { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: adminKeys.lists }),
  });
}
