import { useSyncExternalStore } from "react";
import { readFlag, writeFlag } from "./storage.ts";

/** Local storage key. Single-key shortcuts disturb speech input, so they can be switched off (WCAG 2.1.4). */
const OFF_FLAG = "admin_shortcuts_off";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useShortcutsEnabled(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !readFlag(OFF_FLAG),
    () => true,
  );
}

export function setShortcutsEnabled(on: boolean): void {
  writeFlag(OFF_FLAG, !on);
  for (const listener of listeners) listener();
}

/** Whether to ignore a key: with a modifier, repeated, while typing, or in a dialog. */
export function ignoresShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]") !== null;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.repeat ||
    event.defaultPrevented ||
    isTyping ||
    document.querySelector("[role=dialog], [role=alertdialog]") !== null
  );
}
