import { useEffect, useSyncExternalStore } from "react";
import type { NamedPlace } from "./places.ts";

/** The code for commutes to places, and the places of this browser. */
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

/** Loads the code once. A failure leaves the page as it is, and the next page tries again. */
function loadCommutes(): Promise<void> {
  return (loading ??= load().catch(() => void (loading = null)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns the commutes; null on the server, and in a browser until they are needed: because it has places, or because
 * the address names some.
 */
export function useCommutes(isAsked = false): Commutes | null {
  useEffect(() => {
    // The first script counts the stored places.
    if (isAsked || document.documentElement.dataset["places"] !== undefined) void loadCommutes();
  }, [isAsked]);
  return useSyncExternalStore(
    subscribe,
    () => commutes,
    () => null,
  );
}
