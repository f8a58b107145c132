import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, RefreshCw } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { plural } from "../../../lib/format.ts";
import { itemsOf } from "../../../lib/paged-list.ts";
import { ignoresShortcut, setShortcutsEnabled, useShortcutsEnabled } from "../../../lib/shortcuts.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type ListingActions, useListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval, mayReject } from "./admin-listing-badges.tsx";
import { AdminListingCard } from "./admin-listing-card.tsx";
import { AdminListingEdit } from "./admin-listing-edit.tsx";
import { AdminListingView } from "./admin-listing-view.tsx";
import { adminListings, isInQueue, type QueueStatus } from "./admin-listings.queries.ts";
import {
  AdminSelectAll,
  AdminSelectionBar,
  type ListingSelection,
  useListingSelection,
} from "./admin-selection-bar.tsx";

const FETCH_FAILED = {
  title: "Error Loading Listings",
  description: "Failed to fetch listings. Please refresh the page.",
};

function ListingsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <LoadFailure title={FETCH_FAILED.title} onRetry={onRetry}>
      {FETCH_FAILED.description}
    </LoadFailure>
  );
}

function NoListings({ status, q }: { status: QueueStatus; q: string }) {
  const whole =
    status === "all"
      ? "No property listings have been submitted yet."
      : status === "unplaced"
        ? "The place of every listing is known."
        : "No listing is in this state.";
  return (
    <Notice icon={Inbox} title="No listings found">
      {q === "" ? whole : "No listing matches your search."}
    </Notice>
  );
}

function AdminListingsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-4">
      <output className="sr-only">Loading listings</output>
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:flex-row">
          <Skeleton className="h-36 w-full sm:aspect-4/3 sm:h-auto sm:w-40" />
          <div className="grid flex-1 content-start gap-3">
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-9 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

interface AdminListingsQueueProps {
  status: QueueStatus;
  q: string;
}

/** Listings by status or search, with bulk and single actions. */
export function AdminListingsQueue({ status, q }: AdminListingsQueueProps) {
  const query = useInfiniteQuery(adminListings(status, q));
  const listings = itemsOf(query.data);
  const selection = useListingSelection(listings);
  const [viewed, setViewed] = useState<AdminListing | null>(null);
  const edit = useHistoryEntry("edit");
  const queue = useRef<HTMLDivElement>(null);

  const focusCard = (index: number) => {
    // After the dialogs have returned the focus.
    setTimeout(() => {
      const cards = queue.current?.querySelectorAll<HTMLElement>("[data-listing-id]") ?? [];
      (cards[Math.min(index, cards.length - 1)] ?? queue.current)?.focus({ preventScroll: true });
    }, 20);
  };
  const indexOf = (id: number | undefined) => listings.findIndex((listing) => listing.id === id);
  const actions = useListingActions({
    onChanged: (listing) => {
      if (isInQueue(status, listing)) return;
      setViewed(null);
      // The next card takes the position of one that left the list.
      focusCard(indexOf(listing.id));
    },
    onDeleted: (listing) => {
      setViewed(null);
      focusCard(indexOf(listing.id));
    },
  });

  // If all loaded listings left the list, load the next ones.
  const isExhausted = listings.length === 0 && query.hasNextPage && !query.isFetchNextPageError;
  useEffect(() => {
    if (isExhausted && !query.isFetching) void query.fetchNextPage();
  });

  const edited = listings.find(({ id }) => id === edit.value);
  const openEdit = ({ id }: AdminListing) => edit.open(id);
  const shortcutsHint = useQueueShortcuts({ queue, listings, actions, selection, onEdit: openEdit });

  const refresh = async () => {
    if ((await query.refetch()).isError) toast({ ...FETCH_FAILED, variant: "destructive" });
    else dismissToasts();
  };

  if (query.isPending) return <AdminListingsSkeleton />;
  if (!query.data) return <ListingsFailed onRetry={() => void query.refetch()} />;
  return (
    <div ref={queue} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <AdminSelectAll selection={selection} />
        {shortcutsHint}
        <Button size="sm" variant="ghost" disabled={query.isFetching} onClick={() => void refresh()}>
          <RefreshCw aria-hidden className="size-4" />
          Refresh
        </Button>
      </div>
      {isExhausted && <AdminListingsSkeleton />}
      {listings.length === 0 && !query.hasNextPage && <NoListings status={status} q={q} />}
      {listings.map((listing) => (
        <AdminListingCard
          key={listing.id}
          listing={listing}
          actions={actions}
          selection={selection}
          onView={setViewed}
          onEdit={openEdit}
        />
      ))}
      {listings.length > 0 && (
        <output className="text-center text-sm text-ink-muted">
          {query.hasNextPage
            ? `Showing ${plural(listings.length, "listing")}`
            : `All ${plural(listings.length, "listing")} loaded`}
        </output>
      )}
      <LoadMoreButton
        label="Load More Listings"
        what="listings"
        query={query}
        onLoaded={() => focusCard(listings.length)}
      />
      <AdminSelectionBar selection={selection} onDecided={([first]) => focusCard(indexOf(first?.id))} />
      {viewed && (
        <AdminListingView
          id={viewed.id}
          title={listingTitle(viewed.bedrooms, viewed.address)}
          summary={viewed}
          mayDelete
          actions={actions}
          onEdit={openEdit}
          onClose={() => {
            setViewed(null);
            // After setting a pin, the card that would get the focus back may be gone.
            if (indexOf(viewed.id) === -1) focusCard(0);
          }}
        />
      )}
      {edited && <AdminListingEdit key={edited.id} listing={edited} onClose={edit.close} />}
      {actions.dialogs}
    </div>
  );
}

interface Shortcuts {
  /** Contains the cards, with `data-listing-id`. */
  queue: RefObject<HTMLElement | null>;
  listings: readonly AdminListing[];
  actions: ListingActions;
  selection: ListingSelection;
  onEdit(listing: AdminListing): void;
}

/**
 * Keyboard shortcuts of the queue: j and k move, x selects, a, r and e act on the focused card. Inactive while typing,
 * in dialogs and on key repeat, so that holding a never confirms its own dialog.
 */
function useQueueShortcuts({ queue, listings, actions, selection, onEdit }: Shortcuts): ReactNode {
  const isEnabled = useShortcutsEnabled();

  const approve = (listing: AdminListing) => {
    if (!listing.approved && mayChangeApproval(listing) && actions.busyId !== listing.id)
      actions.toggleApproval(listing);
  };

  useEffect(() => {
    if (!isEnabled) return undefined;
    const press = (event: KeyboardEvent) => {
      if (ignoresShortcut(event)) return;
      const cards = [...(queue.current?.querySelectorAll<HTMLElement>("[data-listing-id]") ?? [])];
      const current = cards.findIndex((card) => card.contains(document.activeElement));
      const id = Number(cards[current]?.dataset.listingId);
      const listing = listings.find((candidate) => candidate.id === id);
      if (event.key === "j") cards[Math.min(current + 1, cards.length - 1)]?.focus();
      else if (event.key === "k") cards[Math.max(current - 1, 0)]?.focus();
      else if (event.key === "x" && listing) selection.toggle(listing);
      else if (event.key === "a" && listing) approve(listing);
      else if (event.key === "r" && listing && mayReject(listing)) actions.askToReject(listing);
      else if (event.key === "e" && listing && listing.status !== "deleted") onEdit(listing);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  // Hidden on touch devices.
  return (
    <p className="pointer-coarse:hidden flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      {isEnabled && (
        <span>
          <Key>j</Key> next, <Key>k</Key> previous, <Key>x</Key> select, <Key>a</Key> approve, <Key>r</Key> reject,{" "}
          <Key>e</Key> edit, <Key>z</Key> undo
        </span>
      )}
      <Button size="sm" variant="ghost" onClick={() => setShortcutsEnabled(!isEnabled)}>
        {isEnabled ? "Turn shortcuts off" : "Turn shortcuts on"}
      </Button>
    </p>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded border border-line-strong bg-sunken px-1.5 font-sans text-xs text-ink">{children}</kbd>
  );
}
