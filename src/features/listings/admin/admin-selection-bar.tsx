import { useEffect, useRef, useState } from "react";
import { BULK_MAX } from "../../../../worker/contracts/decisions.ts";
import { type AdminListing, NOTE_KINDS, type ReviewNote } from "../../../../worker/contracts/listings.ts";
import { isScamReason } from "../../../../worker/contracts/scam-evidence.ts";
import { useDecisions } from "../../../lib/decisions.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { AdminReviewNotes, mayReject } from "./admin-listing-badges.tsx";
import { AdminListingReject } from "./admin-listing-reject.tsx";
import { useApproveListings } from "./admin-listings.queries.ts";
import { hasScamSign, announceBulkDecision } from "./admin-listing-text.ts";

/** Whether the server would accept an approval. */
function mayApprove({ status, phone }: AdminListing): boolean {
  return (status === "pending" || status === "rejected" || status === "expired") && phone !== null;
}

/** Whether a bulk decision can include it. */
export const maySelect = (listing: AdminListing): boolean => mayApprove(listing) || mayReject(listing);

export interface ListingSelection {
  /** Selected listings that are still selectable, as updated. */
  listings: readonly AdminListing[];
  /** The first BULK_MAX selectable listings. */
  selectable: readonly AdminListing[];
  has(id: number): boolean;
  toggle(listing: AdminListing): void;
  selectAll(): void;
  clear(): void;
}

/** Selection within the loaded listings; a listing that leaves the list is deselected. */
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

/** Selects all loaded listings that are selectable; indeterminate when some are selected. */
export function AdminSelectAll({ selection }: { selection: ListingSelection }) {
  const box = useRef<HTMLInputElement>(null);
  const { listings, selectable, selectAll, clear } = selection;
  const isAll = listings.length > 0 && listings.length >= selectable.length;
  const isSome = listings.length > 0 && !isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  if (selectable.length === 0) return null;
  return (
    <label className="inline-flex min-h-11 items-center gap-3 pr-3 text-sm font-semibold">
      <input
        ref={box}
        type="checkbox"
        checked={isAll}
        onChange={isAll ? clear : selectAll}
        className="ml-1 size-5 accent-accent"
      />
      Select all shown
    </label>
  );
}

interface AdminSelectionBarProps {
  selection: ListingSelection;
  /** Called with the previously selected listings. */
  onDecided(listings: readonly AdminListing[]): void;
}

/** Bulk actions; hidden without a selection. */
export function AdminSelectionBar({ selection: { listings, clear }, onDecided }: AdminSelectionBarProps) {
  const [approving, setApproving] = useState<readonly AdminListing[] | null>(null);
  const [rejecting, setRejecting] = useState<readonly AdminListing[] | null>(null);
  const hasDecisions = useDecisions().length > 0;
  const approvable = listings.filter(mayApprove);
  const rejectable = listings.filter(mayReject);
  const finish = (decided: readonly AdminListing[]) => {
    clear();
    onDecided(decided);
  };
  return (
    <div
      // Above the list of last decisions.
      className={`pointer-events-none sticky z-10 grid *:pointer-events-auto ${hasDecisions ? "bottom-20" : "bottom-4"}`}
    >
      {listings.length > 0 && (
        <section
          aria-label="Selection"
          className="flex max-w-full flex-wrap items-center gap-2 justify-self-center rounded-card border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-raised"
        >
          <output className="mr-2 text-sm font-semibold">{formatCount(listings.length)} selected</output>
          {approvable.length > 0 && (
            <Button size="sm" onClick={() => setApproving(approvable)}>
              Approve {formatCount(approvable.length)}
            </Button>
          )}
          {rejectable.length > 0 && (
            <Button size="sm" variant="secondary" onClick={() => setRejecting(rejectable)}>
              Reject {formatCount(rejectable.length)}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={clear}>
            Clear
          </Button>
        </section>
      )}
      {approving && (
        <AdminBulkApproval
          listings={approving}
          onApproved={() => {
            setApproving(null);
            finish(approving);
          }}
          onClose={() => setApproving(null)}
        />
      )}
      {rejecting && (
        <AdminListingReject
          listings={rejecting}
          onRejected={() => finish(rejecting)}
          onClose={() => setRejecting(null)}
        />
      )}
    </div>
  );
}

/** Notes that may prevent an approval. */
const isWarning = ({ code }: ReviewNote): boolean =>
  NOTE_KINDS[code] === "law" || code === "above_market" || code === "duplicate";

interface AdminBulkApprovalProps {
  listings: readonly AdminListing[];
  /** Called once each is approved or refused. */
  onApproved(): void;
  onClose(): void;
}

/** Confirms a bulk approval: lists those with warnings, and excludes those with signs of a scam. */
function AdminBulkApproval({ listings: selected, onApproved, onClose }: AdminBulkApprovalProps) {
  const approval = useApproveListings();
  const excluded = selected.filter(hasScamSign);
  const listings = selected.filter((listing) => !hasScamSign(listing));
  const warned = listings.filter(({ reviewNotes }) => reviewNotes.some(isWarning));
  const isAboveMarket = listings.some(({ belowMarketPercent }) => (belowMarketPercent ?? 0) < 0);
  const others = listings.length - warned.length;

  const approve = () => {
    approval.mutate(listings, {
      onSuccess: ({ approved, refused, decisionId }) => {
        announceBulkDecision({ action: "approved", decided: approved, refused, decisionId, asked: listings });
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
      <NotedListings listings={warned} isListed={isWarning} />
      {warned.length > 0 && others > 0 && (
        <p className="mt-4 text-ink-muted">
          {plural(others, "other")} {others === 1 ? "has" : "have"} nothing to look at.
        </p>
      )}
      {excluded.length > 0 && (
        <section className={listings.length > 0 ? "mt-5 border-t border-line pt-4" : ""}>
          <h3 className="mb-3 font-semibold">
            {plural(excluded.length, "listing")} with a sign of a scam {excluded.length === 1 ? "is" : "are"} left out.
            Look at {excluded.length === 1 ? "it" : "each"} and approve it by itself.
          </h3>
          <NotedListings
            listings={excluded}
            isListed={({ code }, { reviewNotes }) => isScamReason(code, reviewNotes)}
          />
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
            {listing.bedrooms} - {listing.address}, {listing.rent}
          </p>
          <AdminReviewNotes notes={listing.reviewNotes.filter((note) => isListed(note, listing))} />
        </li>
      ))}
    </ul>
  );
}
