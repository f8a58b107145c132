import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Undo2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { undoDecision, useDecisions } from "../../../lib/decisions.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LoadFailure } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ListingActions } from "./admin-listing-actions.tsx";
import { AdminListingDecisions } from "./admin-listing-decisions.tsx";
import { AdminListingDetail } from "./admin-listing-detail.tsx";
import { adminListing, type QueueStatus } from "./admin-listings.queries.ts";
import { AdminListingDifference } from "./admin-listing-presence.tsx";

interface AdminListingViewProps {
  id: number;
  /** Title while loading. */
  title: string;
  /** The listing from the queue, shown while loading. */
  summary?: AdminListing;
  /** The filter of the queue. */
  filter?: QueueStatus;
  /** Content above the details. */
  notice?: ReactNode;
  editLabel?: string;
  /** True if listings are selected in the queue; decisions on this one are then secondary and without keys. */
  isSelecting?: boolean;
  actions: ListingActions;
  onEdit(listing: AdminListing): void;
  /** Opens the ban dialog, with an IP address preselected if one is given. */
  onBan(listing: AdminListing, address?: string | null): void;
  /** Functions that open the neighbours in the queue; null at its ends. */
  turn?: { previous: (() => void) | null; next: (() => void) | null };
}

const DETAILS_FAILED = "Failed to load listing details";

/** Loads a listing with all its details and decisions. A deleted listing is not loaded; the list's copy is used. */
function useViewedListing({ id, summary }: Pick<AdminListingViewProps, "id" | "summary">) {
  const { data, error, refetch } = useQuery({ ...adminListing(id), enabled: summary?.status !== "deleted" });
  useEffect(() => {
    // Does not replace an open toast, because the listing's body also shows the error.
    if (error) toastFailure(DETAILS_FAILED, error, { yields: true });
  }, [error]);
  // The list's copy may be newer, for example after an undo.
  const isNewest = data !== undefined && (summary === undefined || data.revision >= summary.revision);
  return { listing: isNewest ? data : summary, hasFailed: error !== null, refetch };
}

const titleOf = (listing: AdminListing | undefined, title: string) =>
  listing ? listingTitle(listing.bedrooms, listing.address) : title;

/**
 * Shows a listing beside the queue on wide screens. The pane works like a View dialog that is always open and not
 * modal.
 */
export function AdminListingPane(props: AdminListingViewProps) {
  const { listing, hasFailed, refetch } = useViewedListing(props);
  return (
    <dialog
      open
      aria-labelledby="shown-listing"
      className="sticky inset-x-auto m-0 w-full max-w-none text-ink top-[calc(var(--header)+0.5rem)] max-h-[calc(100dvh-var(--header)-1rem)] overflow-y-auto rounded-card border border-line bg-surface shadow-card"
    >
      <header className="sticky top-0 z-10 grid gap-2 border-b border-line bg-surface px-4 pt-1.5 pb-3">
        <div className="flex items-center gap-2">
          <h2 id="shown-listing" tabIndex={-1} className="min-w-0 flex-1 truncate text-lg font-semibold outline-none">
            {untranslated(titleOf(listing, props.title))}
          </h2>
          <Turn {...props} />
        </div>
        {listing && (
          <div className={`flex flex-wrap gap-2 max-xl:[&_kbd]:hidden ${props.isSelecting ? "[&_kbd]:hidden" : ""}`}>
            <AdminListingDecisions {...props} listing={listing} />
          </div>
        )}
      </header>
      <div className="px-4 py-3">
        <Body {...props} listing={listing} hasFailed={hasFailed} onRetry={() => void refetch()} />
      </div>
    </dialog>
  );
}

interface AdminListingDialogProps extends AdminListingViewProps {
  /** Button that decides on the listing's reports, placed before the decisions on the listing. */
  reportsDecision?: ReactNode;
  onClose(): void;
}

/** Shows a listing in a dialog, with its decisions at the bottom. */
export function AdminListingView({ reportsDecision, onClose, ...props }: AdminListingDialogProps) {
  const { listing, hasFailed, refetch } = useViewedListing(props);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      keepsShortcuts
      title={titleOf(listing, props.title)}
      actions={
        <span className="flex h-11 items-center">
          <UndoLatest />
          <Turn {...props} />
        </span>
      }
      footer={
        listing && (
          <div className="contents max-sm:[&_kbd]:hidden">
            {reportsDecision}
            <AdminListingDecisions {...props} listing={listing} />
          </div>
        )
      }
    >
      <Body {...props} listing={listing} hasFailed={hasFailed} onRetry={() => void refetch()} />
    </Dialog>
  );
}

interface BodyProps extends Pick<AdminListingViewProps, "filter" | "notice" | "actions" | "onBan"> {
  listing: AdminListing | undefined;
  hasFailed: boolean;
  onRetry(): void;
}

function Body({ listing, filter, notice, actions, onBan, hasFailed, onRetry }: BodyProps) {
  return (
    <>
      {notice}
      {hasFailed && <LoadFailure title={DETAILS_FAILED} onRetry={onRetry} />}
      {!listing && !hasFailed && (
        <>
          <output className="sr-only">Loading listing details</output>
          <Skeleton className="h-72 w-full" />
        </>
      )}
      {listing && (
        <>
          <AdminListingDifference error={actions.refusalOf(listing)} />
          <AdminListingDetail
            listing={listing}
            filter={filter}
            onAsk={actions.askLandlord}
            onBanAddress={(address) => onBan(listing, address)}
          />
        </>
      )}
    </>
  );
}

/** Button that undoes the latest decision, because the dialog covers the list of decisions. */
function UndoLatest() {
  const [latest] = useDecisions();
  if (!latest) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={latest.isBeingUndone}
      aria-label={`Undo: ${latest.text}`}
      onClick={() => void undoDecision(latest.id)}
    >
      <Undo2 aria-hidden className="size-5" />
    </Button>
  );
}

/** Classes that make a button at the end of the queue fainter than its neighbour. */
const TURN = "aria-disabled:bg-transparent aria-disabled:text-line-strong";

function Turn({ turn }: Pick<AdminListingViewProps, "turn">) {
  if (!turn) return null;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className={TURN}
        aria-label="Previous listing"
        aria-keyshortcuts="k"
        disabled={turn.previous === null}
        onClick={() => turn.previous?.()}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className={TURN}
        aria-label="Next listing"
        aria-keyshortcuts="j"
        disabled={turn.next === null}
        onClick={() => turn.next?.()}
      >
        <ChevronRight aria-hidden className="size-5" />
      </Button>
    </>
  );
}
