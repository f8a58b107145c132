import { type ReactNode, useState, useRef } from "react";
import { listingPath, type PublicListing } from "../../../../worker/contracts/listings.ts";
import { descriptionText } from "../../../../worker/contracts/listing-text.ts";
import { truncateAtWord } from "../../../../worker/contracts/truncate-at-word.ts";
import { untranslated } from "../../../ui/untranslated.ts";
import { matchExcerpt } from "../../../../worker/contracts/search-words.ts";
import { HighlightedText } from "../../../ui/highlighted-text.tsx";
import { SpriteIcon } from "../../../ui/icon-sprite.tsx";
import { isPlainClick, Link } from "../../../ui/link.tsx";
import { Heart } from "../saving/heart.tsx";
import { StationLine } from "../place/station-line.tsx";
import { BelowMarketChip } from "../facts/listing-badges.tsx";
import { areaText, isSurelyRentControlled, kindText, priceText, photoAlt, savingText } from "../facts/listing-text.ts";
import { ShareCorner } from "../facts/share-button.tsx";
import { Camera } from "lucide-react";
import { PhotoImage } from "../../../ui/photo-image.tsx";

interface CardPhotosProps {
  listing: Pick<PublicListing, "title" | "images">;
  /** The `sizes` attribute of the photos. */
  sizes: string;
  priority: boolean;
  /** Type of the pointer that has approached the card. Null before that; only the first photo is then loaded. */
  pointer: string | null;
  /** Badges on the photo. */
  children: ReactNode;
}

/**
 * A card's photos. The card shows one at first, and loads the others once a finger or mouse approaches. Touch users
 * swipe through the photos, mouse users have arrow buttons, and keyboard users see the photos in the dialog.
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
          // Follows the link, because on touch screens the strip lies above the link that covers the card.
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
  /** Text that says when the home was listed. */
  listed: string;
  /** The `sizes` attribute of its photos. */
  photoSizes: string;
  /**
   * Called on a plain click; other clicks follow the link. A preview has no page yet, so it has neither a link nor this
   * function.
   */
  onOpen?: (listing: PublicListing) => void;
  /** Called on hover and focus. */
  onIntent?: () => void;
  /** The search query, for highlighting. */
  searchText?: string | null;
  /** True if the card is above the fold. */
  priority?: boolean;
  /** The commutes from the home to the visitor's places. */
  commutes?: ReactNode;
}

/** Number of characters, including the ellipsis, that fit on two lines of a card in any font. */
const TWO_LINES = 80;

/** A listing in a list or beside a map, at most 460 px high at a width of 328 px. */
export function ListingCard(props: ListingCardProps) {
  const { listing, listed, photoSizes, onOpen, onIntent, searchText = null, priority = false, commutes } = props;
  const { title, address, bedrooms, distanceToDowntown, closestSubwayStation, municipality } = listing;
  const [pointer, setPointer] = useState<string | null>(null);
  const area = areaText(listing);
  const marked = (text: string, max?: number) => {
    const parts = searchText === null ? null : matchExcerpt(searchText, text);
    return parts ? <HighlightedText parts={parts} /> : max === undefined ? text : truncateAtWord(text, max);
  };
  const name = <span translate="no">{marked(title)}</span>;
  const saving = savingText(listing);
  // The line above the title already names the municipality.
  const [street = address] = municipality === null ? [] : address.split(",");
  const downtown = distanceToDowntown !== null && (
    <span className="truncate">{`${distanceToDowntown} km to Downtown Toronto`}</span>
  );
  const hasStation = closestSubwayStation !== null;
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
      </CardPhotos>
      <div className="card-words">
        <p className="card-price">
          <span translate="no" className="display max-w-full shrink-0 truncate text-2xl">
            {priceText(listing)}
          </span>
          {saving !== null && <span className="truncate font-semibold text-good">{untranslated(saving)}</span>}
        </p>
        <p className="flex gap-1.5 text-ink-muted">
          <span>Monthly</span>
          <span className="text-ink">{bedrooms}</span>
          <span className="ml-auto">{listed}</span>
        </p>
        <p className="card-line mt-1 text-ink-muted">{marked(kindText(listing))}</p>
        <h3 className="card-line text-base leading-5 font-semibold">
          {onOpen === undefined ? (
            name
          ) : (
            // The link covers the whole card but keeps a short accessible name.
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
        <p className="card-line">
          <span translate="no">
            {marked(street)}
            <span className="sr-only">{address.slice(street.length)}</span>
          </span>
          {area !== null && <span className="text-ink-muted"> · {marked(area)}</span>}
        </p>
        <p dir="auto" className="card-description">
          {marked(descriptionText(listing), hasStation ? TWO_LINES : 1.5 * TWO_LINES)}
        </p>
        <div className="card-place">
          <StationLine listing={listing} marked={marked} className="card-station" />
          {downtown}
          {commutes}
        </div>
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
