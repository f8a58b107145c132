import { useSyncExternalStore } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { type LookedUp, SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { INDEX_KEY, type Press, PRESSES_KEY, tellIndex } from "./saved-index.ts";
import {
  HIDDEN_MAX,
  type KeptHomes,
  NOTHING,
  parseKept,
  parsePresses,
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
  if (key !== KEY && key !== PRESSES_KEY && key !== null) return;
  kept = null;
  tell();
};

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", heed);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What this browser keeps now. */
export const keptHomes = (): KeptHomes => (kept ??= readKept());

/** {@link keptHomes}, after every change here or in another tab; nothing on the server. */
export const useKeptHomes = (): KeptHomes => useSyncExternalStore(subscribe, keptHomes, () => NOTHING);

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

/** Reads what is stored, without presses that are not filed yet. */
export const filedHomes = (): KeptHomes => parseKept(readStorage("local", KEY));

const readKept = (): KeptHomes => parsePresses(readStorage("local", PRESSES_KEY)).reduce(withPress, filedHomes());

/**
 * Changes what is kept, from what other tabs have stored meanwhile, and files the presses. Without room nothing changes,
 * and the presses are forgotten.
 */
function changeKept(change: (before: KeptHomes) => KeptHomes): Outcome {
  const before = readKept();
  const next = change(before);
  const hasPresses = readStorage("local", PRESSES_KEY) !== null;
  if (next === before && !hasPresses) return "stored";
  if (next.homes.length > SAVED_MAX) return "too_many";
  writeStorage("local", PRESSES_KEY, null);
  const stored = storeKept(next);
  kept = stored ?? filedHomes();
  const index = { saved: kept.homes.map(({ id }) => id), hidden: kept.hidden.map(({ id }) => id) };
  store(INDEX_KEY, JSON.stringify(index));
  tellIndex(index);
  tell();
  return stored === null ? "no_room" : "stored";
}

const without = <Home extends { id: number }>(homes: readonly Home[], id: number) =>
  homes.filter((home) => home.id !== id);

/** With a home saved, which is then no longer hidden. */
function saved(before: KeptHomes, listing: PublicListing, now: number): KeptHomes {
  const home: SavedHome = {
    id: listing.id,
    savedAt: now,
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
    hidden: without(before.hidden, listing.id),
  };
}

/** With a home taken off the list. */
const removed = (before: KeptHomes, id: number): KeptHomes => ({ ...before, homes: without(before.homes, id) });

const shown = (before: KeptHomes, id: number): KeptHomes => ({ ...before, hidden: without(before.hidden, id) });

/** With a home hidden from lists, and taken off the saved ones. */
function hidden(before: KeptHomes, { id, slug, title, price }: PublicListing, now: number): KeptHomes {
  const home = { id, slug, title, price, hiddenAt: now };
  return { ...removed(before, id), hidden: [home, ...without(before.hidden, id)].slice(0, HIDDEN_MAX) };
}

/** With what a press has made of a home, as far as there is room. */
function withPress(before: KeptHomes, [as, listing, at]: Press): KeptHomes {
  if (as === "hidden") return hidden(before, listing, at);
  if (as === null) return shown(removed(before, listing.id), listing.id);
  const isKept = before.homes.some(({ id }) => id === listing.id);
  return isKept || before.homes.length >= SAVED_MAX ? before : saved(before, listing, at);
}

/** Files what was pressed. @param isStored among the presses of this browser, as long as there was room */
export const filePress = (press: Press, isStored: boolean): Outcome =>
  changeKept((before) => (isStored ? before : withPress(before, press)));

/** Saves a home, which is then no longer hidden. */
export const saveHome = (listing: PublicListing): Outcome => changeKept((before) => saved(before, listing, Date.now()));

/** Takes a home off the list. */
export const removeHome = (id: number): Outcome => changeKept((before) => removed(before, id));

/** Puts a home back as it was before it was removed. */
export const restoreHome = (home: SavedHome): Outcome =>
  changeKept((before) => ({
    ...before,
    homes: [...without(before.homes, home.id), home].toSorted((a, b) => b.savedAt - a.savedAt),
  }));

/** Changes what somebody says about a saved home. */
export const editHome = (id: number, edit: Partial<Pick<SavedHome, "state" | "viewingAt" | "note">>): Outcome =>
  changeKept((before) => ({
    ...before,
    homes: before.homes.map((home) => (home.id === id ? { ...home, ...edit } : home)),
  }));

/** Shows a hidden home in lists again. */
export const unhideHome = (id: number): Outcome => changeKept((before) => shown(before, id));

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
