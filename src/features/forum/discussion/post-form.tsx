import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { copyText } from "../../../lib/copy-text.ts";
import { formatCount } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { DiscardDialog } from "../../../ui/discard-dialog.tsx";
import { type DraftScope, forgetDraft, readDrafts, writeDrafts } from "./discussion.ts";

export function useDraft(scope: DraftScope, name: string, initial = "") {
  const [text, setText] = useState(() => readDrafts(scope)[name] ?? initial);
  const write = (next: string) => {
    setText(next);
    writeDrafts(scope, { [name]: next === initial ? null : next });
  };
  const forget = () => forgetDraft(scope, name, text);
  const reset = () => {
    setText(initial);
    forget();
  };
  return { text, write, forget, reset };
}

/** Returns a ref for a field that gets the focus when it appears. */
export function useFocusOnMount(takesFocus: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (takesFocus && isFirst.current) field.current?.focus();
    isFirst.current = false;
  }, [takesFocus]);
  return field;
}

/** Submits on Ctrl+Enter or Cmd+Enter. */
export function submitOnCtrlEnter({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
}

/** Returns an error title as in docs/product.md, Forms. */
const titleOf = (what: string, problem: string) =>
  problem.includes("must be at least") ? `${what} Too Short` : `Please Check the ${what}`;

export function toastProblem(what: "Title" | "Content" | "Comment" | "Reply", problem: string): void {
  toast({ title: titleOf(what, problem), description: problem, variant: "destructive" });
}

/** Fraction of the maximum length; a warning is shown if the remaining length is less. */
const WARN_SHARE = 0.1;
/** Number of screen reader announcements within the last {@link WARN_SHARE}. */
const STEPS = 4;

interface TextLengthProps {
  /** Length as the server counts it, after cleaning. */
  length: number;
  max: number;
}

/** Shows '12/10,000', coloured near the limit. */
export function TextLength({ length, max }: TextLengthProps) {
  return (
    <span className={`tabular-nums ${isNearLimit(length, max) ? "font-semibold text-warn" : ""}`}>
      {formatCount(length)}/{formatCount(max)}
    </span>
  );
}

export function LengthHint({ min, ...text }: TextLengthProps & { min: number }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>Min {min} characters</span>
      <TextLength {...text} />
    </span>
  );
}

export const isNearLimit = (length: number, max: number) => max - length <= max * WARN_SHARE;

/** Announces the remaining length to screen readers in steps, not after every letter. */
export function LengthAnnouncement({ length, max }: TextLengthProps) {
  const step = (max * WARN_SHARE) / STEPS;
  const left = Math.ceil((max - length) / step) * step;
  return (
    <output className="sr-only">
      {isNearLimit(length, max) && (left > 0 ? `At most ${formatCount(left)} characters left.` : "No characters left.")}
    </output>
  );
}

/** Shows why an open form can no longer be submitted; screen readers announce it. */
export function ClosedNote({ closed }: { closed: string | null }) {
  if (closed === null) return null;
  return (
    <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm font-medium text-warn">
      {closed} You can still copy what you wrote.
    </p>
  );
}

interface FormActionsProps {
  closed: string | null;
  /** The submit button. */
  children: ReactNode;
  text: string;
  /** The Cancel button; null if there is none. */
  cancel: { isUnchanged: boolean; isDisabled: boolean } | null;
  discard: { title: string; description: string };
  onDiscard(): void;
}

/**
 * The buttons Submit and Cancel. Cancel asks before it discards a change. On a closed form, Copy and Discard replace
 * them.
 */
export function FormActions({ closed, children, text, cancel, discard, onDiscard }: FormActionsProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <>
      {closed === null ? (
        <div className="flex flex-wrap gap-2">
          {children}
          {cancel && (
            <Button
              variant="ghost"
              disabled={cancel.isDisabled}
              onClick={() => (cancel.isUnchanged ? onDiscard() : setIsConfirming(true))}
            >
              Cancel
            </Button>
          )}
        </div>
      ) : (
        <ClosedActions text={text} onDiscard={onDiscard} />
      )}
      <DiscardDialog guard={{ isConfirming, stay: () => setIsConfirming(false), leave: onDiscard }} {...discard} />
    </>
  );
}

export const EDIT_DISCARD = {
  title: "Discard your changes?",
  description: "What you changed has not been saved and will be lost.",
};

/** Buttons that copy or discard a text that can no longer be posted. */
function ClosedActions({ text, onDiscard }: { text: string; onDiscard(): void }) {
  const copy = async (beside: Element) => {
    if (await copyText(text, beside)) toast({ title: "Text Copied", description: "Your text is on the clipboard." });
    else toast({ title: "Text Not Copied", description: "Please select it and copy it.", variant: "destructive" });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={({ currentTarget }) => void copy(currentTarget)}>Copy Text</Button>
      <Button variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
