import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import { type AdminListing, NOTE_KINDS, type ReviewNote } from "../../../../worker/contracts/listings.ts";
import { isScamReason } from "../../../../worker/contracts/scam-evidence.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { AdminReviewNotes } from "./admin-listing-badges.tsx";
import { hasScamSign } from "./admin-listing-text.ts";

const isLawNote = ({ code }: ReviewNote) => NOTE_KINDS[code] === "law";

/** Returns whether an approval needs a confirmation. */
export const needsConfirmation = (listing: AdminListing): boolean =>
  hasScamSign(listing) ||
  listing.reviewNotes.some(isLawNote) ||
  listing.rentCents === null ||
  (listing.belowMarketPercent ?? 0) < 0;

interface AdminApprovalDialogProps {
  listing: AdminListing;
  isBusy: boolean;
  onApprove(): void;
  onClose(): void;
}

/**
 * Asks before approving a listing that has signs of a scam, a note on the law, a rent that was not understood, or a
 * rent above the market. The focus starts on Cancel, so that pressing the same key again (Enter or a) does not approve.
 * The key y approves.
 */
export function AdminApprovalDialog({ listing, isBusy, onApprove, onClose }: AdminApprovalDialogProps) {
  const percentAbove = -(listing.belowMarketPercent ?? 0);
  useShortcut("y", () => !isBusy && onApprove());
  const aboveMarket = `${listing.address} asks ${listing.rent}, ${percentAbove}% above market. The site is for homes below market.`;
  const isScam = hasScamSign(listing);
  const { reviewNotes } = listing;
  const reasons = reviewNotes.filter((note) => isLawNote(note) || (isScam && isScamReason(note.code)));
  if (reasons.length === 0) {
    return (
      <ConfirmDialog
        open
        onOpenChange={onClose}
        title={listing.rentCents === null ? "Approve a unit without a clear rent?" : "Approve a unit above market?"}
        description={`${listing.rentCents === null ? `We could not read a monthly rent from “${listing.rent}”.` : aboveMarket} List this one anyway?`}
        confirmLabel="Approve Anyway"
        confirmKey="y"
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
      shape="plain"
      title={
        isScam ? "Approve a unit with a sign of a scam?" : "Approve a unit with terms that Ontario does not allow?"
      }
      description={`${listingTitle(listing.bedrooms, listing.address)}, ${listing.rent}. ${listing.scamBand === "strong" ? "The signs are strong. " : ""}Renters trust what is on the site.`}
      initialFocus="[data-way-back]"
      footer={
        <>
          <Button data-way-back variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isBusy}
            aria-keyshortcuts="y"
            // Ignores the second click of a double click on Approve.
            onClick={({ detail }) => detail <= 1 && onApprove()}
          >
            Approve Anyway
            <ShortcutKey>y</ShortcutKey>
          </Button>
        </>
      }
    >
      <AdminReviewNotes notes={reasons} />
      {percentAbove > 0 && <p className="mt-4 text-ink-muted">{aboveMarket}</p>}
    </Dialog>
  );
}
