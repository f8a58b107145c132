import { useSyncExternalStore } from "react";
import { readFlag, writeFlag } from "./storage.ts";

/** Kept in the browser: single-key shortcuts disturb people who dictate, so they can be switched off (WCAG 2.1.4). */
const OFF_FLAG = "admin_shortcuts_off";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether single-key shortcuts are switched on. */
export function useShortcutsAreOn(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !readFlag(OFF_FLAG),
    () => true,
  );
}

export function switchShortcuts(on: boolean): void {
  writeFlag(OFF_FLAG, !on);
  for (const listener of listeners) listener();
}

/** Whether a pressed key is no shortcut: with a modifier, held down, while typing, or in a dialog. */
export function isNoShortcut(event: KeyboardEvent): boolean {
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
