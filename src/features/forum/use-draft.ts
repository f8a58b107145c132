import { type KeyboardEvent, useEffect, useRef, useState } from "react";
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
