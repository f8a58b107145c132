import { useSyncExternalStore } from "react";

/** Open native modal dialogs, topmost last. Each of them makes everything outside itself inert. */
let hosts: readonly HTMLElement[] = [];
/** Element around the toasts. */
let region: HTMLElement | null = null;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Renders the toasts inside an element, such as a native modal dialog.
 * @returns a function that moves them out again
 */
export function showToastsIn(host: HTMLElement): () => void {
  hosts = [...hosts, host];
  notify();
  return () => {
    hosts = hosts.filter((other) => other !== host);
    notify();
  };
}

/** Returns the element to render the toasts in; null for the body. */
export const useToastHost = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => hosts.at(-1) ?? null,
    () => null,
  );

export function setToastRegion(element: HTMLElement | null): void {
  region = element;
  notify();
}

/** Returns the element around the toasts; null while there are none. */
export const useToastRegion = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => region,
    () => null,
  );

/** Returns whether an event's target is in the toasts. */
export const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Node && region?.contains(target) === true;
