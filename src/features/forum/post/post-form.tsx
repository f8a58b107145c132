import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { copyText } from "../../../lib/copy-text.ts";
import { formatCount } from "../../../lib/format.ts";
import { toast } from "../../../lib/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { forgetDraft, readDrafts, writeDrafts } from "./drafts.ts";

/** The text of a form, kept in this browser until it is posted. */
export function useDraft(threadId: number, name: string, initial = "") {
  const [text, setText] = useState(() => readDrafts(threadId)[name] ?? initial);
  const write = (next: string) => {
    setText(next);
    writeDrafts(threadId, { [name]: next === initial ? null : next });
  };
  const forget = () => {
    setText(initial);
    forgetDraft(threadId, name, text);
  };
  return { text, write, forget };
}

/** A field that takes the focus when it appears. */
export function useFocused(takesFocus: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (takesFocus && isFirst.current) field.current?.focus();
    isFirst.current = false;
  }, [takesFocus]);
  return field;
}

/** Ctrl or Cmd with Enter in a field of several lines: sends its form. */
export function sendByKey({ key, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === "Enter" && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
}

/** Gives the focus to the button that opens a form again, once it is drawn and a dialog over it is closed. */
export function focusOpener(name: string): void {
  setTimeout(() =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(name)}"]`)?.focus()),
  );
}

/** 'Title Too Short' (docs/product.md, Forms), or that something else is wrong with it. */
const titleOf = (what: string, problem: string) =>
  problem.includes("must be at least") ? `${what} Too Short` : `Please Check the ${what}`;

/** Says that something cannot be posted as it is. */
export function toastProblem(what: "Title" | "Content" | "Comment" | "Reply", problem: string): void {
  toast({ title: titleOf(what, problem), description: problem, variant: "destructive" });
}

/** Part of the length from which on the end is near. */
const NEAR = 0.1;
/** So many times it is said on the way to the end. */
const STEPS = 4;

interface TextLengthProps {
  /** As the server counts, after cleaning. */
  length: number;
  max: number;
}

/** '12/10,000', in another colour towards the end. */
export function TextLength({ length, max }: TextLengthProps) {
  return (
    <span className={`tabular-nums ${isNearEnd(length, max) ? "font-semibold text-warn" : ""}`}>
      {formatCount(length)}/{formatCount(max)}
    </span>
  );
}

/** How much is wanted at least, and how much there is. */
export function LengthHint({ min, ...text }: TextLengthProps & { min: number }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>Min {min} characters</span>
      <TextLength {...text} />
    </span>
  );
}

export const isNearEnd = (length: number, max: number) => max - length <= max * NEAR;

/** Tells those who hear the page that little room is left: not at every letter. */
export function NearEnd({ length, max }: TextLengthProps) {
  const step = (max * NEAR) / STEPS;
  const left = Math.ceil((max - length) / step) * step;
  return (
    <output className="sr-only">
      {isNearEnd(length, max) && (left > 0 ? `At most ${formatCount(left)} characters left.` : "No characters left.")}
    </output>
  );
}

/** Why a form that was being written in can no longer be sent. Announced when it comes. */
export function ClosedNote({ children }: { children: string }) {
  return (
    <p role="alert" className="rounded-control bg-warn-soft px-3 py-2 text-sm font-medium text-warn">
      {children} You can still copy what you wrote.
    </p>
  );
}

/** What is left to do with a text that can no longer be posted. */
export function ClosedActions({ text, onDiscard }: { text: string; onDiscard(): void }) {
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
