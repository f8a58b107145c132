import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useOnDemand } from "../../../lib/use-on-demand.ts";
import { listingDetail, listingsKeys } from "./listings.queries.ts";

const loadDialog = () => import("./listing-dialog.tsx");

/** The list that came with the page leaves out what no card shows. */
const isWhole = ({ amenities }: PublicListing) => amenities !== null;

/** The detail dialog over a list. */
export function useListingDialog(listings: readonly PublicListing[]) {
  const { module: dialog, request, prepare } = useOnDemand(loadDialog);
  const { value, open: openEntry, close, forget } = useHistoryEntry("listing");
  const queryClient = useQueryClient();
  const openId = typeof value === "number" ? value : null;

  // After a reload the entry is there, but not the code, and perhaps not the page of the list that held the listing.
  const loaded = listings.find(({ id }) => id === openId);
  const { data: fetched, isError } = useQuery({
    ...listingDetail(openId ?? 0),
    enabled: openId !== null && (loaded === undefined || !isWhole(loaded)),
  });
  // Null is the answer that it is gone, whatever the list still shows.
  const listing = openId === null || fetched === null ? null : (fetched ?? loaded ?? null);
  const awaitsCode = listing !== null && dialog === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);
  const isLost = openId !== null && (fetched === null || (isError && loaded === undefined));
  useEffect(() => {
    if (isLost) forget();
  }, [isLost, forget]);

  const open = useCallback(
    async (opened: PublicListing) => {
      if (!(await request())) return;
      if (isWhole(opened)) queryClient.setQueryData(listingsKeys.detail(opened.id), opened);
      openEntry(opened.id);
    },
    [request, queryClient, openEntry],
  );

  return { dialog, listing, open, close, prepare };
}
