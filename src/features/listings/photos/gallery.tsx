import { Camera, ChevronLeft, ChevronRight, X } from "lucide-react";
import { type ReactNode, type Ref, type TouchEvent, useLayoutEffect, useRef, useState } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { useHistoryEntry } from "../../../lib/use-history-entry.ts";
import { useInBrowser } from "../../../lib/use-browser.ts";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { showToastsIn, isInToasts } from "../../../ui/toast-region.ts";
import { photoAlt } from "../facts/listing-text.ts";

/**
 * Classes of the grid cells from 40rem on, by number of photos. The first photo is large, with up to four beside it.
 */
const MOSAIC: Record<number, readonly string[]> = {
  1: ["sm:col-span-4 sm:row-span-2"],
  2: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2 sm:row-span-2"],
  3: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2", "sm:col-span-2"],
  4: ["sm:col-span-2 sm:row-span-2", "sm:col-span-2", "", ""],
  5: ["sm:col-span-2 sm:row-span-2", "", "", "", ""],
};
/** Maximum width of a gallery in rem, on the page and in the dialog. */
const WIDTH = 54;
/**
 * Total horizontal margin of a gallery in rem on narrower screens; a value between the margins of the page and the
 * dialog.
 */
const MARGINS = 4;
/** Factor by which a 4:3 photo that covers a square cell is wider than the cell. */
const COVER = 4 / 3;

/**
 * Returns the `sizes` attribute of a photo: the full width on phones, otherwise a share that depends on the columns
 * that the photo's cell spans.
 */
function sizesOf(cell: string): string {
  const share = cell.includes("col-span-4") ? 1 : COVER * (cell.includes("col-span-2") ? 0.5 : 0.25);
  const narrower = `calc((100vw - ${MARGINS}rem) * ${share.toFixed(3)})`;
  return `(min-width: 64rem) ${Math.ceil(WIDTH * share)}rem, (min-width: 40rem) ${narrower}, 100vw`;
}

interface GalleryProps {
  listing: Pick<PublicListing, "id" | "title" | "images">;
  className?: string;
  /** Controls on top of the photos' upper edge. */
  controls: ReactNode;
}

/**
 * Returns the index of a listing's enlarged photo, or null, with functions that change it. Each listing has its own
 * index, so that a listing's dialog does not affect another listing's page beneath it.
 */
export function useEnlargedPhoto(listingId: number) {
  const { value, open, close } = useHistoryEntry(`photo ${listingId}`);
  return { photo: typeof value === "number" ? value : null, enlarge: open, reduce: close };
}

/**
 * Shows 'Photos (N)'. On phones the photos form a strip to swipe, as wide as the screen; on wider screens they form a
 * mosaic. A click enlarges a photo.
 */
export function Gallery({ listing: { id, title, images }, className = "", controls }: GalleryProps) {
  const { photo: enlarged, enlarge, reduce } = useEnlargedPhoto(id);
  // After a reload the history entry exists during hydration, but not in the server's markup.
  const isInBrowser = useInBrowser();
  const cells = MOSAIC[images.length] ?? [];
  return (
    <section aria-label={`Photos (${images.length})`} className={`relative ${className}`}>
      {images.length === 0 ? (
        <NoPhotos />
      ) : (
        <ul className="gallery -mx-4 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain sm:mx-0 sm:grid sm:aspect-2/1 sm:grid-cols-4 sm:grid-rows-2 sm:gap-2 sm:overflow-hidden sm:rounded-card print:mx-0 print:aspect-auto! print:h-[1.8in] print:grid-cols-[auto]!">
          {images.map((photo, index) => (
            <li
              key={photo}
              className={`relative aspect-4/3 w-full print:aspect-4/3! print:h-[1.8in] print:w-auto shrink-0 snap-center sm:aspect-auto ${cells[index] ?? ""} ${index > 0 ? "print:hidden" : ""}`}
            >
              <button
                type="button"
                onClick={() => enlarge(index)}
                className="says-something absolute inset-0 cursor-zoom-in overflow-hidden bg-sunken focus-visible:-outline-offset-4"
              >
                <span className="sr-only">Enlarge: </span>
                <PhotoImage
                  src={photo}
                  alt={photoAlt({ title }, index, images.length)}
                  sizes={sizesOf(cells[index] ?? "")}
                  priority={index === 0}
                  className="size-full"
                />
              </button>
              {images.length > 1 && (
                <span
                  aria-hidden="true"
                  className="photo-note pointer-events-none right-4 left-auto tabular-nums sm:hidden"
                >
                  {index + 1} / {images.length}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* Not a heading, because on the page it precedes the h1. */}
      {images.length > 0 && <p className="photo-note left-0 sm:left-2 print:hidden">Photos ({images.length})</p>}
      <div className="photo-controls">{controls}</div>
      {isInBrowser && enlarged !== null && (
        <PhotoViewer title={title} photos={images} start={enlarged} onClose={reduce} />
      )}
    </section>
  );
}

function NoPhotos() {
  return (
    <p className="grid h-40 place-content-center justify-items-center gap-1 rounded-card bg-sunken pt-12 text-sm text-ink-muted print:hidden">
      <Camera aria-hidden="true" className="size-8" />
      No photos
    </p>
  );
}

/** Minimum horizontal distance of a swipe in pixels. */
const SWIPE_PIXELS = 50;

interface PhotoViewerProps {
  title: string;
  photos: readonly string[];
  /** Index of the photo shown first. */
  start: number;
  onClose(): void;
}

/**
 * Shows a full-screen photo. A click, the button or Escape closes it. A native modal dialog is above other dialogs,
 * traps the focus and returns it.
 */
function PhotoViewer({ title, photos, start, onClose }: PhotoViewerProps) {
  const [index, setIndex] = useState(start);
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const touchStart = useRef<number | null>(null);
  const several = photos.length > 1;
  const photo = photos[index];

  // Closes the dialog before it is removed, because only a closed dialog returns the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // By default the browser focuses the invisible button over the photo.
    closeButton.current?.focus();
    // Shows toasts inside the dialog, because everything outside a modal dialog is inert.
    const endHosting = element ? showToastsIn(element) : undefined;
    return () => {
      endHosting?.();
      element?.close();
    };
  }, []);

  // A layout effect, because keys can arrive before passive effects run.
  useLayoutEffect(() => {
    const turn = (step: number) => setIndex((index + step + photos.length) % photos.length);
    // Handles keys in the capture phase, so that Escape does not also close the dialog below.
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
    // Prevents the click after a swipe, which would close the viewer.
    event.preventDefault();
    setIndex((index + (travelled < 0 ? 1 : -1) + photos.length) % photos.length);
  };

  if (photo === undefined) return null;
  return (
    <dialog
      ref={dialog}
      aria-label={`Photos of ${title}`}
      // Needed because a phone's back gesture closes the dialog directly. Nothing happens if the dialog was reopened
      // meanwhile.
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
        className="pointer-events-none absolute inset-x-0 bottom-4 mx-auto w-fit rounded-full bg-veil px-3 py-1 text-sm font-semibold tabular-nums"
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
      <ViewerButton ref={closeButton} label="Close photo" className="top-2 right-2" onClick={onClose}>
        <X aria-hidden="true" className="size-6" />
      </ViewerButton>
    </dialog>
  );
}

function ViewerButton({
  ref,
  label,
  className,
  onClick,
  children,
}: {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  className: string;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      onClick={onClick}
      className={`absolute grid size-12 place-items-center rounded-full bg-veil hover:bg-night focus-visible:outline-night-ink ${className}`}
    >
      {children}
    </button>
  );
}
