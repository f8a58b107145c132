import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleAlert, Inbox, RefreshCw } from "lucide-react";
import { useRef, useState } from "react";
import type { AdminListing } from "../../../worker/contracts/listings.ts";
import { formatCount, plural } from "../../lib/format.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { useHistoryEntry } from "../../lib/use-history-entry.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useListingActions } from "./admin-listing-actions.tsx";
import { mayChangeApproval } from "./admin-listing-badges.tsx";
import { AdminListingCard } from "./admin-listing-card.tsx";
import { AdminListingEdit } from "./admin-listing-edit.tsx";
import { AdminListingView } from "./admin-listing-view.tsx";
import { AdminListingsSkeleton } from "./admin-listings-skeleton.tsx";
import { adminListings, queueOf, queueTotal } from "./admin-listings.queries.ts";
import { loadNextPage } from "./use-more-listings.ts";
import { useQueueShortcuts } from "./admin-shortcuts.tsx";

const FETCH_FAILED = {
  title: "Error Loading Listings",
  description: "Failed to fetch listings. Please refresh the page.",
};

/** 'Property Listings (count)'. */
export function AdminListingsTabLabel() {
  const total = queueTotal(useInfiniteQuery(adminListings()).data);
  return <>Property Listings{total !== undefined && ` (${formatCount(total)})`}</>;
}

/** The moderators' queue. */
export function AdminListingsTab() {
  const query = useInfiniteQuery(adminListings());
  const listings = queueOf(query.data);
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
  const actions = useListingActions({
    onDeleted: (id) => {
      setViewed(null);
      focusCard(listings.findIndex((listing) => listing.id === id));
    },
  });

  const find = (id: number) => listings.find((listing) => listing.id === id);
  const edited = listings.find(({ id }) => id === edit.value);
  const shortcutsHint = useQueueShortcuts({
    queue,
    onApprove: (id) => {
      const listing = find(id);
      if (listing && !listing.approved && mayChangeApproval(listing) && actions.busyId !== id)
        actions.toggleApproval(listing);
    },
    onEdit: edit.open,
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
        level="h2"
        title={FETCH_FAILED.title}
        actions={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      >
        {FETCH_FAILED.description}
      </Notice>
    );
  }
  return (
    <div ref={queue} tabIndex={-1} className="grid gap-4 outline-none">
      <h2 className="sr-only">Property Listings</h2>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {shortcutsHint}
        <Button size="sm" variant="ghost" disabled={query.isFetching} onClick={() => void refresh()}>
          <RefreshCw aria-hidden className="size-4" />
          Refresh
        </Button>
      </div>
      {listings.length === 0 ? (
        <Notice icon={Inbox} title="No listings found">
          No property listings have been submitted yet.
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
      {query.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          disabled={query.isFetching}
          onClick={() => void loadMore()}
        >
          {query.isFetchingNextPage ? "Loading..." : "Load More Listings"}
        </Button>
      )}
      {viewed && (
        <AdminListingView
          summary={viewed}
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
