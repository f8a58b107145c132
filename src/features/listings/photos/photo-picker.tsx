import { ImagePlus, ChevronLeft, ChevronRight, type LucideIcon, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type DragEvent, type Ref, useLayoutEffect } from "react";
import { PHOTO_LIMITS, PHOTO_TYPES } from "../../../../worker/contracts/photos.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import type { PhotoList, Photo } from "./use-photo-list.ts";
import { Chip } from "../../../ui/chip.tsx";
import { PhotoImage } from "../../../ui/photo-image.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

interface PhotoOrderProps {
  photos: readonly Photo[];
  disabled: boolean;
  /** Moves a photo; `index` counts from 0. */
  onMoveTo(photo: Photo, index: number): void;
  onRemove(photo: Photo): void;
}

/** Shows a form's photos in order. The buttons also work without the code for dragging. */
function PhotoOrder({ photos, disabled, onMoveTo, onRemove }: PhotoOrderProps) {
  const items = useRef(new Map<string, HTMLLIElement>());
  const isOrderable = photos.length > 1;
  const drag = usePhotoDrag(isOrderable);
  return (
    <>
      <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <PhotoThumbnail
            key={photo.key}
            ref={(item) => {
              if (!item) return undefined;
              items.current.set(photo.key, item);
              return () => {
                items.current.delete(photo.key);
              };
            }}
            photo={photo}
            position={index + 1}
            count={photos.length}
            disabled={disabled}
            onMove={(by) => onMoveTo(photo, index + by)}
            onRemove={() => onRemove(photo)}
          />
        ))}
      </ul>
      {/* Rendered after the list, because it looks for the list's items. */}
      {drag && isOrderable && (
        <drag.PhotoDrag
          keys={photos.map(({ key }) => key)}
          itemOf={(key) => items.current.get(key) ?? null}
          disabled={disabled}
          onMoveTo={(key, index) => {
            const photo = photos.find((candidate) => candidate.key === key);
            if (photo) onMoveTo(photo, index);
          }}
        />
      )}
    </>
  );
}

const loadDrag = () => import("./photo-drag.tsx");

/** Loads the code for dragging once there are photos to order. If that fails, the buttons remain. */
function usePhotoDrag(isNeeded: boolean) {
  const [drag, setDrag] = useState<Awaited<ReturnType<typeof loadDrag>> | null>(null);
  useEffect(() => {
    if (isNeeded) loadDrag().then(setDrag, () => undefined);
  }, [isNeeded]);
  return drag;
}

interface PhotoThumbnailProps {
  ref: Ref<HTMLLIElement>;
  photo: Photo;
  /** Position of the photo, from 1. */
  position: number;
  count: number;
  disabled: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** A photo with buttons to move and remove it; the first is marked as the cover. */
function PhotoThumbnail({ ref, photo, position, count, disabled, onMove, onRemove }: PhotoThumbnailProps) {
  const left = useRef<HTMLButtonElement>(null);
  const right = useRef<HTMLButtonElement>(null);
  const movedBy = useRef<-1 | 1 | null>(null);

  // Restores the focus, because moving an element blurs it. At the ends of the list, the clicked button is disabled, so
  // the opposite button gets the focus.
  useLayoutEffect(() => {
    const [pressed, opposite] = movedBy.current === 1 ? [right, left] : [left, right];
    if (movedBy.current !== null) (pressed.current?.disabled ? opposite : pressed).current?.focus();
    movedBy.current = null;
  });

  const move = (by: -1 | 1) => {
    movedBy.current = by;
    onMove(by);
  };

  return (
    // Unstyled, because dnd-kit moves it while dragging.
    <li ref={ref} className="select-none [-webkit-touch-callout:none]">
      <div className="relative overflow-hidden rounded-control border border-line bg-surface">
        <div
          // Prevents native dragging, which would drag the image as a file.
          onDragStart={(event) => event.preventDefault()}
          className={count > 1 && !disabled ? "cursor-grab" : undefined}
        >
          {photo.src === null ? (
            <Skeleton className="aspect-4/3 w-full" />
          ) : photo.src.startsWith("data:") ? (
            <img src={photo.src} alt={photo.name} className="aspect-4/3 w-full object-cover" />
          ) : (
            // Photos of a listing that is not public may fail to load and then show an icon.
            <PhotoImage
              src={photo.src}
              alt={photo.name}
              sizes="(width >= 40rem) 13rem, 45vw"
              className="aspect-4/3 w-full"
            />
          )}
        </div>
        {position === 1 && (
          <span className="pointer-events-none absolute top-2 left-2">
            <Chip tone="accent">Cover</Chip>
          </span>
        )}
        <div className="flex justify-between">
          <IconButton
            ref={left}
            icon={ChevronLeft}
            label={`Move photo ${position} left`}
            disabled={disabled || position === 1}
            onClick={() => move(-1)}
          />
          <IconButton
            ref={right}
            icon={ChevronRight}
            label={`Move photo ${position} right`}
            disabled={disabled || position === count}
            onClick={() => move(1)}
          />
          <IconButton icon={X} label={`Remove photo ${position}`} disabled={disabled} onClick={onRemove} />
        </div>
      </div>
    </li>
  );
}

interface IconButtonProps {
  ref?: React.Ref<HTMLButtonElement>;
  icon: LucideIcon;
  label: string;
  disabled: boolean;
  onClick(): void;
}

function IconButton({ ref, icon: Icon, label, disabled, onClick }: IconButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-control text-ink-muted hover:text-ink focus-visible:-outline-offset-3 disabled:opacity-40"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

interface PhotoPickerProps {
  formId: string;
  list: PhotoList;
  /** Text about accepted file types and limits; by default the text for forms that edit a listing. */
  hint?: string;
  /** The server's error. */
  error?: string;
  disabled?: boolean;
}

/** Id of the button that opens the file chooser. */
export const photoButtonId = (formId: string) => `${formId}-photos`;

/** Default hint, for forms that edit a listing. */
const EDITING_HINT = "PNG, JPG, JPEG (max 5MB each, up to 5 images)";

export function PhotoPicker({ list, hint = EDITING_HINT, error, disabled = false, formId }: PhotoPickerProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [moved, setMoved] = useState("");
  const problems = error ? [error, ...list.problems.filter((problem) => problem !== error)] : list.problems;
  const isFull = list.photos.length >= PHOTO_LIMITS.count;

  useEffect(keepStrayFilesOut, []);

  const drop = (event: DragEvent) => {
    setIsOver(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (!disabled) list.add(event.dataTransfer.files);
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-ink">Photos</legend>
      <div
        onDragOver={(event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`rounded-card border border-dashed p-4 text-center ${isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-paper"}`}
      >
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={PHOTO_TYPES.join(",")}
          aria-label="Photos"
          onChange={(event) => {
            list.add([...(event.target.files ?? [])]);
            // Lets the user choose the same file again.
            event.target.value = "";
          }}
        />
        <Button
          ref={button}
          id={photoButtonId(formId)}
          variant="secondary"
          disabled={disabled}
          aria-describedby={`${id}-hint${problems.length > 0 ? ` ${id}-problems` : ""}`}
          onClick={() => chooser.current?.click()}
        >
          <ImagePlus aria-hidden className="size-4" />
          Add Photos
        </Button>
        <p className="mt-2 hidden text-sm text-ink-muted sm:block">or drag them here</p>
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-muted">
          {hint}
        </p>
      </div>
      <div id={`${id}-problems`} role="alert">
        {problems.map((problem) => (
          <FieldError key={problem}>{problem}</FieldError>
        ))}
      </div>
      <output className="block text-sm text-ink-muted">
        {list.progress && `Preparing photo ${list.progress.done + 1} of ${list.progress.total}...`}
        <span className="sr-only">{moved}</span>
      </output>
      {list.progress && (
        <progress
          aria-label="Photos prepared"
          className="h-2 w-full accent-accent"
          max={list.progress.total}
          value={list.progress.done}
        />
      )}
      {list.photos.length > 0 && (
        <>
          <p className="mt-3 text-sm text-ink-muted">
            {list.photos.length} of {PHOTO_LIMITS.count}
            {isFull ? ", no more can be added." : "."} The first photo is the one renters see in the list.
            {list.photos.length > 1 &&
              " Drag photos to change their order (on a touch screen, hold one first), or use the arrows."}
          </p>
          <PhotoOrder
            photos={list.photos}
            disabled={disabled}
            onMoveTo={({ key, name }, index) => {
              list.moveTo(key, index);
              setMoved(`${name} is now photo ${index + 1} of ${list.photos.length}.`);
            }}
            onRemove={({ key, name }) => {
              list.remove(key);
              setMoved(`${name} was removed.`);
              button.current?.focus();
            }}
          />
        </>
      )}
    </fieldset>
  );
}

const carriesFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes("Files") ?? false;

/**
 * Ignores files dropped outside the drop area. The browser would otherwise replace the page with such a file, and the
 * form's content would be lost.
 */
function keepStrayFilesOut(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (carriesFiles(event)) event.preventDefault();
  };
  document.addEventListener("dragover", refuse);
  document.addEventListener("drop", refuse);
  return () => {
    document.removeEventListener("dragover", refuse);
    document.removeEventListener("drop", refuse);
  };
}
