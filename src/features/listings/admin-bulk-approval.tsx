import { listingTitle } from "../../../worker/contracts/listing-names.ts";
import {
  type AdminListing,
  type BulkApproval,
  NOTE_KINDS,
  type ReviewNote,
} from "../../../worker/contracts/listings.ts";
import { plural } from "../../lib/format.ts";
import { toastFailure } from "../../lib/toast-failure.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useApproveListings } from "./admin-listings.queries.ts";
import { AdminReviewNotes } from "./admin-review-notes.tsx";

/** Notes that may speak against an approval. */
const isWarning = ({ code }: ReviewNote): boolean =>
  NOTE_KINDS[code] === "scam" || NOTE_KINDS[code] === "law" || code === "above_market" || code === "duplicate";

/** Refusals named in a notification; it must be read in its time. */
const NAMED_REFUSALS = 3;
const REFUSALS_MS = 20_000;

interface AdminBulkApprovalProps {
  listings: readonly AdminListing[];
  /** Called when each is approved or refused. */
  onApproved(): void;
  onClose(): void;
}

/** Asks before several listings are approved, and names those that deserve a second look. */
export function AdminBulkApproval({ listings, onApproved, onClose }: AdminBulkApprovalProps) {
  const approval = useApproveListings();
  const warned = listings
    .map((listing) => ({ listing, notes: listing.reviewNotes.filter(isWarning) }))
    .filter(({ notes }) => notes.length > 0);
  const isAboveMarket = listings.some(({ belowMarketPercent }) => (belowMarketPercent ?? 0) < 0);
  const others = listings.length - warned.length;

  const approve = () => {
    approval.mutate(listings, {
      onSuccess: (answer) => {
        tellOutcome(answer, listings);
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
      title={`Approve ${plural(listings.length, "listing")}?`}
      description={
        warned.length === 0
          ? "They are on the site at once. There is nothing to look at in their review notes."
          : `They are on the site at once. ${warned.length === 1 ? "One has" : `${warned.length} have`} something to look at first.${isAboveMarket ? " Units above market are not listed." : ""}`
      }
      footer={
        <>
          <Button variant="secondary" disabled={approval.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button busy={approval.isPending} onClick={approve}>
            {isAboveMarket ? "Approve Anyway" : `Approve ${listings.length}`}
          </Button>
        </>
      }
    >
      {warned.length > 0 && (
        <ul className="grid gap-4">
          {warned.map(({ listing, notes }) => (
            <li key={listing.id} className="grid gap-1.5">
              <p className="font-semibold wrap-anywhere">
                {listing.bedrooms} - {listing.address}, {listing.rent}
              </p>
              <AdminReviewNotes notes={notes} />
            </li>
          ))}
        </ul>
      )}
      {warned.length > 0 && others > 0 && (
        <p className="mt-4 text-ink-muted">
          {plural(others, "other")} {others === 1 ? "has" : "have"} nothing to look at.
        </p>
      )}
    </Dialog>
  );
}

function tellOutcome({ approved, refused }: BulkApproval, listings: readonly AdminListing[]): void {
  const title = `${plural(approved.length, "listing")} approved`;
  if (refused.length === 0) {
    toast({ title });
    return;
  }
  const named = refused.slice(0, NAMED_REFUSALS).map(({ id, error }) => {
    const listing = listings.find((candidate) => candidate.id === id);
    return `${listing ? listingTitle(listing.bedrooms, listing.address) : `#${id}`}: ${error}`;
  });
  const unnamed = refused.length - named.length;
  toast({
    title: approved.length === 0 ? "No listing was approved" : title,
    description: `${refused.length} refused. ${named.join(" ")}${unnamed > 0 ? ` And ${unnamed} more.` : ""}`,
    variant: "destructive",
    durationMs: REFUSALS_MS,
  });
}
