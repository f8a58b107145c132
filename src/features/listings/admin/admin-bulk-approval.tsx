import { type AdminListing, NOTE_KINDS, type ReviewNote } from "../../../../worker/contracts/listings.ts";
import { isScamReason } from "../../../../worker/contracts/scam-evidence.ts";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useApproveListings } from "./admin-listings.queries.ts";
import { AdminReviewNotes } from "./admin-review-notes.tsx";
import { hasScamSign, tellBulkDecision } from "./decision-text.ts";

/** Notes that may speak against an approval. */
const isWarning = ({ code }: ReviewNote): boolean =>
  NOTE_KINDS[code] === "law" || code === "above_market" || code === "duplicate";

interface AdminBulkApprovalProps {
  listings: readonly AdminListing[];
  /** Called when each is approved or refused. */
  onApproved(): void;
  onClose(): void;
}

/** Asks before several listings are approved, names those that deserve a second look, and leaves out signs of a scam. */
export function AdminBulkApproval({ listings: selected, onApproved, onClose }: AdminBulkApprovalProps) {
  const approval = useApproveListings();
  const leftOut = selected.filter(hasScamSign);
  const listings = selected.filter((listing) => !hasScamSign(listing));
  const warned = listings.filter(({ reviewNotes }) => reviewNotes.some(isWarning));
  const isAboveMarket = listings.some(({ belowMarketPercent }) => (belowMarketPercent ?? 0) < 0);
  const others = listings.length - warned.length;

  const approve = () => {
    approval.mutate(listings, {
      onSuccess: ({ approved, refused, decisionId }) => {
        tellBulkDecision({ deed: "approved", decided: approved, refused, decisionId, asked: listings });
        onApproved();
      },
      onError: (error) => toastFailure("Failed to update listing status", error),
    });
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!approval.isPending}
      size="sm"
      title={listings.length === 0 ? "Approve these one by one" : `Approve ${plural(listings.length, "listing")}?`}
      description={descriptionOf(listings.length, warned.length, isAboveMarket)}
      footer={
        <>
          <Button variant="secondary" disabled={approval.isPending} onClick={onClose}>
            {listings.length === 0 ? "Close" : "Cancel"}
          </Button>
          {listings.length > 0 && (
            <Button busy={approval.isPending} onClick={approve}>
              {isAboveMarket ? "Approve Anyway" : `Approve ${listings.length}`}
            </Button>
          )}
        </>
      }
    >
      <Named listings={warned} isNamed={isWarning} />
      {warned.length > 0 && others > 0 && (
        <p className="mt-4 text-ink-muted">
          {plural(others, "other")} {others === 1 ? "has" : "have"} nothing to look at.
        </p>
      )}
      {leftOut.length > 0 && (
        <section className={listings.length > 0 ? "mt-5 border-t border-line pt-4" : ""}>
          <h3 className="mb-3 font-semibold">
            {plural(leftOut.length, "listing")} with a sign of a scam {leftOut.length === 1 ? "is" : "are"} left out.
            Look at {leftOut.length === 1 ? "it" : "each"} and approve it by itself.
          </h3>
          <Named listings={leftOut} isNamed={({ code }, { reviewNotes }) => isScamReason(code, reviewNotes)} />
        </section>
      )}
    </Dialog>
  );
}

function descriptionOf(count: number, warned: number, isAboveMarket: boolean): string | undefined {
  if (count === 0) return undefined;
  if (warned === 0) return "They are on the site at once. There is nothing to look at in their review notes.";
  return `They are on the site at once. ${warned === 1 ? "One has" : `${warned} have`} something to look at first.${isAboveMarket ? " Units above market are not listed." : ""}`;
}

interface NamedProps {
  listings: readonly AdminListing[];
  isNamed(note: ReviewNote, listing: AdminListing): boolean;
}

function Named({ listings, isNamed }: NamedProps) {
  if (listings.length === 0) return null;
  return (
    <ul className="grid gap-4">
      {listings.map((listing) => (
        <li key={listing.id} className="grid gap-1.5">
          <p className="font-semibold wrap-anywhere">
            {listing.bedrooms} - {listing.address}, {listing.rent}
          </p>
          <AdminReviewNotes notes={listing.reviewNotes.filter((note) => isNamed(note, listing))} />
        </li>
      ))}
    </ul>
  );
}
