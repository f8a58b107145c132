import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { useOnDemand } from "../../lib/use-on-demand.ts";
import { listingsKeys } from "./listings.queries.ts";

const loadDialog = () => import("./listing-dialog.tsx");

function listingIdIn(state: unknown): number | null {
  return typeof state === "object" && state !== null && "listingId" in state && typeof state.listingId === "number"
    ? state.listingId
    : null;
}

/**
 * The detail dialog over a list. Which listing is open stands in the history entry's state, so that the back button (on a
 * phone the natural way to close a sheet that fills the screen) closes the dialog instead of leaving the list.
 */
export function useListingDialog(listings: readonly PublicListing[]) {
  const { module: dialog, request, prepare } = useOnDemand(loadDialog);
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const openId = listingIdIn(state);
  const listing = openId === null ? null : (listings.find(({ id }) => id === openId) ?? null);

  // After a reload the state is there but the code is not.
  const awaited = listing !== null && dialog === null;
  useEffect(() => {
    if (awaited) void request();
  }, [awaited, request]);

  const open = useCallback(
    async (opened: PublicListing) => {
      if (!(await request())) return;
      queryClient.setQueryData(listingsKeys.detail(opened.id), opened);
      // Without the hash: it would scroll to its section.
      await navigate({ pathname, search }, { state: { listingId: opened.id }, preventScrollReset: true });
    },
    [request, queryClient, navigate, pathname, search],
  );

  // A second Escape may come before the first step back has happened; two steps would leave the list.
  const closing = useRef(false);
  useEffect(() => {
    if (openId === null) closing.current = false;
  }, [openId]);
  const close = useCallback(() => {
    if (closing.current) return;
    closing.current = true;
    void navigate(-1);
  }, [navigate]);

  return { dialog, listing, open, close, prepare };
}
