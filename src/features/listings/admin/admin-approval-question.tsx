import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { isScamReason } from "../../../../worker/contracts/scam-evidence.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { AdminReviewNotes } from "./admin-review-notes.tsx";
import { hasScamSign } from "./decision-text.ts";

/** Whether an approval is asked about first. */
export const needsQuestion = (listing: AdminListing): boolean =>
  hasScamSign(listing) || (listing.belowMarketPercent ?? 0) < 0;

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
export function AdminApprovalQuestion({ listing, isBusy, onApprove, onClose }: AdminApprovalQuestionProps) {
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
