import { useEffect, useSyncExternalStore } from "react";
import type { NamedPlace } from "./places.ts";

/** The loaded code for commutes, and the places stored in this browser. */
export interface Commutes {
  parts: typeof import("./commutes.tsx");
  places: readonly NamedPlace[];
}

let commutes: Commutes | null = null;
const listeners = new Set<() => void>();
let loading: Promise<void> | null = null;

const loadParts = () => import("./commutes.tsx");

async function load(): Promise<void> {
  const parts = await loadParts();
  parts.watchPlaces((places) => {
    commutes = { parts, places };
    for (const listener of listeners) listener();
  });
}

/** Loads the code once. After a failure the page stays as it is, and the next page tries again. */
function loadCommutes(): Promise<void> {
  return (loading ??= load().catch(() => void (loading = null)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the code and the places for commutes; null on the server, and in the browser until they are loaded. Both are
 * loaded if this browser has places, or if the page's address contains some (`isAsked`).
 */
export function useCommutes(isAsked = false): Commutes | null {
  useEffect(() => {
    // The boot script sets `data-places` if places are stored.
    if (isAsked || document.documentElement.dataset["places"] !== undefined) void loadCommutes();
  }, [isAsked]);
  return useSyncExternalStore(
    subscribe,
    () => commutes,
    () => null,
  );
}
