import { useCallback, useEffect, useRef, useState } from "react";

/**
 * Function that moves the focus.
 * @returns true if there was an element to focus
 */
type Move = () => boolean;

/** Focuses an element, if there is one. @returns true if there was one */
export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  element?.focus(options);
  return !!element;
}

/**
 * True while the effects of a render that closes a dialog run. Radix moves the focus out of the dialog a moment later.
 */
let isClosing = false;
/** Function that moves the focus when a dialog closes, instead of returning it. */
let replacementMove: Move | null = null;

/**
 * Makes the next dialog that closes call `move` to move the focus, instead of returning the focus to the element that
 * opened the dialog.
 */
export function moveFocusOnClose(move: Move): void {
  replacementMove = move;
}

/**
 * Returns handlers that give the focus back to the element that had it when the dialog opened. Radix does so only for
 * its own triggers.
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
 * Returns a function that moves the focus when the focused element is about to disappear. The move happens after the
 * component's next render. If a dialog closes meanwhile, the move replaces the dialog's return of the focus.
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
