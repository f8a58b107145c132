import { useSyncExternalStore } from "react";

/** Modal dialogs of the browser's own that are open, the topmost last: it makes everything outside itself inert. */
let hosts: readonly HTMLElement[] = [];
/** The element around the notifications. */
let region: HTMLElement | null = null;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the notifications inside an element while it is open. @returns what ends that */
export function hostToasts(host: HTMLElement): () => void {
  hosts = [...hosts, host];
  tell();
  return () => {
    hosts = hosts.filter((other) => other !== host);
    tell();
  };
}

/** The element that the notifications are to be inside of; null for the page. */
export const useToastHost = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => hosts.at(-1) ?? null,
    () => null,
  );

export function setToastRegion(element: HTMLElement | null): void {
  region = element;
  tell();
}

/** The element around the notifications; null while there are none. */
export const useToastRegion = (): HTMLElement | null =>
  useSyncExternalStore(
    subscribe,
    () => region,
    () => null,
  );

/** Whether an event happened in the notifications. */
export const isInToasts = (target: EventTarget | null): boolean =>
  target instanceof Node && region?.contains(target) === true;
