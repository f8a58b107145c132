import { ImagePlus } from "lucide-react";
import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { PHOTO_LIMITS } from "../../../worker/contracts/photos.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { PhotoThumbnail } from "./photo-thumbnail.tsx";
import { PHOTO_TYPES, type PhotoList } from "./use-photo-list.ts";

interface PhotoPickerProps {
  formId: string;
  list: PhotoList;
  hint: string;
  /** What the server said about the photos. */
  error?: string;
  disabled?: boolean;
}

/** Id of the button that opens the file chooser, so that a form can move focus to it. */
export const photoButtonId = (formId: string) => `${formId}-photos`;

/** Chooses, orders and removes the photos of a listing; everything works by keyboard, dragging is an extra. */
export function PhotoPicker({ list, hint, error, disabled = false, formId }: PhotoPickerProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [moved, setMoved] = useState("");
  const problems = error ? [error, ...list.problems.filter((problem) => problem !== error)] : list.problems;
  const isFull = list.photos.length >= PHOTO_LIMITS.count;

  useEffect(keepStrayFilesOut, []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!disabled) list.add(event.dataTransfer.files);
  };

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-ink">Photos</legend>
      <div
        onDragOver={(event) => {
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
            // Choosing the same file again must be noticed too.
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
          </p>
          <ul className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3">
            {list.photos.map((photo, index) => (
              <PhotoThumbnail
                key={photo.key}
                photo={photo}
                position={index + 1}
                count={list.photos.length}
                disabled={disabled}
                onMove={(by) => {
                  list.move(photo.key, by);
                  setMoved(`${photo.name} is now photo ${index + 1 + by} of ${list.photos.length}.`);
                }}
                onRemove={() => {
                  list.remove(photo.key);
                  setMoved(`${photo.name} was removed.`);
                  button.current?.focus();
                }}
              />
            ))}
          </ul>
        </>
      )}
    </fieldset>
  );
}

/** A file dropped beside the drop area would replace the page, and everything typed with it. */
function keepStrayFilesOut(): () => void {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  document.addEventListener("dragover", refuse);
  document.addEventListener("drop", refuse);
  return () => {
    document.removeEventListener("dragover", refuse);
    document.removeEventListener("drop", refuse);
  };
}
