import { useState } from "react";
import { BULK_MAX } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { toast } from "../../../lib/toast.ts";
import { mayReject } from "./admin-listing-badges.tsx";

/** Whether Approve means anything and would not be refused. */
export function mayApprove({ status, phone }: AdminListing): boolean {
  return (status === "pending" || status === "rejected" || status === "expired") && phone !== null;
}

/** Whether it can be decided on together with others. */
export const maySelect = (listing: AdminListing): boolean => mayApprove(listing) || mayReject(listing);

export interface ListingSelection {
  /** Those selected that can still be decided on, as they are now. */
  listings: readonly AdminListing[];
  /** Those that can be selected, as many as one decision takes. */
  selectable: readonly AdminListing[];
  has(id: number): boolean;
  toggle(listing: AdminListing): void;
  selectAll(): void;
  clear(): void;
}

/** Listings chosen to be decided on together, among those that a list shows. What leaves the list leaves the selection. */
export function useListingSelection(shown: readonly AdminListing[]): ListingSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const candidates = shown.filter(maySelect);
  const listings = candidates.filter(({ id }) => ids.has(id));
  const selectable = candidates.slice(0, BULK_MAX);
  const has = (id: number) => listings.some((listing) => listing.id === id);
  const select = (chosen: readonly AdminListing[]) => setIds(new Set(chosen.map(({ id }) => id)));
  return {
    listings,
    selectable,
    has,
    toggle: (listing) => {
      if (has(listing.id)) select(listings.filter(({ id }) => id !== listing.id));
      else if (!maySelect(listing)) toast({ title: "This listing cannot be selected", variant: "destructive" });
      else if (listings.length < BULK_MAX) select([...listings, listing]);
      else toast({ title: `At most ${BULK_MAX} listings can be decided on at once`, variant: "destructive" });
    },
    selectAll: () => select(selectable),
    clear: () => select([]),
  };
}
