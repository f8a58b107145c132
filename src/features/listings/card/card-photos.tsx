import { Camera } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { photoAlt } from "../facts/listing-text.ts";

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
export function CardPhotos({ listing, sizes, priority, pointer, children }: CardPhotosProps) {
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
