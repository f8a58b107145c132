import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Moves the focus.
 * @returns whether there was an element to focus
 */
type Move = () => boolean;

/** Focuses an element, if there is one. */
export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  element?.focus(options);
  return !!element;
}

/** True while the effects of a render run that closes a dialog; Radix returns the dialog's focus a moment later. */
let isClosing = false;
/** Function that moves the focus instead of returning it when a dialog closes. */
let replacementMove: Move | null = null;

/**
 * Makes the next closing dialog move the focus with `move`, instead of returning it to the element that opened the
 * dialog.
 */
export function moveFocusOnClose(move: Move): void {
  replacementMove = move;
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
      replacementMove = null;
      const first = initialFocus && (event.target as Element).querySelector<HTMLElement>(initialFocus);
      if (!first) return;
      event.preventDefault();
      first.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const move = replacementMove;
      replacementMove = null;
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
    if (isClosing) moveFocusOnClose(due);
    else due();
  }, [due]);
  return useCallback((move) => setDue(() => move), []);
}
