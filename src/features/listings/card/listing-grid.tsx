import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Camera } from "lucide-react";
import { useCallback, useEffect } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { matchExcerpt } from "../../../../worker/contracts/search-words.ts";
import { rememberedMarkup } from "../../../lib/constant-markup.tsx";
import { useRenderedAt } from "../../../lib/site.tsx";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { HighlightedText } from "../../../ui/highlighted-text.tsx";
import { isPlainClick, Link } from "../../../ui/link.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { StationLine } from "../place/station-line.tsx";
import { BelowMarketChip, ListingBadges, MarketLine } from "./listing-badges.tsx";
import { attributesText, kindText, listedText, photoAlt, placeText, priceText } from "./listing-text.ts";
import { RulerBar } from "./market-ruler.tsx";
import { listingDetail, listingsKeys } from "./listings.queries.ts";
import { ShareCorner } from "./share-button.tsx";

const loadDialog = () => import("./listing-dialog.tsx");

/** The server-rendered list omits fields that cards do not show. */
const isWhole = ({ amenities }: PublicListing) => amenities !== null;

function useListingDialog(listings: readonly PublicListing[]) {
  const { module: dialog, request, prepare } = useLazyModule(loadDialog);
  const { value, open: openEntry, close, forget } = useHistoryEntry("listing");
  const queryClient = useQueryClient();
  const openId = typeof value === "number" ? value : null;

  // After a reload neither the code nor the list's page with the listing may be loaded.
  const loaded = listings.find(({ id }) => id === openId);
  const { data: fetched, isError } = useQuery({
    ...listingDetail(openId ?? 0),
    enabled: openId !== null && (loaded === undefined || !isWhole(loaded)),
  });
  // Null means that the listing is gone, even if the list still has it.
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

  return { dialog, listing, open, close, prepare };
}

const gridClass = "grid grid-cols-1 gap-5 sm:grid-cols-2";
const FULL = `${gridClass} lg:grid-cols-3 xl:grid-cols-4`;
/** Beside a map. */
const HALF = `${gridClass} lg:grid-cols-1 xl:grid-cols-2`;

/** Synchronizes the cards with a map beside them. */
export interface MapSync {
  /** The listing selected on the map. */
  chosenId: number | null;
  /** Called on hover and focus of a card. */
  onIntent(id: number): void;
}

/** Element id of a card. */
export const cardId = (id: number) => `listing-${id}`;

interface ListingGridProps {
  listings: readonly PublicListing[];
  /** The search query, for highlighting. */
  searchText?: string | null;
  mapSync?: MapSync;
}

export function ListingGrid({ listings, searchText = null, mapSync }: ListingGridProps) {
  const { dialog, listing, open, close, prepare } = useListingDialog(listings);
  const renderedAt = useRenderedAt();
  return (
    <>
      <ul className={mapSync ? HALF : FULL}>
        {listings.map((item, index) => {
          const listed = listedText(item, renderedAt);
          const card = (
            <ListingCard
              listing={item}
              listed={listed}
              searchText={searchText}
              onOpen={open}
              onIntent={() => {
                prepare();
                mapSync?.onIntent(item.id);
              }}
              // The LCP image on phones; prioritizing a second one would slow it down.
              priority={index === 0}
            />
          );
          // React preloads the first card's photo outside of the card's markup; cards of a search hardly repeat.
          const isRepeated = import.meta.env.SSR && index > 0 && searchText === null;
          const markup = isRepeated ? rememberedMarkup(JSON.stringify([listed, item]), card) : null;
          return (
            <li
              key={item.id}
              {...(mapSync && {
                id: cardId(item.id),
                className: `scroll-mt-[calc(45dvh+5rem)] rounded-card outline-offset-3 lg:scroll-mt-24 ${item.id === mapSync.chosenId ? "outline-3 outline-accent" : ""}`,
              })}
              {...(markup === null ? { children: card } : { dangerouslySetInnerHTML: { __html: markup } })}
            />
          );
        })}
      </ul>
      {dialog && listing && <dialog.ListingDialog listing={listing} onClose={close} />}
    </>
  );
}

export function ListingGridSkeleton({ count, isHalf = false }: { count: number; isHalf?: boolean }) {
  return (
    <>
      <output className="sr-only">Loading listings</output>
      <div className={isHalf ? HALF : FULL}>
        {Array.from({ length: count }, (_, index) => (
          <ListingCardSkeleton key={index} />
        ))}
      </div>
    </>
  );
}

function ListingCardSkeleton() {
  return (
    <div className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <div className="flex items-center justify-between">
          <Skeleton className="h-8 w-28" />
          <Skeleton className="h-6 w-32 rounded-full" />
        </div>
        <div>
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-0.5 h-5 w-3/5" />
        </div>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-6 w-3/4 rounded-full" />
        <div className="mt-auto flex justify-between border-t border-line pt-2.5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-20" />
        </div>
      </div>
    </div>
  );
}

/** Width of a card in 1 to 4 columns. */
const PHOTO_SIZES = "(min-width: 80rem) 19rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw";

interface ListingCardProps {
  listing: PublicListing;
  /** When it was listed, in words. */
  listed: string;
  /** Called on a plain click; other clicks follow the link. */
  onOpen(listing: PublicListing): void;
  /** Called on hover and focus. */
  onIntent(): void;
  /** The search query, for highlighting. */
  searchText: string | null;
  /** Above the fold. */
  priority?: boolean;
}

function ListingCard({ listing, listed, searchText, onOpen, onIntent, priority = false }: ListingCardProps) {
  const [photo] = listing.images;
  const attributes = attributesText(listing);
  const marked = (text: string) => {
    const parts = searchText === null ? null : matchExcerpt(searchText, text);
    return parts ? <HighlightedText parts={parts} /> : text;
  };
  return (
    <article className="listing-card group">
      <div className="relative aspect-4/3 overflow-hidden bg-sunken">
        {photo === undefined ? (
          <span className="grid size-full place-content-center justify-items-center gap-1 text-sm text-ink-muted">
            <Camera aria-hidden="true" className="size-8" />
            No photos
          </span>
        ) : (
          <PhotoImage
            src={photo}
            alt={photoAlt(listing, 0, 1)}
            sizes={PHOTO_SIZES}
            priority={priority}
            className="size-full"
          />
        )}
        {listing.images.length > 1 && <span className="photo-note">{`+${listing.images.length - 1} more`}</span>}
      </div>
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <div className="row-apart gap-y-1.5">
          <p className="flex flex-wrap items-baseline gap-x-1.5">
            <span className="text-2xl font-extrabold tracking-tight tabular-nums">{priceText(listing)}</span>
            <span className="text-sm text-ink-muted">Monthly</span>
          </p>
          <BelowMarketChip listing={listing} />
        </div>
        <RulerBar listing={listing} />
        <MarketLine listing={listing} />
        <div>
          <h3 className="font-bold">
            {/* The link covers the whole card while keeping a short accessible name. */}
            <Link
              to={listingPath(listing)}
              onPointerEnter={onIntent}
              onFocus={onIntent}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onOpen(listing);
              }}
              className="outline-none after:absolute after:inset-0 group-hover:text-accent"
            >
              {marked(listing.title)}
            </Link>
          </h3>
          <p className="mt-0.5 text-sm text-ink-muted">{marked(kindText(listing))}</p>
        </div>
        <p className="text-sm">{marked(placeText(listing))}</p>
        <p dir="auto" className="line-clamp-2 text-sm text-ink-muted">
          {marked(listing.description)}
        </p>
        {attributes !== null && <p className="line-clamp-2 text-sm">{marked(attributes)}</p>}
        <ListingBadges listing={listing} />
        <div className="row-apart mt-auto gap-y-1 border-t border-line pt-2.5">
          <StationLine listing={listing} marked={marked} />
          <p className="ml-auto shrink-0 text-sm text-ink-muted">{listed}</p>
        </div>
      </div>
      <ShareCorner listing={listing} />
    </article>
  );
}
