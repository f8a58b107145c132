import { Camera, ChevronLeft, ChevronRight, X } from "lucide-react";
import { type ReactNode, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { hostToasts, isInToasts } from "../../../ui/toast-place.ts";
import { photoAlt } from "../card/listing-text.ts";

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

/** Pixels that a finger must travel sideways to turn to the next photo. */
const SWIPE_PIXELS = 50;

interface PhotoViewerProps {
  title: string;
  photos: readonly string[];
  /** The photo to begin with, from 0. */
  start: number;
  onClose(): void;
}

/**
 * A photo over the whole screen; closed by a click, the button or Escape. The browser's own modal dialog: it lies above
 * everything, another dialog included, holds the focus and gives it back.
 */
function PhotoViewer({ title, photos, start, onClose }: PhotoViewerProps) {
  const [index, setIndex] = useState(start);
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStart = useRef<number | null>(null);
  const several = photos.length > 1;
  const photo = photos[index];

  // Closed before it leaves the page, because only then does it give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // All that is outside of it cannot take the focus.
    const endHosting = element ? hostToasts(element) : undefined;
    return () => {
      endHosting?.();
      element?.close();
    };
  }, []);

  useEffect(() => {
    const turn = (step: number) => setIndex((index + step + photos.length) % photos.length);
    // Caught before the dialog below hears of it: Escape closes the photo and nothing else.
    const onKeyDown = (event: KeyboardEvent) => {
      if (isInToasts(event.target)) return;
      if (event.key === "Escape") onClose();
      else if (event.key === "ArrowRight") turn(1);
      else if (event.key === "ArrowLeft") turn(-1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
  }, [index, photos.length, onClose]);

  const step = (by: number) => () => setIndex((index + by + photos.length) % photos.length);
  const onTouchEnd = (event: TouchEvent) => {
    const travelled = (event.changedTouches[0]?.clientX ?? 0) - (touchStart.current ?? 0);
    if (!several || touchStart.current === null || Math.abs(travelled) < SWIPE_PIXELS) return;
    // Without this a click would follow, and close.
    event.preventDefault();
    setIndex((index + (travelled < 0 ? 1 : -1) + photos.length) % photos.length);
  };

  if (photo === undefined) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${title}`}
      // By a phone's back gesture; not when it was closed on its way out, or has been opened again since.
      onClose={() => dialog.current?.open === false && onClose()}
      className="fixed inset-0 m-0 h-dvh max-h-none w-dvw max-w-none overflow-hidden bg-night p-0 text-night-ink backdrop:bg-night"
    >
      <PhotoImage
        src={photo}
        alt={`${title}, photo ${index + 1} of ${photos.length}`}
        sizes="100vw"
        priority
        fit="contain"
        className="absolute inset-0 size-full"
      />
      {/* All of the screen closes; for the keyboard and screen readers there is the button. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={onClose}
        onTouchStart={(event) => {
          touchStart.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
        }}
        onTouchEnd={onTouchEnd}
        className="absolute inset-0 size-full cursor-zoom-out touch-pinch-zoom"
      />
      <p
        aria-live="polite"
        className="pointer-events-none absolute inset-x-0 bottom-4 mx-auto w-fit rounded-full bg-night/80 px-3 py-1 text-sm font-semibold tabular-nums"
      >
        <span className="sr-only">Photo </span>
        {index + 1} / {photos.length}
      </p>
      {several && (
        <>
          <ViewerButton label="Previous photo" className="top-1/2 left-2 -translate-y-1/2" onClick={step(-1)}>
            <ChevronLeft aria-hidden="true" className="size-7" />
          </ViewerButton>
          <ViewerButton label="Next photo" className="top-1/2 right-2 -translate-y-1/2" onClick={step(1)}>
            <ChevronRight aria-hidden="true" className="size-7" />
          </ViewerButton>
        </>
      )}
      <ViewerButton label="Close photo" className="top-2 right-2" onClick={onClose}>
        <X aria-hidden="true" className="size-6" />
      </ViewerButton>
    </dialog>
  );
}

function ViewerButton({
  label,
  className,
  onClick,
  children,
}: {
  label: string;
  className: string;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute grid size-12 place-items-center rounded-full bg-night/80 hover:bg-night focus-visible:outline-night-ink ${className}`}
    >
      {children}
    </button>
  );
}
