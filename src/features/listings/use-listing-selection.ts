import { useState } from "react";
import { type AdminListing, BULK_APPROVAL_MAX } from "../../../worker/contracts/listings.ts";
import { toast } from "../../lib/toast.ts";

/** Whether Approve means anything and would not be refused. */
export function mayApprove({ status, phone }: AdminListing): boolean {
  return (status === "pending" || status === "rejected" || status === "expired") && phone !== null;
}

export interface ListingSelection {
  /** Those selected that can still be approved, as they are now. */
  listings: readonly AdminListing[];
  /** Those that can be selected, as many as one approval takes. */
  selectable: readonly AdminListing[];
  has(id: number): boolean;
  toggle(listing: AdminListing): void;
  selectAll(): void;
  clear(): void;
}

/** Listings chosen for approval, among those that a list shows. What leaves the list leaves the selection. */
export function useListingSelection(shown: readonly AdminListing[]): ListingSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const candidates = shown.filter(mayApprove);
  const listings = candidates.filter(({ id }) => ids.has(id));
  const selectable = candidates.slice(0, BULK_APPROVAL_MAX);
  const has = (id: number) => listings.some((listing) => listing.id === id);
  const select = (chosen: readonly AdminListing[]) => setIds(new Set(chosen.map(({ id }) => id)));
  return {
    listings,
    selectable,
    has,
    toggle: (listing) => {
      if (has(listing.id)) select(listings.filter(({ id }) => id !== listing.id));
      else if (!mayApprove(listing)) toast({ title: "This listing cannot be approved", variant: "destructive" });
      else if (listings.length < BULK_APPROVAL_MAX) select([...listings, listing]);
      else toast({ title: `At most ${BULK_APPROVAL_MAX} listings can be approved at once`, variant: "destructive" });
    },
    selectAll: () => select(selectable),
    clear: () => select([]),
  };
}
