import { Camera, ChevronLeft, ChevronRight, X } from "lucide-react";
import { type ReactNode, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { showToastsIn, isInToasts } from "../../../ui/toast-region.ts";
import { photoAlt } from "../card/listing-text.ts";

/** Grid cells from 40rem up by number of photos: the first is large, with up to four beside it. */
const MOSAIC: Record<number, readonly string[]> = {
  1: ["sm:col-span-4 sm:row-span-2"],
  2: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2 sm:row-span-2"],
  3: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2", "sm:col-span-2"],
  4: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2", "", ""],
  5: ["sm:col-span-2 sm:row-span-2", "", "", "", ""],
};
const SHOWN = 5;

/** Two columns on phones; the first photo is wide, and so is the last if it is alone in its row. */
function phoneCell(index: number, count: number): string {
  if (index === 0) return "aspect-4/3 max-sm:col-span-2";
  return index === count - 1 && count % 2 === 0 ? "aspect-2/1 max-sm:col-span-2" : "aspect-4/3";
}

/** Six columns from 40rem up: three photos per row, or two where three would leave a gap. */
function thumbnailCell(index: number, count: number): string {
  const pairs = (count * 2) % 3;
  return index < pairs * 2 ? "sm:col-span-3" : "sm:col-span-2";
}

export interface PhotoGridProps {
  listing: Pick<PublicListing, "title" | "images">;
  /** A mosaic on the page, thumbnails in the dialog. */
  layout: "mosaic" | "thumbnails";
}

/** Index of the enlarged photo, or null. */
export function useEnlargedPhoto() {
  const { value, open, close } = useHistoryEntry("photo");
  return { photo: typeof value === "number" ? value : null, enlarge: open, reduce: close };
}

/** 'Photos (N)'; a click enlarges a photo. */
export function PhotoGrid({ listing: { title, images }, layout }: PhotoGridProps) {
  const { photo: enlarged, enlarge, reduce } = useEnlargedPhoto();
  // After a reload the history entry exists during hydration, but not in the server's markup.
  const isInBrowser = useInBrowser();

  const shown = layout === "mosaic" ? images.slice(0, SHOWN) : images;
  const isMosaic = layout === "mosaic";
  if (shown.length === 0) return <NoPhotos className={isMosaic ? "aspect-3/1" : "aspect-4/1"} />;

  return (
    <section aria-label={`Photos (${images.length})`}>
      {/* Not a heading, because it precedes the page's h1. */}
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

/** Horizontal distance of a swipe in pixels. */
const SWIPE_PIXELS = 50;

interface PhotoViewerProps {
  title: string;
  photos: readonly string[];
  /** Index of the first photo. */
  start: number;
  onClose(): void;
}

/**
 * A full-screen photo, closed by a click, the button or Escape. The native modal dialog lies above other dialogs, traps
 * the focus and returns it.
 */
function PhotoViewer({ title, photos, start, onClose }: PhotoViewerProps) {
  const [index, setIndex] = useState(start);
  const dialog = useRef<HTMLDialogElement>(null);
  const touchStart = useRef<number | null>(null);
  const several = photos.length > 1;
  const photo = photos[index];

  // Closed before it is removed, because only then does it return the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Everything outside of a modal dialog is inert.
    const endHosting = element ? showToastsIn(element) : undefined;
    return () => {
      endHosting?.();
      element?.close();
    };
  }, []);

  useEffect(() => {
    const turn = (step: number) => setIndex((index + step + photos.length) % photos.length);
    // Captures the keys, so that Escape does not also close the dialog below.
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
    // Prevents the click that would close the viewer.
    event.preventDefault();
    setIndex((index + (travelled < 0 ? 1 : -1) + photos.length) % photos.length);
  };

  if (photo === undefined) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${title}`}
      // Closed by a phone's back gesture; not when it was reopened meanwhile.
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
      {/* A click anywhere closes the viewer; keyboard and screen reader users have the button. */}
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
