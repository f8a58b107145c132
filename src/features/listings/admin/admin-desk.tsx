import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox, Keyboard, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { DecisionUndone } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { onDecisionUndone } from "../../../lib/decisions.ts";
import { plural } from "../../../lib/format.ts";
import { collectItems, readTotal } from "../../../lib/paged-list.ts";
import { dismissToasts, toast } from "../../../lib/toast.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadMoreButton } from "../../../ui/load-more-button.tsx";
import { LoadFailure, Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { useListingActions } from "./admin-listing-actions.tsx";
import { useListingKeys } from "./admin-listing-decisions.tsx";
import { AdminListingEdit } from "./admin-listing-edit.tsx";
import { AdminListingPane, AdminListingView } from "./admin-listing-view.tsx";
import { adminListings, isInQueue, type QueueStatus } from "./admin-listings.queries.ts";
import { AdminShortcuts } from "./admin-shortcuts.tsx";
import { AdminSelectAll, AdminSelectionBar, useListingSelection } from "./admin-selection-bar.tsx";
import { AdminListingBan, type ListingBan } from "./admin-listing-ban.tsx";
import { focusOn, useMoveFocus } from "../../../ui/return-focus.ts";
import { AdminListingRow } from "./admin-listing-row.tsx";

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

function NoListings({ status, q, onClear }: { status: QueueStatus; q: string; onClear(): void }) {
  const whole =
    status === "all"
      ? "No property listings have been submitted yet."
      : status === "unplaced"
        ? "Every listing has a location."
        : status === "pending"
          ? "Nothing is waiting for a decision."
          : "No listings have this status.";
  return (
    <Notice
      icon={Inbox}
      title="No listings found"
      actions={
        q !== "" && (
          <Button variant="secondary" onClick={onClear}>
            Clear Search
          </Button>
        )
      }
    >
      {q === "" ? whole : "No listings match your search."}
    </Notice>
  );
}

function AdminListingsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-2">
      <output className="sr-only">Loading listings</output>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-24 w-full" />
      ))}
    </div>
  );
}

const LIST_ID = "desk-list";
/** Screens wide enough to show the list and the listing side by side. */
const WIDE = "(width >= 80rem)";

function focusRow(index: number): boolean {
  const list = document.querySelector<HTMLElement>(`#${LIST_ID}`);
  const rows = list?.querySelectorAll<HTMLElement>("[data-listing-id]") ?? [];
  const row = rows[Math.min(index, rows.length - 1)];
  row?.scrollIntoView({ block: "nearest" });
  return focusOn(row ?? list, { preventScroll: true });
}

const focusSearch = () => focusOn(document.querySelector(`#${LIST_ID} [type=search]`));

interface AdminDeskProps {
  status: QueueStatus;
  q: string;
  /** Search field above the list. */
  search: ReactNode;
  filter: ReactNode;
  /** Clears the search and shows all listings of the status again. */
  onClearSearch(): void;
}

/**
 * The moderators' view of listings: a narrow list, filtered by status and search, and beside it the chosen listing. On
 * narrow screens the listing opens in a dialog.
 */
export function AdminDesk({ status, q, search, filter, onClearSearch }: AdminDeskProps) {
  const query = useInfiniteQuery(adminListings(status, q));
  const total = readTotal(useInfiniteQuery(adminListings("all")).data);
  const listings = collectItems(query.data);
  const selection = useListingSelection(listings, `${status} ${q}`);
  const isWide = useMedia(WIDE);
  const isNarrow = useMedia(PHONE);
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [opened, setOpened] = useState<AdminListing>();
  const [banning, setBanning] = useState<ListingBan | null>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const view = useHistoryEntry("view");
  const edit = useHistoryEntry("edit");
  const moveFocus = useMoveFocus();

  /** Index that a refused listing had before it left the list. */
  const [place, setPlace] = useState(0);
  // The chosen listing. On wide screens its id is component state; on narrow screens the id is in the dialog's history
  // entry.
  const chosen = isWide ? currentId : view.value;
  const chosenNow = useRef(chosen);
  useEffect(() => {
    chosenNow.current = chosen;
  });

  const show = (listing: AdminListing | undefined) => {
    if (!listing) return;
    setCurrentId(listing.id);
    if (isWide) focusRow(listings.indexOf(listing));
    else if (view.value === null) view.open(listing.id);
    else view.turn(listing.id);
  };
  /** Moves on to the next listing after a decision removed one from the list. */
  const showNext = (left: Pick<AdminListing, "id">) => {
    // If the moderator chose another listing before the response arrived, that listing stays open.
    if (chosenNow.current !== null && chosenNow.current !== left.id) return;
    const found = listings.findIndex(({ id }) => id === left.id);
    const index = found < 0 ? place : found;
    const next = listings[found < 0 ? index : index + 1] ?? listings[index - 1];
    if (next && next.id !== left.id) setCurrentId(next.id);
    if (isWide || view.value === null) moveFocus(() => focusRow(index));
    else if (next) view.turn(next.id);
    else view.close();
  };
  const actions = useListingActions({
    onChanged: (listing) => {
      if (!isInQueue(status, listing)) showNext(listing);
    },
    onDeleted: showNext,
    onRefused: ({ id }) => {
      const index = listings.findIndex((listing) => listing.id === id);
      if (index >= 0) setPlace(index);
    },
  });
  const shownId = chosen ?? (isWide ? actions.refused?.id : undefined);
  // A refused listing stays visible with its changes until another listing is chosen, even if it left the list.
  const refusedListing = actions.refused?.id === shownId ? actions.refused : null;
  const current = listings.find(({ id }) => id === shownId) ?? refusedListing ?? (isWide ? listings[0] : undefined);
  const at = current ? listings.indexOf(current) : -1;

  // On narrow screens the dialog has moved on to the next listing, so an undo returns to the listing whose decision was
  // undone.
  const returnToUndone = useEffectEvent(({ listings: [only, ...others] }: DecisionUndone) => {
    if (!isWide && view.value !== null && only && others.length === 0) view.turn(only.id);
  });
  useEffect(() => onDecisionUndone((undone) => returnToUndone(undone)), []);

  // Loads the next page once all loaded listings have left the list.
  const isExhausted = listings.length === 0 && query.hasNextPage && !query.isFetchNextPageError;
  useEffect(() => {
    if (isExhausted && !query.isFetching) void query.fetchNextPage();
  });

  // Falls back to the listing as opened, so that the typed text is not lost if the listing leaves the list.
  const edited = listings.find(({ id }) => id === edit.value) ?? (opened?.id === edit.value ? opened : undefined);
  const openEdit = (listing: AdminListing) => {
    setOpened(listing);
    edit.open(listing.id);
  };
  const hasLeft = current !== undefined && at < 0 && listings.length > 0;
  const neighbours = {
    previous: at > 0 || hasLeft ? () => show(listings[Math.max((at < 0 ? place : at) - 1, 0)]) : null,
    next: hasLeft
      ? () => show(listings[Math.min(place, listings.length - 1)])
      : at >= 0 && at < listings.length - 1
        ? () => show(listings[at + 1])
        : null,
  };
  useListingKeys({
    listing: current,
    actions,
    onEdit: openEdit,
    onSelect: selection.toggle,
    isSelecting: selection.listings.length > 0,
    onSearch: focusSearch,
    // If no listing is shown, the first key press shows one.
    onNext: () => (neighbours.next ?? (() => show(listings[Math.max(at, 0)])))(),
    onPrevious: () => (neighbours.previous ?? (() => show(listings[0])))(),
    onHelp: () => setIsHelpOpen(true),
  });

  const refresh = async () => {
    if ((await query.refetch()).isError) toast({ ...FETCH_FAILED, variant: "destructive" });
    else dismissToasts();
  };
  const tools = (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label="Keyboard shortcuts"
        className="px-2.5 max-sm:hidden pointer-coarse:hidden"
        onClick={() => setIsHelpOpen(true)}
      >
        <Keyboard aria-hidden className="size-4" />
      </Button>
      <Button size="sm" variant="ghost" className="px-2.5" disabled={query.isFetching} onClick={() => void refresh()}>
        <RefreshCw aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Refresh</span>
      </Button>
    </>
  );
  const shown = current && {
    id: current.id,
    title: listingTitle(current.bedrooms, current.address),
    summary: current,
    filter: status,
    isSelecting: selection.listings.length > 0,
    actions,
    onEdit: openEdit,
    onBan: (listing: AdminListing, address: string | null = null) => setBanning({ listing, address }),
    turn: neighbours,
  };

  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[clamp(33rem,39vw,35rem)_minmax(0,1fr)]">
      <div id={LIST_ID} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
        <div className="flex gap-2">
          <div className="min-w-0 flex-1">{search}</div>
          <div className="flex h-11 items-center max-sm:hidden">{tools}</div>
        </div>
        {!isNarrow && filter}
        {isNarrow && (
          <div className="flex items-center gap-2">
            {filter}
            <AdminSelectAll selection={selection} />
            <div className="ml-auto">{tools}</div>
          </div>
        )}
        {query.isPending ? (
          <AdminListingsSkeleton />
        ) : query.data ? (
          <>
            {isExhausted && <AdminListingsSkeleton />}
            {listings.length === 0 && !query.hasNextPage && (
              <NoListings
                status={total === 0 ? "all" : status}
                q={q}
                onClear={() => {
                  onClearSearch();
                  focusSearch();
                }}
              />
            )}
            {listings.length > 0 && (
              <div
                className="@container overflow-hidden rounded-card border border-line"
                // Chooses the row that gets the focus, for example after an undo restored it.
                onFocus={({ target }) => {
                  const row = target.closest<HTMLElement>("[data-listing-id]");
                  if (row) setCurrentId(Number(row.dataset.listingId));
                }}
              >
                {!isNarrow && selection.selectable.length > 0 && (
                  <div className="flex h-9 items-center border-b border-line bg-surface pl-1.5">
                    <AdminSelectAll selection={selection} />
                  </div>
                )}
                {listings.map((listing) => (
                  <AdminListingRow
                    key={listing.id}
                    listing={listing}
                    status={status}
                    isCurrent={isWide && listing.id === current?.id}
                    selection={selection}
                    onView={(viewed) => {
                      show(viewed);
                      if (isWide) moveFocus(() => focusOn(document.getElementById("shown-listing")));
                    }}
                  />
                ))}
              </div>
            )}
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
              onLoaded={() => focusRow(listings.length)}
            />
            <AdminSelectionBar
              selection={selection}
              onDecided={([first]) => {
                const index = listings.findIndex(({ id }) => id === first?.id);
                moveFocus(() => focusRow(index));
              }}
            />
          </>
        ) : (
          <ListingsFailed onRetry={() => void query.refetch()} />
        )}
      </div>
      {shown && isWide && <AdminListingPane {...shown} />}
      {shown && !isWide && <AdminListingView {...shown} onClose={view.close} />}
      {edited && <AdminListingEdit key={edited.id} listing={edited} onClose={edit.close} />}
      {banning && <AdminListingBan {...banning} onClose={() => setBanning(null)} />}
      {isHelpOpen && <AdminShortcuts onClose={() => setIsHelpOpen(false)} />}
      {actions.dialogs}
    </div>
  );
}
