import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useRenderedAt } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { CardCommutes } from "../commute/commute-lines.tsx";
import { ListingCard } from "./listing-card.tsx";
import { ListingCardSkeleton } from "./listing-card-skeleton.tsx";
import { listedText } from "../facts/listing-text.ts";
import { listingDetail, listingsKeys } from "../facts/listings.queries.ts";

const loadDialog = () => import("./listing-dialog.tsx");

/** Returns whether a listing has all fields. The server-rendered list omits those that cards do not show. */
const isWhole = ({ amenities }: PublicListing) => amenities !== null;

function useListingDialog(listings: readonly PublicListing[]) {
  const { module: dialog, request, prepare } = useLazyModule(loadDialog);
  const { value, open: openEntry, turn, close, forget } = useHistoryEntry("listing");
  const queryClient = useQueryClient();
  const openId = typeof value === "number" ? value : null;

  // Undefined after a reload if the page of the list that contains the listing is not loaded yet.
  const loaded = listings.find(({ id }) => id === openId);
  const { data: fetched, isError } = useQuery({
    ...listingDetail(openId ?? 0),
    enabled: openId !== null && (loaded === undefined || !isWhole(loaded)),
  });
  // Null if no listing is open, or if the open one no longer exists.
  const listing = openId === null || fetched === null ? null : (fetched ?? loaded ?? null);
  const awaitsCode = listing !== null && dialog === null;
  useEffect(() => {
    if (awaitsCode) void request();
  }, [awaitsCode, request]);
  const isLost = openId !== null && (fetched === null || (isError && loaded === undefined));
  useEffect(() => {
    if (isLost) forget();
  }, [isLost, forget]);

  const open = useCallback(
    async (opened: PublicListing) => {
      if (!(await request())) return;
      if (isWhole(opened)) queryClient.setQueryData(listingsKeys.detail(opened.id), opened);
      openEntry(opened.id);
    },
    [request, queryClient, openEntry],
  );

  // The functions that show the neighbours are null if no listing is loaded on that side.
  const at = listings.findIndex(({ id }) => id === openId);
  const neighbour = (step: 1 | -1) => {
    const next = at < 0 ? undefined : listings[at + step];
    return next === undefined ? null : () => turn(next.id);
  };
  return { dialog, listing, open, close, prepare, previous: neighbour(-1), next: neighbour(1) };
}

/** Returns the class that sets the number of columns for a list across the page or beside a map (card.css). */
const gridClass = (isHalf: boolean) => `card-grid ${isHalf ? "half-wide" : "full-wide"}`;
/** The `sizes` attributes of photos, first for one or two columns, then for up to four. */
const FEW_SIZES = "(min-width: 40rem) 47vw, 92vw";
const FULL_SIZES = `(min-width: 64rem) 19.5rem, ${FEW_SIZES}`;
const HALF_SIZES = `(min-width: 80rem) 19rem, ${FEW_SIZES}`;

/** Props that synchronize the cards with a map beside them. */
export interface MapSync {
  /** The listing selected on the map. */
  chosenId: number | null;
  /** Called on hover and focus of a card. */
  onIntent(id: number): void;
}

/** Returns the element id of a card. */
export const cardId = (id: number) => `listing-${id}`;

interface ListingGridProps {
  listings: readonly PublicListing[];
  /** The search query, for highlighting. */
  searchText?: string | null;
  mapSync?: MapSync;
  /** True if more listings follow; `tail` then fills the empty cells of the last row. */
  hasMore?: boolean;
  /** Content after the cards. */
  tail?: ReactNode;
}

export function ListingGrid({ listings, searchText = null, mapSync, hasMore = false, tail }: ListingGridProps) {
  const { dialog, listing, open, close, prepare, previous, next } = useListingDialog(listings);
  const renderedAt = useRenderedAt();
  const photoSizes = mapSync ? HALF_SIZES : FULL_SIZES;
  return (
    <>
      <div className={`${gridClass(mapSync !== undefined)} ${hasMore ? "has-more" : ""}`}>
        <ul className="contents">
          {listings.map((item, index) => (
            <li
              key={item.id}
              {...(mapSync && {
                id: cardId(item.id),
                className: `scroll-mt-[calc(45dvh+5rem)] rounded-card outline-offset-3 lg:scroll-mt-24 ${item.id === mapSync.chosenId ? "outline-3 outline-accent" : ""}`,
              })}
            >
              <ListingCard
                listing={item}
                listed={listedText(item, renderedAt)}
                photoSizes={photoSizes}
                searchText={searchText}
                onOpen={open}
                onIntent={() => {
                  prepare();
                  mapSync?.onIntent(item.id);
                }}
                // Phones measure LCP by the first photo; prioritizing a second one would slow it down.
                priority={index === 0}
                commutes={<CardCommutes listing={item} />}
              />
            </li>
          ))}
        </ul>
        {tail}
      </div>
      {dialog && listing && (
        <dialog.ListingDialog listing={listing} onClose={close} onPrevious={previous} onNext={next} />
      )}
    </>
  );
}

export function ListingGridSkeleton({ count, isHalf = false }: { count: number; isHalf?: boolean }) {
  return (
    <>
      <output className="sr-only">Loading listings</output>
      <div className={gridClass(isHalf)}>
        {Array.from({ length: count }, (_, index) => (
          <ListingCardSkeleton key={index} />
        ))}
      </div>
    </>
  );
}
