import { useCallback, useEffect, useRef, useState } from "react";

/** Moves the focus. @returns whether there was something to move it to */
type Move = () => boolean;

/** Focuses an element, if there is one. */
export function focusOn(element: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  element?.focus(options);
  return !!element;
}

/** True if a dialog closes with the render whose effects run; Radix lets it return the focus a moment later. */
let isClosing = false;
/** Takes the place of that return. */
let heir: Move | null = null;

/** Leaves the focus of the dialog that closes next to something else than what opened it. */
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
 * Moves the focus, because what has it is about to go: after the next render of the component, which shows what has changed, and in
 * place of the return by a dialog that closes meanwhile.
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
