import { useSyncExternalStore } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { readStorage } from "../../../lib/storage.ts";

/** Local storage key, which index.html passes to the first script as well. */
export const INDEX_KEY = "saved_index";

/** The ids alone of what this browser keeps (saved-homes.ts), which every card asks for. */
export interface SavedIndex {
  saved: readonly number[];
  hidden: readonly number[];
}

const NONE: SavedIndex = { saved: [], hidden: [] };
const listOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

let index: SavedIndex | null = null;
const listeners = new Set<() => void>();

function read(): SavedIndex {
  try {
    const { saved, hidden } = JSON.parse(readStorage("local", INDEX_KEY) ?? "{}") as Partial<SavedIndex>;
    return { saved: listOf(saved), hidden: listOf(hidden) };
  } catch {
    return NONE;
  }
}

/** Tells the page of another index, of this tab or, without one, of another tab. */
export function tellIndex(changed: SavedIndex | null): void {
  index = changed;
  // The first script's rule for what was hidden when the page was opened.
  document.getElementById("hidden-homes")?.remove();
  for (const listener of listeners) listener();
}

const heed = ({ key }: StorageEvent) => (key === INDEX_KEY || key === null) && tellIndex(null);

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", heed);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Which homes this browser has saved or hidden; none on the server and during hydration. */
export const useSavedIndex = (): SavedIndex =>
  useSyncExternalStore(
    subscribe,
    () => (index ??= read()),
    () => NONE,
  );

/** A list without the homes that this browser hides. */
export function useShown<Home extends Pick<PublicListing, "id">>(homes: readonly Home[]): readonly Home[] {
  const { hidden } = useSavedIndex();
  return hidden.length === 0 ? homes : homes.filter(({ id }) => !hidden.includes(id));
}
