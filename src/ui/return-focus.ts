import { useCallback, useEffect, useRef, useState } from "react";

/** Moves the focus. @returns whether there was something to move it to */
type Move = () => boolean;

/** Focuses an element, if there is one. */
export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  element?.focus(options);
  return !!element;
}

/** True if a dialog closes with the render whose effects run; Radix returns its focus a moment later. */
let isClosing = false;
/** Move of the focus that replaces the dialog's return of it. */
let heir: Move | null = null;

/** When a dialog closes next, moves the focus to another element than the one that opened it. */
export function leaveFocusTo(move: Move): void {
  heir = move;
}

/**
 * Returns the focus to the element that had it when the dialog opened; Radix does so only for its own triggers.
 * @param initialFocus selector of the element to focus first, by default the first control
 */
export function useReturnFocus(isOpen: boolean, initialFocus?: string) {
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      isClosing = true;
      queueMicrotask(() => (isClosing = false));
    };
  }, [isOpen]);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      heir = null;
      const first = initialFocus && (event.target as Element).querySelector<HTMLElement>(initialFocus);
      if (!first) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const move = heir;
      heir = null;
      if (move?.() === true) return;
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    },
  };
}

/**
 * Returns a function that moves the focus because the focused element is about to disappear. It runs after the
 * component's next render, and replaces the return of focus by a dialog that closes meanwhile.
 */
export function useMoveFocus(): (move: Move) => void {
  const [due, setDue] = useState<Move | null>(null);
  useEffect(() => {
    if (due === null) return;
    if (isClosing) leaveFocusTo(due);
    else due();
  }, [due]);
  return useCallback((move) => setDue(() => move), []);
}
