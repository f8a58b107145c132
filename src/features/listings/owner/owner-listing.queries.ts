import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { ListingEdit } from "../../../../worker/contracts/listings.schemas.ts";
import type { ListingRemoved, OwnerEdited, OwnerListing } from "../../../../worker/contracts/owners.ts";
import { ApiError, errorText, getJson, sendJson } from "../../../lib/api.ts";
import { toast } from "../../../lib/toast.ts";
import { listingsKeys } from "../card/listings.queries.ts";

/** Said when the server was not reached (docs/product.md, Messages). */
export const NETWORK_PROBLEM = "Network error. Please try again.";

const ownerKeys = { detail: (token: string) => ["owner-listing", token] as const };

const managePath = (token: string) => `/api/manage/${encodeURIComponent(token)}`;

/** The addresses of its photos work for an hour: they are asked for anew twice as often. */
const PHOTOS_AGAIN_MS = 30 * 60_000;

/** What the mailed link opens. Nothing of it is kept once the page is left. */
export function ownerListing(token: string) {
  return queryOptions({
    queryKey: ownerKeys.detail(token),
    queryFn: ({ signal }) => getJson<OwnerListing>(managePath(token), { signal }),
    refetchOnMount: "always",
    refetchInterval: PHOTOS_AGAIN_MS,
    // A page in the background asks when it is looked at again.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > PHOTOS_AGAIN_MS && "always",
    gcTime: 0,
  });
}

/** Whether a link opens nothing (any more). */
export function isLinkInvalid(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "owner.invalid_link";
}

/** A failed action, in the server's words where it gave some. */
export function toastOwnerFailure(title: string, error: unknown): void {
  const description = errorText(error, error instanceof ApiError ? "" : NETWORK_PROBLEM);
  toast({ title, description: description || undefined, variant: "destructive" });
}

/** The public lists and pages are read again when they are shown next. */
function renewPublicListings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listingsKeys.all });
}

/** A change that answers with the listing as it is afterwards. */
function useOwnerChange<Input, Answer extends OwnerListing>(token: string, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (listing) => {
      client.setQueryData(ownerKeys.detail(token), listing);
      renewPublicListings(client);
    },
    // The listing is not what the screen shows, or its link is void: show what is.
    onError: (error) => {
      if (error instanceof ApiError && (error.status === 404 || error.status === 409))
        void client.invalidateQueries({ queryKey: ownerKeys.detail(token) });
    },
  });
}

export function useOwnerEdit(token: string) {
  return useOwnerChange(token, (edit: ListingEdit) => sendJson<OwnerEdited>("PATCH", managePath(token), edit));
}

export function useRenewal(token: string) {
  return useOwnerChange(token, () => sendJson<OwnerListing>("POST", `${managePath(token)}/renew`));
}

export function useRented(token: string) {
  return useOwnerChange(token, () => sendJson<OwnerListing>("POST", `${managePath(token)}/rented`));
}

/** Deletes a listing for good, by its manage link or by its delete link. */
export function useOwnerRemoval(link: "manage" | "delete", token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendJson<ListingRemoved>("DELETE", `/api/${link}/${encodeURIComponent(token)}`),
    onSuccess: () => {
      toast({ title: "Listing Removed" });
      renewPublicListings(client);
    },
  });
}
