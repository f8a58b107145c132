import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import type { BulkApproval, BulkRejection, Decision, ListingDecision } from "../../../../worker/contracts/decisions.ts";
import type { ModeratorEdit } from "../../../../worker/contracts/listings.schemas.ts";
import { type AdminListing, type QueueFilter, SEARCH_MIN_CHARACTERS } from "../../../../worker/contracts/listings.ts";
import type { PinDrop } from "../../../../worker/contracts/places.schemas.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { ApiError, getJson, sendJson } from "../../../lib/api.ts";
import { FOR_MODERATORS, hasItem, type Page, pagedList, withItem, withoutItem } from "../../../lib/paged-list.ts";
import { listingsKeys } from "../card/listings.queries.ts";

/** What the queue can be narrowed to. */
export type QueueStatus = QueueFilter | "all";

interface QueueView {
  status: QueueStatus;
  /** Empty where nothing is searched for. */
  q: string;
}

const root = [...listingsKeys.all, "admin"] as const;
const adminKeys = {
  all: root,
  lists: [...root, "list"] as const,
  list: (view: QueueView) => [...root, "list", view] as const,
  detail: (id: number) => [...root, "detail", { id }] as const,
  facts: (id: number) => [...root, "facts", { id }] as const,
  /** The view of a key under `lists`. */
  viewOf: (key: QueryKey) => key.at(-1) as QueueView,
};

/** How often a listing that waits to be looked up is asked after. */
const POLL_MS = 5_000;

/** The facts about a listing in any state. */
export function adminListingFacts(id: number) {
  return queryOptions({
    queryKey: adminKeys.facts(id),
    queryFn: ({ signal }) => getJson<ListingFacts>(`/api/admin/listings/${id}/facts`, { signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) => (state.data?.enrichedAt === null ? POLL_MS : false),
    meta: FOR_MODERATORS,
  });
}

/** A change of a listing's place: all lists and pages are read again, those not shown when they are shown next. */
function usePlaceChange<Input, Answer>(id: number, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      // Moderators' lists too: they tell which listings have no place.
      void client.invalidateQueries({ queryKey: listingsKeys.all });
      await client.invalidateQueries({ queryKey: adminKeys.facts(id) }, { cancelRefetch: false });
    },
  });
}

/** Drops a pin. The mutation ends when the facts around it have come. */
export function useDropPin(id: number) {
  return usePlaceChange(id, (pin: PinDrop) => sendJson<ListingFacts>("PUT", `/api/admin/listings/${id}/place`, pin));
}

/** Takes the pin away, if there is one, and has the address looked up again. */
export function useLookUpAgain(id: number) {
  return usePlaceChange(id, () => sendJson<{ success: true }>("DELETE", `/api/admin/listings/${id}/place`));
}

/** Listings fetched at a time (docs/product.md, In the browser). */
const PAGE_SIZE = 20;

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
  return pagedList<AdminListing>(adminKeys.list({ status, q }), path, PAGE_SIZE, moves);
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
    const { status } = adminKeys.viewOf(key);
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
    sendJson<ListingDecision>("PATCH", `/api/admin/listings/${id}/status`, { approved, revision }),
  );
}

/** Identifies listings by id, and by the revision that was decided on. */
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
  return useListingChange(({ id, edit }: { id: number; edit: ModeratorEdit }) =>
    sendJson<ListingDecision>("PATCH", `/api/admin/listings/${id}`, edit),
  );
}

/** Says that type and rent of a listing are what they say. */
export function useConfirmListing() {
  return useListingChange(({ id, revision }: { id: number; revision: number }) =>
    sendJson<ListingDecision>("POST", `/api/admin/listings/${id}/confirm`, { revision }),
  );
}

export function useRejectListing() {
  return useListingChange(({ id, reason }: { id: number; reason: string }) =>
    sendJson<ListingDecision>("POST", `/api/admin/listings/${id}/reject`, { reason }),
  );
}

export function useDeleteListing() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => sendJson<Decision>("DELETE", `/api/admin/listings/${id}`),
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
