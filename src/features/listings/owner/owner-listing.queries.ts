import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { MINUTE_MS } from "../../../../worker/contracts/days.ts";
import { getListing } from "../../../../worker/contracts/listings.ts";
import type { ListingEdit } from "../../../../worker/contracts/listings.schemas.ts";
import {
  editOwnListing,
  getOwnListing,
  getRemoval,
  markRented,
  type OwnerListing,
  removeByLink,
  removeOwnListing,
  renewOwnListing,
  answerQuestion,
} from "../../../../worker/contracts/owners.ts";
import { ApiError, call, callOrNull, errorText, isOutdated } from "../../../lib/api.ts";
import { toast } from "../../../lib/toast.ts";
import { listingsKeys } from "../facts/listings.queries.ts";

/** Message if the server could not be reached (docs/product.md, Messages). */
export const NETWORK_PROBLEM = "Network error. Please try again.";

const ownerKeys = { detail: (token: string) => ["owner-listing", token] as const };

/** Refetch interval, half an hour, because signed photo URLs expire after an hour. */
const PHOTOS_AGAIN_MS = 30 * MINUTE_MS;

/** Returns the query for the listing of a manage link. Nothing stays cached after the landlord leaves the page. */
export function ownerListing(token: string) {
  return queryOptions({
    queryKey: ownerKeys.detail(token),
    queryFn: ({ signal }) => call(getOwnListing, { token }, { signal }),
    refetchOnMount: "always",
    refetchInterval: PHOTOS_AGAIN_MS,
    // Refetches on focus, because background tabs do not poll.
    refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > PHOTOS_AGAIN_MS && "always",
    gcTime: 0,
  });
}

/** Returns the query for a public listing as renters see it, refetched after each change. */
export function publicCard(listing: OwnerListing) {
  return queryOptions({
    queryKey: ["owner-card", listing] as const,
    queryFn: ({ signal }) => callOrNull(getListing, { id: listing.id }, { signal }),
    enabled: listing.path !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** Returns whether a manage link is invalid or expired. */
export function isLinkInvalid(error: Error | null): boolean {
  return error instanceof ApiError && error.code === "owner.invalid_link";
}

/** Shows a toast about a failed action, with the server's message if there is one. */
export function toastOwnerFailure(title: string, error: unknown): void {
  const description = errorText(error, error instanceof ApiError ? "" : NETWORK_PROBLEM);
  toast({ title, description: description || undefined, variant: "destructive" });
}

/** Marks public listing queries as stale; each is refetched when it is next mounted. */
function renewPublicListings(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listingsKeys.all });
}

/** Returns a mutation whose response is the updated listing. */
function useOwnerChange<Input, Answer extends OwnerListing>(token: string, change: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (listing) => {
      client.setQueryData(ownerKeys.detail(token), listing);
      renewPublicListings(client);
    },
    // Refetches if the screen is out of date, or if the link has expired.
    onError: (error) => {
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: ownerKeys.detail(token) });
    },
  });
}

export function useOwnerEdit(token: string) {
  return useOwnerChange(token, (edit: ListingEdit) => call(editOwnListing, { token, body: edit }));
}

/** Returns a mutation that answers a moderator's question. */
export function useAnswerQuestion(token: string) {
  return useOwnerChange(token, (text: string) => call(answerQuestion, { token, body: { text } }));
}

export function useRenewal(token: string) {
  return useOwnerChange(token, () => call(renewOwnListing, { token }));
}

export function useMarkAsRented(token: string) {
  return useOwnerChange(token, () => call(markRented, { token }));
}

/** Returns the query for the address of the listing that a delete link removes. */
export function deletionTarget(token: string) {
  return queryOptions({
    queryKey: ["deletion", token] as const,
    queryFn: ({ signal }) => call(getRemoval, { token }, { signal }),
    gcTime: 0,
  });
}

/** Returns a mutation that deletes a listing by its manage link or delete link. */
export function useOwnerRemoval(link: "manage" | "delete", token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(link === "manage" ? removeOwnListing : removeByLink, { token }),
    onSuccess: () => {
      toast({ title: "Listing Removed" });
      renewPublicListings(client);
    },
  });
}
