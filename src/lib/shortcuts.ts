import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { readFlag, writeFlag } from "./storage.ts";

/**
 * Local storage key. Single-key shortcuts can be switched off, because they interfere with speech input (WCAG 2.1.4).
 */
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

/** Returns whether a key press is never a shortcut: with a modifier, when held down, or while typing. */
function isNeverShortcut(event: KeyboardEvent): boolean {
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement &&
    target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") !== null;
  return event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented || isTyping;
}

/**
 * Returns whether a key press is not a shortcut of the page: with a modifier, when held down, while typing, or in a
 * menu or dialog. Dialogs that show a part of the page are an exception (`keepsShortcuts`).
 */
function ignoresShortcut(event: KeyboardEvent): boolean {
  const covering = "[role=dialog]:not([data-keeps-shortcuts]), [role=alertdialog], [role=menu]";
  return isNeverShortcut(event) || document.querySelector(covering) !== null;
}

/** Listens to keys while shortcuts are switched on. */
function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const isEnabled = useShortcutsEnabled();
  const pressed = useEffectEvent(press);
  useEffect(() => {
    if (!isEnabled) return undefined;
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [isEnabled]);
}

/** Handles a dialog's shortcut key while the dialog is rendered, except while typing or when the key is held down. */
export function useShortcut(key: string | RegExp, press: (key: string) => void): void {
  useKeyDown((event) => {
    const isKey = typeof key === "string" ? event.key === key : key.test(event.key);
    if (!isKey || isNeverShortcut(event)) return;
    event.preventDefault();
    press(event.key);
  });
}

/** Handles single keys of a page while no dialog or menu covers it. A key without an action does nothing. */
export function usePageShortcuts(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useKeyDown((event) => {
    const act = keys[event.key];
    if (!act || ignoresShortcut(event)) return;
    event.preventDefault();
    act();
  });
}
