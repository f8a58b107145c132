import { useSyncExternalStore } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";

/** Local storage key, which index.html also passes to the boot script. */
export const INDEX_KEY = "saved_index";

/**
 * Local storage key of the clicks that saved-homes.ts has not applied yet: one line of JSON per click, oldest first.
 */
export const PENDING_CLICKS_KEY = "saved_presses";

/**
 * A click on a home's button: the list that the home moves to (null removes it from both lists), the listing, and the
 * time in milliseconds.
 */
export type HomeClick = readonly [as: keyof SavedIndex | null, listing: PublicListing, at: number];

/**
 * The ids of the homes stored in this browser. Every card needs them, but only a few pages need the other stored data
 * (saved-homes.ts).
 */
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

/**
 * Notifies the page of a changed index.
 * @param changed the index that this tab changed; null if another tab changed it
 */
export function notifyIndexChange(changed: SavedIndex | null): void {
  index = changed;
  // Removes the boot script's style rule for homes that were hidden when the page was opened.
  document.getElementById("hidden-homes")?.remove();
  for (const listener of listeners) listener();
}

/**
 * Stores a click synchronously, because the visitor may leave the page right after it. The code that applies the click
 * and shows a message is loaded afterwards.
 */
export function recordClick(as: HomeClick[0], listing: PublicListing): void {
  const { id } = listing;
  const line: HomeClick = [as, listing, Date.now()];
  const lines = [readStorage("local", PENDING_CLICKS_KEY) ?? [], JSON.stringify(line)].flat().join("\n");
  const { saved, hidden } = read();
  const others = { saved: saved.filter((other) => other !== id), hidden: hidden.filter((other) => other !== id) };
  const changed = as === null ? others : { ...others, [as]: [id, ...others[as]] };
  writeStorage("local", PENDING_CLICKS_KEY, lines);
  writeStorage("local", INDEX_KEY, JSON.stringify(changed));
  notifyIndexChange(changed);
  // Tells the code that applies the click whether the click is stored.
  const isStored = readStorage("local", PENDING_CLICKS_KEY) === lines;
  import("./save-home.ts").then(
    ({ applyClick }) => applyClick(line, isStored),
    () => undefined,
  );
}

const handleStorageEvent = ({ key }: StorageEvent) => (key === INDEX_KEY || key === null) && notifyIndexChange(null);

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", handleStorageEvent);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the ids of homes saved or hidden in this browser; none on the server and during hydration. */
export const useSavedIndex = (): SavedIndex =>
  useSyncExternalStore(
    subscribe,
    () => (index ??= read()),
    () => NONE,
  );

/** Returns a list without the homes hidden in this browser. */
export function useWithoutHidden<Home extends Pick<PublicListing, "id">>(homes: readonly Home[]): readonly Home[] {
  const { hidden } = useSavedIndex();
  return hidden.length === 0 ? homes : homes.filter(({ id }) => !hidden.includes(id));
}
