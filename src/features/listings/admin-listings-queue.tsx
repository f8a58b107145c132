import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleAlert, Inbox, RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { listingTitle, type AdminListing } from "../../../worker/contracts/listings.ts";
import { plural } from "../../lib/format.ts";
import { loadNextPage } from "../../lib/load-next-page.ts";
import { itemsOf } from "../../lib/paged-list.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { useHistoryEntry } from "../../lib/use-history-entry.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval, mayReject } from "./admin-listing-badges.tsx";
import { AdminListingCard } from "./admin-listing-card.tsx";
import { AdminListingEdit } from "./admin-listing-edit.tsx";
import { AdminListingView } from "./admin-listing-view.tsx";
import { AdminListingsSkeleton } from "./admin-listings-skeleton.tsx";
import { adminListings, type QueueStatus } from "./admin-listings.queries.ts";
import { useQueueShortcuts } from "./admin-shortcuts.tsx";
import { LoadMoreButton } from "../../ui/load-more-button.tsx";

const FETCH_FAILED = {
  title: "Error Loading Listings",
  description: "Failed to fetch listings. Please refresh the page.",
};

interface AdminListingsQueueProps {
  status: QueueStatus;
  /** Listing that has come back, and takes the focus. */
  focusId: number | null;
  onDeleted(listing: AdminListing): void;
}

/** Listings of a state, with what moderators do with them. */
export function AdminListingsQueue({ status, focusId, onDeleted }: AdminListingsQueueProps) {
  const query = useInfiniteQuery(adminListings(status));
  const listings = itemsOf(query.data);
  const [viewed, setViewed] = useState<AdminListing | null>(null);
  const edit = useHistoryEntry("edit");
  const queue = useRef<HTMLDivElement>(null);

  const focusCard = (index: number) => {
    // After the dialogs have given focus back.
    setTimeout(() => {
      const cards = queue.current?.querySelectorAll<HTMLElement>("[data-listing-id]") ?? [];
      (cards[Math.min(index, cards.length - 1)] ?? queue.current)?.focus({ preventScroll: true });
    }, 20);
  };
  /** The next card takes the place of one that left the list. */
  const focusAfter = ({ id }: AdminListing) => focusCard(listings.findIndex((listing) => listing.id === id));
  const actions = useListingActions({
    onChanged: (listing) => {
      if (status === "all" || listing.status === status) return;
      setViewed(null);
      focusAfter(listing);
    },
    onDeleted: (listing) => {
      setViewed(null);
      onDeleted(listing);
      focusAfter(listing);
    },
  });

  useEffect(() => {
    if (focusId === null) return;
    const card = queue.current?.querySelector<HTMLElement>(`[data-listing-id="${focusId}"]`);
    (card ?? queue.current)?.focus();
  }, [focusId, queue]);

  const find = (id: number) => listings.find((listing) => listing.id === id);
  const edited = listings.find(({ id }) => id === edit.value);
  const shortcutsHint = useQueueShortcuts({
    queue,
    onApprove: (id) => {
      const listing = find(id);
      if (listing && !listing.approved && mayChangeApproval(listing) && actions.busyId !== id)
        actions.toggleApproval(listing);
    },
    onReject: (id) => {
      const listing = find(id);
      if (listing && mayReject(listing)) actions.askToReject(listing);
    },
    onEdit: (id) => {
      if (find(id)?.status !== "deleted") edit.open(id);
    },
  });

  const refresh = async () => {
    if ((await query.refetch()).isError) toast({ ...FETCH_FAILED, variant: "destructive" });
    else dismissToasts();
  };
  const loadMore = async () => {
    // The button goes with the last page, and the focus would go with it.
    if (await loadNextPage(query)) focusCard(listings.length);
  };

  if (query.isPending) return <AdminListingsSkeleton />;
  if (!query.data) {
    return (
      <Notice
        icon={CircleAlert}
        tone="danger"
        title={FETCH_FAILED.title}
        actions={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      >
        {FETCH_FAILED.description}
      </Notice>
    );
  }
  return (
    <div ref={queue} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {shortcutsHint}
        <Button size="sm" variant="ghost" disabled={query.isFetching} onClick={() => void refresh()}>
          <RefreshCw aria-hidden className="size-4" />
          Refresh
        </Button>
      </div>
      {listings.length === 0 ? (
        <Notice icon={Inbox} title="No listings found">
          {status === "all" ? "No property listings have been submitted yet." : "No listing is in this state."}
        </Notice>
      ) : (
        listings.map((listing) => (
          <AdminListingCard
            key={listing.id}
            listing={listing}
            actions={actions}
            onView={setViewed}
            onEdit={({ id }) => edit.open(id)}
          />
        ))
      )}
      {listings.length > 0 && (
        <output className="text-center text-sm text-ink-muted">
          {query.hasNextPage
            ? `Showing ${plural(listings.length, "listing")}`
            : `All ${plural(listings.length, "listing")} loaded`}
        </output>
      )}
      <LoadMoreButton label="Load More Listings" query={query} onLoad={() => void loadMore()} />
      {viewed && (
        <AdminListingView
          id={viewed.id}
          title={listingTitle(viewed.bedrooms, viewed.address)}
          summary={viewed}
          mayDelete
          actions={actions}
          onEdit={({ id }) => edit.open(id)}
          onClose={() => setViewed(null)}
        />
      )}
      {edited && <AdminListingEdit key={edited.id} listing={edited} onClose={edit.close} />}
      {actions.dialogs}
    </div>
  );
}
