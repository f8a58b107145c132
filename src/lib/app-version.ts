import { useSyncExternalStore } from "react";
import { VERSION_HEADER, VERSION_META } from "../../worker/contracts/page.ts";

/** While a deployment spreads, answers come from both versions; it takes seconds. */
const SETTLED_MS = 30_000;

/** The version that this page is of; empty if it names none. */
export const ownVersion = (): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${VERSION_META}"]`)?.content ?? "";

/** Since when answers have come from another version, in milliseconds; null while they come from the page's own. */
let otherSince: number | null = null;
let isReady = false;
const listeners = new Set<() => void>();

/**
 * Compares the version of an answer with the page's own. Another version counts as the new one when it has answered for
 * half a minute, without any answer of the page's own version in between.
 */
export function noteVersion({ headers }: Response, now: number = Date.now()): void {
  const version = headers.get(VERSION_HEADER);
  const own = ownVersion();
  if (version === null || own === "") return;
  otherSince = version === own ? null : (otherSince ?? now);
  const isNowReady = otherSince !== null && now - otherSince >= SETTLED_MS;
  if (isNowReady === isReady) return;
  isReady = isNowReady;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether another version of the site is ready, which a reload would show. */
export const useNewVersion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isReady,
    () => false,
  );
