import { useState, type ReactNode } from "react";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { useDeleteListing, useSetApproved } from "./admin-listings.queries.ts";

export interface ListingActions {
  /** Approves a listing, or takes an approval back; a unit above market is asked about first. */
  toggleApproval(listing: AdminListing): void;
  /** Asks, then deletes. */
  askToDelete(listing: AdminListing): void;
  /** Listing whose status is being changed. */
  busyId: number | null;
  /** The questions; to be rendered once. */
  dialogs: ReactNode;
}

/** A failed action, with the server's reason where it gave one. */
export function toastFailure(title: string, error: unknown): void {
  toast({ title, description: errorText(error, "") || undefined, variant: "destructive" });
}

/** What moderators do with a listing from its card and from its dialog. */
export function useListingActions({ onDeleted }: { onDeleted(id: number): void }): ListingActions {
  const approval = useSetApproved();
  const deletion = useDeleteListing();
  const [approving, setApproving] = useState<AdminListing | null>(null);
  const [deleting, setDeleting] = useState<AdminListing | null>(null);

  const setApproved = (listing: AdminListing, approved: boolean) => {
    approval.mutate(
      { id: listing.id, approved },
      {
        onSuccess: () => toast({ title: "Listing status updated" }),
        onError: (error) => toastFailure("Failed to update listing status", error),
        onSettled: () => setApproving(null),
      },
    );
  };

  const remove = (listing: AdminListing) => {
    deletion.mutate(listing.id, {
      onSuccess: () => {
        toast({ title: "Listing deleted successfully" });
        onDeleted(listing.id);
      },
      onError: (error) => toastFailure("Failed to delete listing", error),
      onSettled: () => setDeleting(null),
    });
  };

  return {
    toggleApproval: (listing) => {
      if (!listing.approved && (listing.belowMarketPercent ?? 0) < 0) setApproving(listing);
      else setApproved(listing, !listing.approved);
    },
    askToDelete: setDeleting,
    busyId: approval.isPending ? approval.variables.id : null,
    dialogs: (
      <>
        <ConfirmDialog
          open={approving !== null}
          onOpenChange={() => setApproving(null)}
          title="Approve a unit above market?"
          description={`${approving?.address ?? ""} asks ${approving?.rent ?? ""}, ${-(approving?.belowMarketPercent ?? 0)}% above market. Units above market are not listed.`}
          confirmLabel="Approve Anyway"
          tone="primary"
          busy={approval.isPending}
          onConfirm={() => approving && setApproved(approving, true)}
        />
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={() => setDeleting(null)}
          title="Delete this listing?"
          description={`${deleting?.address ?? ""}. It leaves the site and this list at once, and its mailed links stop working.`}
          confirmLabel="Delete Listing"
          busy={deletion.isPending}
          onConfirm={() => deleting && remove(deleting)}
        />
      </>
    ),
  };
}
