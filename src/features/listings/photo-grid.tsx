import { Camera } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import type { PublicListing } from "../../../worker/contracts/listings.ts";
import { PhotoImage } from "../../ui/photo-image.tsx";
import { photoAlt } from "./listing-text.ts";
import { PhotoViewer } from "./photo-viewer.tsx";

/** First photo large, up to four more beside it: the cells for each number of photos, from 40rem up. */
const MOSAIC: Record<number, readonly string[]> = {
  1: ["sm:col-span-4 sm:row-span-2"],
  2: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2 sm:row-span-2"],
  3: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2", "sm:col-span-2"],
  4: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2", "", ""],
  5: ["sm:col-span-2 sm:row-span-2", "", "", "", ""],
};
const SHOWN = 5;

export interface PhotoGridProps {
  listing: Pick<PublicListing, "title" | "images">;
  /** The page's wide picture, or the dialog's row of thumbnails. */
  layout: "mosaic" | "thumbnails";
  /** Told when a photo is enlarged, and when it no longer is. */
  onEnlargedChange?(enlarged: boolean): void;
}

/** 'Photos (N)': the photos of a listing; a click enlarges one. */
export function PhotoGrid({ listing: { title, images }, layout, onEnlargedChange }: PhotoGridProps) {
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const enlarge = (index: number) => {
    setEnlarged(index);
    onEnlargedChange?.(true);
  };
  const reduce = useCallback(() => {
    setEnlarged(null);
    onEnlargedChange?.(false);
  }, [onEnlargedChange]);

  const shown = layout === "mosaic" ? images.slice(0, SHOWN) : images;
  const isMosaic = layout === "mosaic";
  if (shown.length === 0) return <NoPhotos className={isMosaic ? "aspect-3/1" : "aspect-4/1"} />;

  return (
    <section aria-label={`Photos (${images.length})`}>
      <h2 className={isMosaic ? "mb-2 text-sm font-semibold text-ink-muted" : "mb-2 text-lg font-bold"}>
        Photos ({images.length})
      </h2>
      <ul
        className={
          isMosaic
            ? "grid grid-cols-2 gap-2 overflow-hidden rounded-card sm:aspect-5/2 sm:grid-cols-4 sm:grid-rows-2"
            : "grid grid-cols-2 gap-2 sm:grid-cols-3"
        }
      >
        {shown.map((photo, index) => (
          <li
            key={photo}
            className={
              isMosaic
                ? `relative aspect-4/3 sm:aspect-auto ${index === 0 ? "col-span-2" : ""} ${MOSAIC[shown.length]?.[index] ?? ""}`
                : "relative aspect-4/3"
            }
          >
            <EnlargeButton onClick={() => enlarge(index)} rounded={!isMosaic}>
              <PhotoImage
                src={photo}
                alt={photoAlt({ title }, index, images.length)}
                sizes={
                  isMosaic
                    ? index === 0
                      ? "(min-width: 40rem) 42rem, 100vw"
                      : "(min-width: 40rem) 21rem, 50vw"
                    : "(min-width: 40rem) 15rem, 46vw"
                }
                priority={index === 0}
                className="size-full"
              />
            </EnlargeButton>
          </li>
        ))}
      </ul>
      {enlarged !== null && (
        <PhotoViewer title={title} photos={images} index={enlarged} onIndexChange={setEnlarged} onClose={reduce} />
      )}
    </section>
  );
}

function EnlargeButton({ onClick, rounded, children }: { onClick(): void; rounded: boolean; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`absolute inset-0 cursor-zoom-in overflow-hidden bg-sunken focus-visible:-outline-offset-4 ${rounded ? "rounded-control" : ""}`}
    >
      <span className="sr-only">Enlarge: </span>
      {children}
    </button>
  );
}

function NoPhotos({ className }: { className: string }) {
  return (
    <p
      className={`grid max-h-48 w-full place-content-center justify-items-center gap-1 rounded-card bg-sunken text-sm text-ink-muted ${className}`}
    >
      <Camera aria-hidden="true" className="size-8" />
      No photos
    </p>
  );
}
