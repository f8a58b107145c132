import { type ReactNode, useState } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { isScamReason } from "../../../../worker/contracts/scam-evidence.ts";
import { tellDecision } from "../../../lib/decisions.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { AdminListingReject } from "./admin-listing-reject.tsx";
import { useDeleteListing, useRestoreListing, useSetApproved } from "./admin-listings.queries.ts";
import { AdminReviewNotes } from "./admin-listing-badges.tsx";
import { deedText, hasScamSign } from "./admin-listing-text.ts";

export interface ListingActions {
  /** Approves a listing, or takes an approval back; one above market or with a sign of a scam is asked about first. */
  toggleApproval(listing: AdminListing): void;
  /** Asks for the reason, then rejects. */
  askToReject(listing: AdminListing): void;
  /** Asks, then deletes. */
  askToDelete(listing: AdminListing): void;
  /** Undoes a delete. */
  restore(listing: AdminListing): void;
  /** Listing whose status is being changed. */
  busyId: number | null;
  /** The questions; to be rendered once. */
  dialogs: ReactNode;
}

/** What moderators do with a listing from its card and from its dialog. */
export function useListingActions({
  onChanged,
  onDeleted,
}: {
  /** Approved, unapproved, rejected or restored. */
  onChanged?(listing: AdminListing): void;
  onDeleted?(listing: AdminListing): void;
} = {}): ListingActions {
  const approval = useSetApproved();
  const deletion = useDeleteListing();
  const restoration = useRestoreListing();
  const [approving, setApproving] = useState<AdminListing | null>(null);
  const [rejecting, setRejecting] = useState<AdminListing | null>(null);
  const [deleting, setDeleting] = useState<AdminListing | null>(null);

  const setApproved = (listing: AdminListing, approved: boolean) => {
    approval.mutate(
      { id: listing.id, approved, revision: listing.revision },
      {
        onSuccess: (changed) => {
          const text = deedText(approved ? "Approved" : "Unapproved", changed);
          tellDecision({ title: "Listing status updated", text, decisionId: changed.decisionId });
          onChanged?.(changed);
        },
        onError: (error) => toastFailure("Failed to update listing status", error),
        onSettled: () => setApproving(null),
      },
    );
  };

  const remove = (listing: AdminListing) => {
    deletion.mutate(listing.id, {
      onSuccess: ({ decisionId }) => {
        tellDecision({ title: "Listing deleted successfully", text: deedText("Deleted", listing), decisionId });
        onDeleted?.(listing);
      },
      onError: (error) => toastFailure("Failed to delete listing", error),
      onSettled: () => setDeleting(null),
    });
  };

  const restore = ({ id }: AdminListing) => {
    restoration.mutate(id, {
      onSuccess: (restored) => {
        toast({ title: "Listing restored", description: "It is pending again." });
        onChanged?.(restored);
      },
      onError: (error) => toastFailure("Failed to restore listing", error),
    });
  };

  return {
    toggleApproval: (listing) => {
      if (!listing.approved && needsQuestion(listing)) setApproving(listing);
      else setApproved(listing, !listing.approved);
    },
    askToReject: setRejecting,
    askToDelete: setDeleting,
    restore,
    busyId: approval.isPending ? approval.variables.id : restoration.isPending ? restoration.variables : null,
    dialogs: (
      <>
        {approving && (
          <AdminApprovalQuestion
            listing={approving}
            isBusy={approval.isPending}
            onApprove={() => setApproved(approving, true)}
            onClose={() => setApproving(null)}
          />
        )}
        {rejecting && (
          <AdminListingReject listings={[rejecting]} onRejected={onChanged} onClose={() => setRejecting(null)} />
        )}
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={() => setDeleting(null)}
          title="Delete this listing?"
          description={`${deleting?.address ?? ""}. It leaves the site at once, and its mailed links stop working. This can be undone within 30 days.`}
          confirmLabel="Delete Listing"
          busy={deletion.isPending}
          onConfirm={() => deleting && remove(deleting)}
        />
      </>
    ),
  };
}

/** Whether an approval is asked about first. */
const needsQuestion = (listing: AdminListing): boolean => hasScamSign(listing) || (listing.belowMarketPercent ?? 0) < 0;

interface AdminApprovalQuestionProps {
  listing: AdminListing;
  isBusy: boolean;
  onApprove(): void;
  onClose(): void;
}

/**
 * Asks before a listing is approved that shows a sign of a scam, or is above market. Focus starts on the way back, so
 * that pressing the same key again, Enter or a, approves nothing.
 */
function AdminApprovalQuestion({ listing, isBusy, onApprove, onClose }: AdminApprovalQuestionProps) {
  const percentAbove = -(listing.belowMarketPercent ?? 0);
  const aboveMarket = `${listing.address} asks ${listing.rent}, ${percentAbove}% above market. Units above market are not listed.`;
  if (!hasScamSign(listing)) {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title="Approve a unit above market?"
        description={aboveMarket}
        confirmLabel="Approve Anyway"
        tone="primary"
        busy={isBusy}
        onConfirm={onApprove}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isBusy}
      size="sm"
      title="Approve a unit with a sign of a scam?"
      description={`${listingTitle(listing.bedrooms, listing.address)}, ${listing.rent}. ${listing.scamBand === "strong" ? "The signs are strong. " : ""}Renters trust what is on the site.`}
      startsAt="[data-way-back]"
      footer={
        <>
          <Button data-way-back variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            // The second click of a double click on Approve is no answer.
            onClick={({ detail }) => detail <= 1 && onApprove()}
          >
            Approve Anyway
          </Button>
        </>
      }
    >
      <AdminReviewNotes notes={listing.reviewNotes.filter(({ code }) => isScamReason(code, listing.reviewNotes))} />
      {percentAbove > 0 && <p className="mt-4 text-ink-muted">{aboveMarket}</p>}
    </Dialog>
  );
}
