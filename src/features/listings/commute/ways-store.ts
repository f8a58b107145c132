import { useEffect, useSyncExternalStore } from "react";
import type { NamedPlace } from "./places.ts";

/** The code for ways to places, and the places of this browser. */
export interface Ways {
  parts: typeof import("./ways.tsx");
  places: readonly NamedPlace[];
}

let ways: Ways | null = null;
const listeners = new Set<() => void>();
let loading: Promise<void> | null = null;

const loadParts = () => import("./ways.tsx");

async function load(): Promise<void> {
  const parts = await loadParts();
  parts.watchPlaces((places) => {
    ways = { parts, places };
    for (const listener of listeners) listener();
  });
}

/** Loads the code once. A failure leaves the page as it is, and the next page tries again. */
function loadWays(): Promise<void> {
  return (loading ??= load().catch(() => void (loading = null)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Ways to places; null on the server, and in a browser until they are needed: because it has places, or because the
 * address names some.
 */
export function useWays(isAsked = false): Ways | null {
  useEffect(() => {
    // The first script counts the stored places.
    if (isAsked || document.documentElement.dataset["places"] !== undefined) void loadWays();
  }, [isAsked]);
  return useSyncExternalStore(
    subscribe,
    () => ways,
    () => null,
  );
}
