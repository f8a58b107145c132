import type { BulkAction } from "../../../../worker/contracts/decisions.ts";
import { type AdminListing, NOTE_KINDS, type ReviewNote } from "../../../../worker/contracts/listings.ts";
import { isScamReason } from "../../../../worker/contracts/scam-evidence.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { AdminReviewNotes } from "./admin-listing-badges.tsx";
import { type DecisionDialogProps, SelectedListings, useDecision } from "./admin-bulk-parts.tsx";
import { splitForApproval } from "./admin-listing-text.ts";
import { AdminListingDifference } from "./admin-listing-presence.tsx";

/** A bulk action whose dialog has only a summary and no fields. */
export interface PlainAction {
  action: Extract<BulkAction, "confirm" | "dismiss" | "unapprove" | "delete">;
  label: string;
  /** Sentence about the action's effect on the listings in the summary. */
  effect: string;
  applies(listing: AdminListing): boolean;
}

interface AdminBulkActionProps extends DecisionDialogProps {
  action: PlainAction;
}

/** Dialog that summarizes a bulk action and performs it. */
export function AdminBulkAction({
  action: { action, label, effect },
  listings,
  onDone,
  onClose,
}: AdminBulkActionProps) {
  const decision = useDecision(listings, "Failed to update the listings");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!decision.isPending}
      size="sm"
      shape="plain"
      title={`${label} ${plural(listings.length, "listing")}?`}
      description={effect}
      initialFocus="[data-way-back]"
      footer={
        <>
          <Button data-way-back variant="secondary" disabled={decision.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={action === "confirm" ? "primary" : "danger"}
            busy={decision.isPending}
            onClick={() => void decision.decide({ action }, { onDone })}
          >
            {label} {formatCount(listings.length)}
          </Button>
        </>
      }
    >
      <AdminListingDifference error={decision.error} />
      <SelectedListings listings={listings} />
    </Dialog>
  );
}

/** Returns whether a note is a warning. All notes are warnings, except informational ones. */
const isWarning = ({ code }: ReviewNote): boolean => NOTE_KINDS[code] !== "information";

/**
 * Asks before a bulk approval. The dialog lists the listings with warnings, and excludes those with signs of a scam.
 * The focus starts on Cancel, and the key y approves, as in the dialog for a single listing.
 */
export function AdminBulkApproval({ listings: selected, onDone, onClose }: DecisionDialogProps) {
  const { included: listings, withScamSign: excluded, withoutPhone } = splitForApproval(selected);
  const approval = useDecision(listings, "Failed to update listing status");
  const warned = listings.filter(({ reviewNotes }) => reviewNotes.some(isWarning));
  const isAboveMarket = listings.some(({ belowMarketPercent }) => (belowMarketPercent ?? 0) < 0);
  const others = listings.length - warned.length;
  const approve = () => void approval.decide({ action: "approve" }, { onDone });
  useShortcut("y", () => {
    if (listings.length > 0 && !approval.isPending) approve();
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!approval.isPending}
      size="sm"
      shape="plain"
      title={listings.length === 0 ? "Approve these one by one" : `Approve ${plural(listings.length, "listing")}?`}
      description={descriptionOf(listings.length, warned.length, isAboveMarket)}
      initialFocus="[data-way-back]"
      footer={
        <>
          <Button data-way-back variant="secondary" disabled={approval.isPending} onClick={onClose}>
            {listings.length === 0 ? "Close" : "Cancel"}
          </Button>
          {listings.length > 0 && (
            <Button busy={approval.isPending} aria-keyshortcuts="y" onClick={approve}>
              <span>{`Approve ${formatCount(listings.length)}${isAboveMarket ? " Anyway" : ""}`}</span>
              <ShortcutKey>y</ShortcutKey>
            </Button>
          )}
        </>
      }
    >
      <AdminListingDifference error={approval.error} />
      <NotedListings listings={warned} isListed={isWarning} />
      {warned.length > 0 && others > 0 && (
        <p className="mt-4 text-ink-muted">
          {plural(others, "other")} {others === 1 ? "has" : "have"} nothing to check.
        </p>
      )}
      {excluded.length > 0 && (
        <section className={listings.length > 0 ? "mt-5 border-t border-line pt-4" : ""}>
          <h3 className="mb-3 font-semibold">
            {plural(excluded.length, "listing")} with a sign of a scam {excluded.length === 1 ? "is" : "are"} left out.
            Review {excluded.length === 1 ? "it" : "each"} and approve it separately.
          </h3>
          <NotedListings listings={excluded} isListed={({ code }) => isScamReason(code)} />
        </section>
      )}
      {withoutPhone.length > 0 && (
        <section className={listings.length + excluded.length > 0 ? "mt-5 border-t border-line pt-4" : ""}>
          <h3 className="mb-3 font-semibold">
            {plural(withoutPhone.length, "listing")} without a phone number cannot be approved.
          </h3>
          <NotedListings listings={withoutPhone} isListed={() => false} />
        </section>
      )}
    </Dialog>
  );
}

function descriptionOf(count: number, warned: number, isAboveMarket: boolean): string | undefined {
  if (count === 0) return undefined;
  if (warned === 0) return "They go live immediately. Their review notes show nothing to check.";
  return `They go live immediately. ${warned === 1 ? "One has" : `${warned} have`} something to check first.${isAboveMarket ? " The site is for homes below market. List those above it anyway?" : ""}`;
}

interface NotedListingsProps {
  listings: readonly AdminListing[];
  isListed(note: ReviewNote, listing: AdminListing): boolean;
}

function NotedListings({ listings, isListed }: NotedListingsProps) {
  if (listings.length === 0) return null;
  return (
    <ul className="grid gap-4">
      {listings.map((listing) => (
        <li key={listing.id} className="grid gap-1.5">
          <p className="font-semibold wrap-anywhere">
            {untranslated(`${listing.bedrooms} - ${listing.address}, ${listing.rent}`)}
          </p>
          <AdminReviewNotes notes={listing.reviewNotes.filter((note) => isListed(note, listing))} />
        </li>
      ))}
    </ul>
  );
}
