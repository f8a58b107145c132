import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { type ReactNode, type TouchEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { hostToasts, isInToasts } from "../../../ui/toast-place.ts";

/** Pixels that a finger must travel sideways to turn to the next photo. */
const SWIPE_PIXELS = 50;

export interface PhotoViewerProps {
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
export function PhotoViewer({ title, photos, start, onClose }: PhotoViewerProps) {
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
