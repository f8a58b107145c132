import { ImagePlus } from "lucide-react";
import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { PHOTO_LIMITS, PHOTO_TYPES } from "../../../../worker/contracts/photos.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { PhotoOrder } from "./photo-order.tsx";
import { type PhotoList } from "./use-photo-list.ts";

interface PhotoPickerProps {
  formId: string;
  list: PhotoList;
  hint: string;
  /** The server's error. */
  error?: string;
  disabled?: boolean;
}

/** Id of the button that opens the file chooser. */
export const photoButtonId = (formId: string) => `${formId}-photos`;

/** Adds, orders and removes photos; all of it works by keyboard. */
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
            // Lets the same file be chosen again.
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

/** A file dropped outside of the drop area would replace the page and lose the form. */
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
