import { type ReactNode, useState, useRef } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { descriptionText, rulerOf } from "../../../../worker/contracts/listing-text.ts";
import { matchExcerpt } from "../../../../worker/contracts/search-words.ts";
import { asWritten } from "../../../ui/as-written.ts";
import { HighlightedText } from "../../../ui/highlighted-text.tsx";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { isPlainClick, Link } from "../../../ui/link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Heart } from "../keeping/heart.tsx";
import { StationLine } from "../place/station-line.tsx";
import { BelowMarketChip, DropNote, MarketLine } from "../facts/listing-badges.tsx";
import {
  areaText,
  attributesText,
  isSurelyRentControlled,
  kindText,
  priceText,
  photoAlt,
} from "../facts/listing-text.ts";
import { RulerBar } from "../facts/market-ruler.tsx";
import { ShareCorner } from "../facts/share-button.tsx";
import { Camera } from "lucide-react";
import { PhotoImage } from "../../../ui/photo-image.tsx";

interface CardPhotosProps {
  listing: Pick<PublicListing, "title" | "images">;
  /** The `sizes` attribute. */
  sizes: string;
  priority: boolean;
  /** The kind of pointer that has come near the card: with it, all photos are there. */
  pointer: string | null;
  /** Badges on the photo. */
  children: ReactNode;
}

/**
 * A card's photos: the first one, and with the first interest of a finger or a mouse the others beside it, which a finger
 * swipes and a mouse steps through. A keyboard has them in the dialog.
 */
function CardPhotos({ listing, sizes, priority, pointer, children }: CardPhotosProps) {
  const { images } = listing;
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const shown = pointer === null ? images.slice(0, 1) : images;
  const isMouse = pointer === "mouse";

  const arrow = (by: -1 | 1) => (
    <button
      type="button"
      aria-hidden="true"
      tabIndex={-1}
      onClick={() => strip.current?.scrollBy(by * strip.current.clientWidth, 0)}
      className={`photo-arrow ${by < 0 ? "left-2" : "right-2"}`}
    >
      {by < 0 ? "‹" : "›"}
    </button>
  );
  return (
    <div className="relative">
      <div
        ref={strip}
        className="photo-strip"
        {...(images.length > 1 && {
          "data-many": "",
          onScroll: ({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth)),
          // A finger's strip lies above the link that covers the card.
          onClick: ({ currentTarget }) => currentTarget.closest("article")?.querySelector<HTMLElement>("h3 a")?.click(),
        })}
        {...(pointer && !isMouse && { role: "group", "aria-label": `Photos of ${listing.title}`, tabIndex: 0 })}
      >
        {shown.map((photo, index) => (
          <PhotoImage
            key={photo}
            src={photo}
            alt={photoAlt(listing, index, shown.length)}
            sizes={sizes}
            priority={priority && index === 0}
          />
        ))}
        {images.length === 0 && (
          <span className="grid place-content-center justify-items-center gap-1 text-sm text-ink-muted">
            <Camera aria-hidden="true" className="size-8" />
            No photos
          </span>
        )}
      </div>
      {children}
      {images.length > 1 && (
        <span className="photo-note right-2">
          {at === 0 ? `+${images.length - 1} more` : `${at + 1}/${images.length}`}
        </span>
      )}
      {isMouse && at > 0 && arrow(-1)}
      {isMouse && at < images.length - 1 && arrow(1)}
    </div>
  );
}

interface ListingCardProps {
  listing: PublicListing;
  /** When it was listed, in words. */
  listed: string;
  /** Beds, baths and move-in date, in words. */
  size: string;
  /** The `sizes` attribute of its photos. */
  photoSizes: string;
  /** Called on a plain click; other clicks follow the link. A preview, which has no page yet, has neither it nor a link. */
  onOpen?: (listing: PublicListing) => void;
  /** Called on hover and focus. */
  onIntent?: () => void;
  /** The search query, for highlighting. */
  searchText?: string | null;
  /** Above the fold. */
  priority?: boolean;
  /** The ways from the home, on the photo, where they need no room of their own. */
  ways?: ReactNode;
}

/**
 * A listing in a list or beside a map, at most 430 px high at a width of 328 px. Every text is one line, so that the height
 * does not depend on the font; the listing's page has all of it.
 */
export function ListingCard(props: ListingCardProps) {
  const { listing, listed, size, photoSizes, onOpen, onIntent, searchText = null, priority = false, ways } = props;
  const { title, address, bedrooms, distanceToDowntown } = listing;
  const [pointer, setPointer] = useState<string | null>(null);
  const ruler = rulerOf(listing);
  const area = areaText(listing);
  const attributes = attributesText(listing);
  const marked = (text: string) => {
    const parts = searchText === null ? null : matchExcerpt(searchText, text);
    return parts ? <HighlightedText parts={parts} /> : text;
  };
  // The line above names the bedrooms already.
  const prefix = title.startsWith(`${bedrooms} - `) ? `${bedrooms} - ` : "";
  const name = (
    <>
      {prefix !== "" && <span className="unseen">{prefix}</span>}
      <span translate="no">{marked(title.slice(prefix.length))}</span>
    </>
  );
  return (
    <article className="listing-card group" onPointerEnter={({ pointerType }) => setPointer(pointer ?? pointerType)}>
      <CardPhotos listing={listing} sizes={photoSizes} priority={priority} pointer={pointer}>
        <BelowMarketChip listing={listing} />
        {isSurelyRentControlled(listing) && (
          <span className="photo-note left-2">
            <SpriteIcon name="shield" className="size-3.5" />
            Rent Controlled
          </span>
        )}
        {ways}
      </CardPhotos>
      <div className="card-words">
        <p className="flex items-baseline gap-x-1.5">
          <span translate="no" className="display truncate text-[1.75rem]">
            {priceText(listing)}
          </span>
          <span className="card-small">Monthly</span>
          {ruler && <span className="card-small ml-auto">market {asWritten(ruler.marketRent)}</span>}
        </p>
        <RulerBar listing={listing} />
        <MarketLine listing={listing} />
        <p className="card-line flex gap-2 font-semibold">
          <span className="truncate">{size}</span>
          <DropNote listing={listing} />
        </p>
        <p translate="no" className="sr-only">
          {marked(address)}
        </p>
        <div className="card-line">
          <h3>
            {onOpen === undefined ? (
              name
            ) : (
              // The link covers the whole card while keeping a short accessible name.
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
                {name}
              </Link>
            )}
          </h3>
          {area !== null && <span className="text-ink-muted"> · {marked(area)}</span>}
        </div>
        <p className="card-small truncate">
          <span>{marked(kindText(listing))}</span>
          {attributes !== null && " · "}
          {attributes !== null && <span>{marked(attributes)}</span>}
          {" · "}
          <span dir="auto">{marked(descriptionText(listing))}</span>
        </p>
        <StationLine listing={listing} marked={marked} className="card-station" />
        <p className="card-small mt-auto flex justify-between gap-2">
          {distanceToDowntown !== null && (
            <span className="truncate">{`${distanceToDowntown} km to Downtown Toronto`}</span>
          )}
          <span className="ml-auto">{listed}</span>
        </p>
      </div>
      {onOpen !== undefined && (
        <>
          <Heart listing={listing} className="heart-corner" />
          <ShareCorner listing={listing} />
        </>
      )}
    </article>
  );
}

/** In the card's shape. */
export function ListingCardSkeleton() {
  return (
    <div className="listing-card">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="card-words">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="mt-1 h-2 w-full" />
        <Skeleton className="mt-1 h-4 w-4/5" />
        <Skeleton className="mt-1 h-4 w-3/5" />
        <Skeleton className="mt-1 h-4 w-full" />
        <Skeleton className="mt-1 h-4 w-full" />
        <Skeleton className="mt-1 h-4 w-1/2" />
        <Skeleton className="mt-1 h-3.5 w-full" />
      </div>
    </div>
  );
}
