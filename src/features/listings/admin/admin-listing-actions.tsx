import { type ReactNode, useState } from "react";
import type { BulkDecision } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { announceDecision } from "../../../lib/decisions.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { AdminApprovalDialog, needsConfirmation } from "./admin-approval-dialog.tsx";
import { AdminQuestionForm } from "./admin-question-form.tsx";
import { AdminListingReject } from "./admin-listing-reject.tsx";
import { useDeleteListing, useRestoreListing, useSetApproved } from "./admin-listings.queries.ts";
import { differenceInRefusal } from "./admin-listing-presence.tsx";
import { decisionHandler, actionText, hasScamSign } from "./admin-listing-text.ts";

export interface ListingActions {
  /** Toggles the approval; asks first if `needsConfirmation` requires it. */
  toggleApproval(listing: AdminListing): void;
  /** Opens the dialog that asks for a reason and then rejects. */
  askToReject(listing: AdminListing): void;
  /** Opens the dialog that asks for confirmation and then deletes. */
  askToDelete(listing: AdminListing): void;
  /** Opens the dialog that asks the landlord a question. */
  askLandlord(listing: AdminListing): void;
  /** Undoes a deletion. */
  restore(listing: AdminListing): void;
  /** Id of the listing whose status is being saved. */
  busyId: number | null;
  /** Listing whose latest approval or deletion was refused because someone had changed the listing meanwhile. */
  refused: AdminListing | null;
  /** Returns the error of a refused decision on this listing, which includes what changed. */
  refusalOf(listing: AdminListing): unknown;
  /** The dialogs; render them once. */
  dialogs: ReactNode;
}

/** Returns the moderation actions on listings, which the desk and the reports share. */
export function useListingActions({
  onChanged,
  onDeleted,
  onRefused,
}: {
  /** Called after approving, unapproving, rejecting, asking or restoring. */
  onChanged?(listing: AdminListing): void;
  onDeleted?(listing: AdminListing): void;
  /** Called when an approval or a deletion is refused because the listing had changed meanwhile. */
  onRefused?(listing: AdminListing): void;
} = {}): ListingActions {
  const approval = useSetApproved();
  const deletion = useDeleteListing();
  const restoration = useRestoreListing();
  const [approving, setApproving] = useState<AdminListing | null>(null);
  const [rejecting, setRejecting] = useState<AdminListing | null>(null);
  const [deleting, setDeleting] = useState<AdminListing | null>(null);
  const [asking, setAsking] = useState<AdminListing | null>(null);
  const [refusal, setRefusal] = useState<{ listing: AdminListing; error: unknown } | null>(null);

  const fail = (title: string, listing: AdminListing, error: unknown) => {
    toastFailure(title, error);
    if (!differenceInRefusal(error)) return;
    setRefusal({ listing, error });
    onRefused?.(listing);
  };
  const forgetRefusal = ({ id }: AdminListing) => setRefusal((last) => (last?.listing.id === id ? null : last));
  const change = (changed: AdminListing) => {
    forgetRefusal(changed);
    onChanged?.(changed);
  };
  const decided = (outcome: BulkDecision) => outcome.decided.forEach(change);

  // Awaits the response, because callbacks of mutate() are lost if the listing leaves the screen before it arrives.
  const setApproved = async (listing: AdminListing, approved: boolean, confirmScam = false) => {
    const { id, revision } = listing;
    try {
      const changed = await approval.mutateAsync({ id, approved, revision, ...(confirmScam && { confirmScam }) });
      decisionHandler("Listing status updated", approved ? "Approved" : "Unapproved")(changed);
      change(changed);
    } catch (error) {
      fail("Failed to update listing status", listing, error);
    } finally {
      setApproving(null);
    }
  };

  const remove = async (listing: AdminListing) => {
    try {
      const { decisionId } = await deletion.mutateAsync(listing);
      announceDecision({ title: "Listing deleted successfully", text: actionText("Deleted", listing), decisionId });
      forgetRefusal(listing);
      onDeleted?.(listing);
    } catch (error) {
      fail("Failed to delete listing", listing, error);
    } finally {
      setDeleting(null);
    }
  };

  const restore = async ({ id }: AdminListing) => {
    try {
      const restored = await restoration.mutateAsync(id);
      toast({ title: "Listing restored", description: "It is pending again." });
      change(restored);
    } catch (error) {
      toastFailure("Failed to restore listing", error);
    }
  };

  return {
    toggleApproval: (listing) => {
      if (!listing.approved && needsConfirmation(listing)) setApproving(listing);
      else void setApproved(listing, !listing.approved);
    },
    askToReject: setRejecting,
    askToDelete: setDeleting,
    askLandlord: setAsking,
    restore: (listing) => void restore(listing),
    refused: refusal?.listing ?? null,
    refusalOf: ({ id }) => (refusal?.listing.id === id ? refusal.error : null),
    busyId: approval.isPending ? approval.variables.id : restoration.isPending ? restoration.variables : null,
    dialogs: (
      <>
        {approving && (
          <AdminApprovalDialog
            listing={approving}
            isBusy={approval.isPending}
            onApprove={() => void setApproved(approving, true, hasScamSign(approving))}
            onClose={() => setApproving(null)}
          />
        )}
        {rejecting && <AdminListingReject listings={[rejecting]} onDone={decided} onClose={() => setRejecting(null)} />}
        {asking && <AdminQuestionForm listings={[asking]} onDone={decided} onClose={() => setAsking(null)} />}
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={() => setDeleting(null)}
          title="Delete this listing?"
          description={`${deleting?.address ?? ""}. It leaves the site immediately, and the links in its emails stop working. You can undo this within 30 days.`}
          confirmLabel="Delete Listing"
          busy={deletion.isPending}
          onConfirm={() => deleting && remove(deleting)}
        />
      </>
    ),
  };
}
