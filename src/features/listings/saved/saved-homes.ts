import { useSyncExternalStore } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { type LookedUp, SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { readStorage } from "../../../lib/storage.ts";
import { INDEX_KEY, tellIndex } from "./saved-index.ts";
import {
  HIDDEN_MAX,
  type KeptHomes,
  NOTHING,
  parseKept,
  type SavedHome,
  SEEN_MAX,
  snapshotOf,
  writeKept,
} from "./stored-homes.ts";

/** Local storage key. The ids alone are stored beside it, so that pages need not read all of it. */
const KEY = "saved_homes";

/** How a change went: stored, beyond the most homes, or not stored because storage is full or switched off. */
export type Outcome = "stored" | "too_many" | "no_room";

let kept: KeptHomes | null = null;
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

const heed = ({ key }: StorageEvent) => {
  if (key !== KEY && key !== null) return;
  kept = null;
  tell();
};

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", heed);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this browser keeps now. */
export const keptHomes = (): KeptHomes => (kept ??= parseKept(readStorage("local", KEY)));

/** {@link keptHomes}, after every change here or in another tab; nothing on the server. */
export const useKeptHomes = (): KeptHomes => useSyncExternalStore(subscribe, keptHomes, () => NOTHING);

/** Calls `listener` after every change. @returns a function that ends it */
export const watchKept = subscribe;

function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Stores what is kept; homes that were only viewed make room when there is none. */
function storeKept(next: KeptHomes): KeptHomes | null {
  for (const candidate of [next, { ...next, seen: [] }]) if (store(KEY, writeKept(candidate))) return candidate;
  return null;
}

/**
 * Changes what is kept, from what other tabs have stored meanwhile. Without room nothing changes.
 * @param change gets the time in milliseconds too: later than everything that the server knows, whatever the clock says
 */
export function changeKept(change: (before: KeptHomes, now: number) => KeptHomes): Outcome {
  const before = parseKept(readStorage("local", KEY));
  const next = change(before, Math.max(Date.now(), (before.sentUntil ?? 0) + 1));
  if (next === before) return "stored";
  if (next.homes.length > SAVED_MAX) return "too_many";
  const stored = storeKept(next);
  if (stored === null) return "no_room";
  kept = stored;
  const index = { saved: next.homes.map(({ id }) => id), hidden: next.hidden.map(({ id }) => id) };
  store(INDEX_KEY, JSON.stringify(index));
  tellIndex(index);
  tell();
  return "stored";
}

const without = <Home extends { id: number }>(homes: readonly Home[], id: number) =>
  homes.filter((home) => home.id !== id);

/** Saves a home, which is then no longer hidden. */
export const saveHome = (listing: PublicListing): Outcome =>
  changeKept((before, now) => {
    const home: SavedHome = {
      id: listing.id,
      savedAt: now,
      changedAt: now,
      state: null,
      viewingAt: null,
      note: "",
      snapshot: snapshotOf(listing, now),
      savedRentCents: listing.rentCents,
      gone: null,
    };
    return {
      ...before,
      homes: [home, ...without(before.homes, listing.id)],
      removed: without(before.removed, listing.id),
      hidden: without(before.hidden, listing.id),
    };
  });

/** Takes a home off the list. */
export const removeHome = (id: number): Outcome =>
  changeKept((before, now) => {
    const home = before.homes.find((one) => one.id === id);
    if (!home) return before;
    const removed = { id, savedAt: home.savedAt, changedAt: now };
    return {
      ...before,
      homes: without(before.homes, id),
      removed: [removed, ...without(before.removed, id)].slice(0, SAVED_MAX),
    };
  });

/** Puts a home back as it was before it was removed. */
export const restoreHome = (home: SavedHome): Outcome =>
  changeKept((before, now) => ({
    ...before,
    homes: [...without(before.homes, home.id), { ...home, changedAt: now }].toSorted((a, b) => b.savedAt - a.savedAt),
    removed: without(before.removed, home.id),
  }));

/** Changes what somebody says about a saved home. */
export const editHome = (id: number, edit: Partial<Pick<SavedHome, "state" | "viewingAt" | "note">>): Outcome =>
  changeKept((before, now) => ({
    ...before,
    homes: before.homes.map((home) => (home.id === id ? { ...home, ...edit, changedAt: now } : home)),
  }));

/** Hides a home from lists, and takes it off the saved ones. */
export const hideHome = ({ id, slug, title, price }: PublicListing): Outcome =>
  changeKept((before, now) => {
    const saved = before.homes.find((home) => home.id === id);
    return {
      ...before,
      hidden: [{ id, slug, title, price, hiddenAt: now }, ...without(before.hidden, id)].slice(0, HIDDEN_MAX),
      homes: without(before.homes, id),
      removed: saved
        ? [{ id, savedAt: saved.savedAt, changedAt: now }, ...without(before.removed, id)].slice(0, SAVED_MAX)
        : before.removed,
    };
  });

/** Shows a hidden home in lists again. */
export const unhideHome = (id: number): Outcome =>
  changeKept((before) => ({ ...before, hidden: without(before.hidden, id) }));

/** Remembers that a home was looked at. */
export const noteSeen = (listing: PublicListing): Outcome =>
  changeKept((before) => ({
    ...before,
    seen: [
      snapshotOf(listing, Date.now()),
      ...before.seen.filter((snapshot) => snapshot.listing.id !== listing.id),
    ].slice(0, SEEN_MAX),
  }));

/** Forgets the homes that were looked at. */
export const forgetSeen = (): Outcome => changeKept((before) => ({ ...before, seen: [] }));

/** A saved home after the server has told what became of it. Of a gone one, its landlord's name and phone are forgotten. */
function learned(home: SavedHome, { listings, gone }: LookedUp, now: number): SavedHome {
  const listing = listings.find(({ id }) => id === home.id);
  if (listing) {
    const savedRentCents = home.savedRentCents ?? listing.rentCents;
    return { ...home, snapshot: snapshotOf(listing, now), savedRentCents, gone: null };
  }
  const reason = gone.find(({ id }) => id === home.id)?.reason;
  if (!reason) return home;
  const snapshot = home.snapshot && {
    ...home.snapshot,
    listing: { ...home.snapshot.listing, phone: null, landlordName: "", description: "" },
  };
  return { ...home, snapshot, gone: { reason, heardAt: home.gone?.reason === reason ? home.gone.heardAt : now } };
}

/** Keeps what the server has told about saved homes. */
export const learnOfHomes = (answer: LookedUp): Outcome =>
  changeKept((before) => ({
    ...before,
    homes: before.homes.map((home) => learned(home, answer, Date.now())),
    seen: before.seen.filter(({ listing }) => !answer.gone.some(({ id }) => id === listing.id)),
  }));
