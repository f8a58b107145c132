import { Camera } from "lucide-react";
import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useInBrowser } from "../../../lib/use-in-browser.ts";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { photoAlt } from "../card/listing-text.ts";
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

/** Two columns on a phone: the first is wide, and so is the last where it would stand beside a hole. */
function phoneCell(index: number, count: number): string {
  if (index === 0) return "aspect-4/3 max-sm:col-span-2";
  return index === count - 1 && count % 2 === 0 ? "aspect-2/1 max-sm:col-span-2" : "aspect-4/3";
}

/** Six columns from 40rem up: three photos a row, but two where three would leave a hole. */
function thumbnailCell(index: number, count: number): string {
  const pairs = (count * 2) % 3;
  return index < pairs * 2 ? "sm:col-span-3" : "sm:col-span-2";
}

export interface PhotoGridProps {
  listing: Pick<PublicListing, "title" | "images">;
  /** The page's wide picture, or the dialog's row of thumbnails. */
  layout: "mosaic" | "thumbnails";
}

/** Which photo is enlarged (from 0), or none. */
export function useEnlargedPhoto() {
  const { value, open, close } = useHistoryEntry("photo");
  return { photo: typeof value === "number" ? value : null, enlarge: open, reduce: close };
}

/** 'Photos (N)': the photos of a listing; a click enlarges one. */
export function PhotoGrid({ listing: { title, images }, layout }: PhotoGridProps) {
  const { photo: enlarged, enlarge, reduce } = useEnlargedPhoto();
  // After a reload the history entry is there at once, but the markup made at the edge knows nothing of it.
  const isInBrowser = useInBrowser();

  const shown = layout === "mosaic" ? images.slice(0, SHOWN) : images;
  const isMosaic = layout === "mosaic";
  if (shown.length === 0) return <NoPhotos className={isMosaic ? "aspect-3/1" : "aspect-4/1"} />;

  return (
    <section aria-label={`Photos (${images.length})`}>
      {/* No heading where it would stand before the page's own. */}
      {isMosaic ? (
        <p className="mb-2 text-sm font-semibold text-ink-muted">Photos ({images.length})</p>
      ) : (
        <h2 className="mb-2 text-lg font-bold">Photos ({images.length})</h2>
      )}
      <ul
        className={
          isMosaic
            ? "grid grid-cols-2 gap-2 overflow-hidden rounded-card sm:aspect-5/2 sm:grid-cols-4 sm:grid-rows-2"
            : "grid grid-cols-2 gap-2 sm:grid-cols-6"
        }
      >
        {shown.map((photo, index) => (
          <li
            key={photo}
            className={
              isMosaic
                ? `relative sm:aspect-auto ${phoneCell(index, shown.length)} ${MOSAIC[shown.length]?.[index] ?? ""}`
                : `relative aspect-4/3 ${images.length % 2 === 1 && index === 0 ? "max-sm:col-span-2" : ""} ${thumbnailCell(index, images.length)}`
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
                    : "(min-width: 40rem) 25rem, 92vw"
                }
                priority={index === 0}
                className="size-full"
              />
            </EnlargeButton>
          </li>
        ))}
      </ul>
      {isInBrowser && enlarged !== null && (
        <PhotoViewer title={title} photos={images} start={enlarged} onClose={reduce} />
      )}
    </section>
  );
}

function EnlargeButton({ onClick, rounded, children }: { onClick(): void; rounded: boolean; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`says-something absolute inset-0 cursor-zoom-in overflow-hidden bg-sunken focus-visible:-outline-offset-4 ${rounded ? "rounded-control" : ""}`}
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
