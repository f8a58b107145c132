import { useSyncExternalStore } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";

/** Local storage key, which index.html passes to the first script as well. */
export const INDEX_KEY = "saved_index";

/** Local storage key of the presses that saved-homes.ts has not taken over yet: a line of JSON each, the last one last. */
export const PRESSES_KEY = "saved_presses";

/** A press on a home, at a time in milliseconds; null takes it off both lists. */
export type Press = readonly [as: keyof SavedIndex | null, listing: PublicListing, at: number];

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

/**
 * Stores a press before it returns, because the page may be left in the same moment. The code that files it, and says so,
 * is loaded afterwards.
 */
export function press(as: Press[0], listing: PublicListing): void {
  const { id } = listing;
  const line: Press = [as, listing, Date.now()];
  const lines = [readStorage("local", PRESSES_KEY) ?? [], JSON.stringify(line)].flat().join("\n");
  const { saved, hidden } = read();
  const others = { saved: saved.filter((other) => other !== id), hidden: hidden.filter((other) => other !== id) };
  const changed = as === null ? others : { ...others, [as]: [id, ...others[as]] };
  writeStorage("local", PRESSES_KEY, lines);
  writeStorage("local", INDEX_KEY, JSON.stringify(changed));
  tellIndex(changed);
  // A press that could not be stored is passed on.
  const isStored = readStorage("local", PRESSES_KEY) === lines;
  import("./save-home.ts").then(
    ({ settle }) => settle(line, isStored),
    () => undefined,
  );
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
