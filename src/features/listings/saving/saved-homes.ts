import { useSyncExternalStore } from "react";
import { cardListing } from "../../../../worker/contracts/card-listing.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { type LookedUp, SAVED_MAX, GONE_REASONS, type GoneReason } from "../../../../worker/contracts/saved.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { INDEX_KEY, type HomeClick, PENDING_CLICKS_KEY, notifyIndexChange } from "./saved-index.ts";

/** Maximum length of a note on a saved home, in characters. */
export const NOTE_MAX = 500;
/** States of a saved home, in order of progress. */
export const SAVED_STATES = ["to_call", "called", "viewing", "applied", "no"] as const;
export type SavedState = (typeof SAVED_STATES)[number];
/** Matches a viewing's date and time in Toronto, such as `2026-11-28T18:30`. */
const VIEWING_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Maximum numbers of homes remembered as viewed and as hidden. */
const SEEN_MAX = 50;
const HIDDEN_MAX = 500;

/** A home as it was when this browser last saw it. */
export interface Snapshot {
  listing: PublicListing;
  /** Time in milliseconds since 1970. */
  seenAt: number;
}

/** A saved home; times are in milliseconds since 1970. */
export interface SavedHome {
  id: number;
  savedAt: number;
  state: SavedState | null;
  viewingAt: string | null;
  note: string;
  snapshot: Snapshot | null;
  /** The rent when the home was saved. */
  savedRentCents: number | null;
  /** The reason why the home is gone, and the time when this browser first received it. */
  gone: { reason: GoneReason; heardAt: number } | null;
}

/** A hidden home. Contains only what the list of hidden homes shows. */
export interface HiddenHome {
  id: number;
  hiddenAt: number;
  slug: string;
  title: string;
  price: string;
}

/** Everything that this browser stores about homes, newest first. */
interface SavedList {
  homes: readonly SavedHome[];
  seen: readonly Snapshot[];
  hidden: readonly HiddenHome[];
}

const NOTHING: SavedList = { homes: [], seen: [], hidden: [] };

/** Version of the stored format; data of any other version is ignored. */
const VERSION = 1;

const snapshotOf = (listing: PublicListing, seenAt: number): Snapshot => ({ listing: cardListing(listing), seenAt });

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isTime = (value: unknown): value is number => Number.isFinite(value);
const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Fields that cards render as text; a snapshot without them is invalid. */
const TEXTS = ["slug", "title", "address", "rent", "price", "moveInDate", "bedrooms", "bathrooms", "description"];

function readSnapshot(value: unknown): Snapshot | null {
  if (!isObject(value) || !isObject(value["listing"]) || !isTime(value["seenAt"])) return null;
  const { listing, seenAt } = value;
  const isWhole =
    isId(listing["id"]) &&
    TEXTS.every((name) => typeof listing[name] === "string") &&
    isTime(Date.parse(String(listing["submittedAt"]))) &&
    areTexts(listing["images"]) &&
    areTexts(listing["subwayLines"]);
  return isWhole ? { listing: listing as unknown as PublicListing, seenAt } : null;
}

export const readState = (value: unknown): SavedState | null => SAVED_STATES.find((known) => known === value) ?? null;
export const readViewing = (value: unknown): string | null =>
  typeof value === "string" && VIEWING_PATTERN.test(value) ? value : null;
const readNote = (value: unknown): string => (typeof value === "string" ? value.slice(0, NOTE_MAX) : "");

function readHome(value: unknown): SavedHome | null {
  if (!isObject(value)) return null;
  const { id, savedAt, savedRentCents, gone } = value;
  if (!isId(id) || !isTime(savedAt)) return null;
  const reason = isObject(gone) ? GONE_REASONS.find((known) => known === gone["reason"]) : undefined;
  const heardAt = isObject(gone) && isTime(gone["heardAt"]) ? gone["heardAt"] : savedAt;
  return {
    id,
    savedAt,
    state: readState(value["state"]),
    viewingAt: readViewing(value["viewingAt"]),
    note: readNote(value["note"]),
    snapshot: readSnapshot(value["snapshot"]),
    savedRentCents: isTime(savedRentCents) ? savedRentCents : null,
    gone: reason ? { reason, heardAt } : null,
  };
}

function readHidden(value: unknown): HiddenHome | null {
  if (!isObject(value)) return null;
  const { id, hiddenAt, slug, title, price } = value;
  if (!isId(id) || !isTime(hiddenAt) || !areTexts([slug, title, price])) return null;
  return { id, hiddenAt, slug: String(slug), title: String(title), price: String(price) };
}

/** Returns the valid homes of a stored list, without duplicates. */
function readAll<Home>(value: unknown, max: number, read: (one: unknown) => Home | null, idOf: (home: Home) => number) {
  const homes = Array.isArray(value) ? value.map(read).filter((home) => home !== null) : [];
  return [...new Map(homes.map((home) => [idOf(home), home])).values()].slice(0, max);
}

/** Returns the valid homes in a stored text; none if the text is broken or has a different version. */
function parseSavedList(text: string | null): SavedList {
  try {
    const stored: unknown = JSON.parse(text ?? "null");
    if (!isObject(stored) || stored["version"] !== VERSION) return NOTHING;
    return {
      homes: readAll(stored["homes"], SAVED_MAX, readHome, ({ id }) => id),
      seen: readAll(stored["seen"], SEEN_MAX, readSnapshot, ({ listing }) => listing.id),
      hidden: readAll(stored["hidden"], HIDDEN_MAX, readHidden, ({ id }) => id),
    };
  } catch {
    return NOTHING;
  }
}

/** Returns the valid clicks in a stored text. */
function parseClicks(text: string | null): HomeClick[] {
  return (text ?? "").split("\n").flatMap((line): HomeClick[] => {
    try {
      const [as, listing, seenAt] = JSON.parse(line) as unknown[];
      const snapshot = readSnapshot({ listing, seenAt });
      const isKnown = as === "saved" || as === "hidden" || as === null;
      return snapshot && isKnown ? [[as, snapshot.listing, snapshot.seenAt]] : [];
    } catch {
      return [];
    }
  });
}

const writeSavedList = (list: SavedList): string => JSON.stringify({ version: VERSION, ...list });

/** Local storage key. The ids are also stored separately, so that most pages need not read the whole list. */
const KEY = "saved_homes";

/** Result of a change: stored, over the limit, or not stored because storage is full or disabled. */
export type SaveResult = "stored" | "too_many" | "no_room";

let list: SavedList | null = null;
const listeners = new Set<() => void>();

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const handleStorageEvent = ({ key }: StorageEvent) => {
  if (key !== KEY && key !== PENDING_CLICKS_KEY && key !== null) return;
  list = null;
  notifyListeners();
};

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", handleStorageEvent);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns this browser's homes, including clicks not yet applied. */
export const savedList = (): SavedList => (list ??= readSavedList());

/** Returns the current {@link savedList}, updated after changes here or in another tab; empty on the server. */
export const useSavedList = (): SavedList => useSyncExternalStore(subscribe, savedList, () => NOTHING);

function store(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Stores the list. If storage is full, it omits the homes that were only viewed. */
function storeSavedList(next: SavedList): SavedList | null {
  for (const candidate of [next, { ...next, seen: [] }]) if (store(KEY, writeSavedList(candidate))) return candidate;
  return null;
}

/** Returns the stored list, without clicks that have not been applied to it yet. */
export const storedList = (): SavedList => parseSavedList(readStorage("local", KEY));

const readSavedList = (): SavedList =>
  parseClicks(readStorage("local", PENDING_CLICKS_KEY)).reduce(withClick, storedList());

/**
 * Applies pending clicks and then a change to the list that was last stored, in this tab or another. If storage is
 * full, nothing changes and the clicks are dropped.
 */
function changeSavedList(change: (before: SavedList) => SavedList): SaveResult {
  const before = readSavedList();
  const next = change(before);
  const hasPendingClicks = readStorage("local", PENDING_CLICKS_KEY) !== null;
  if (next === before && !hasPendingClicks) return "stored";
  if (next.homes.length > SAVED_MAX) return "too_many";
  writeStorage("local", PENDING_CLICKS_KEY, null);
  const stored = storeSavedList(next);
  list = stored ?? storedList();
  const index = { saved: list.homes.map(({ id }) => id), hidden: list.hidden.map(({ id }) => id) };
  store(INDEX_KEY, JSON.stringify(index));
  notifyIndexChange(index);
  notifyListeners();
  return stored === null ? "no_room" : "stored";
}

const without = <Home extends { id: number }>(homes: readonly Home[], id: number) =>
  homes.filter((home) => home.id !== id);

/** Returns the list with a home saved and no longer hidden. */
function withSavedHome(before: SavedList, listing: PublicListing, now: number): SavedList {
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

/** Returns the list without a saved home. */
const withoutSavedHome = (before: SavedList, id: number): SavedList => ({
  ...before,
  homes: without(before.homes, id),
});

const withoutHiddenHome = (before: SavedList, id: number): SavedList => ({
  ...before,
  hidden: without(before.hidden, id),
});

/** Returns the list with a home hidden and no longer saved. */
function withHiddenHome(before: SavedList, { id, slug, title, price }: PublicListing, now: number): SavedList {
  const home = { id, slug, title, price, hiddenAt: now };
  return { ...withoutSavedHome(before, id), hidden: [home, ...without(before.hidden, id)].slice(0, HIDDEN_MAX) };
}

/** Returns the list after a click. A home is saved only while there is room. */
function withClick(before: SavedList, [as, listing, at]: HomeClick): SavedList {
  if (as === "hidden") return withHiddenHome(before, listing, at);
  if (as === null) return withoutHiddenHome(withoutSavedHome(before, listing.id), listing.id);
  const isKept = before.homes.some(({ id }) => id === listing.id);
  return isKept || before.homes.length >= SAVED_MAX ? before : withSavedHome(before, listing, at);
}

/** Applies a click to the list. @param isStored true if the click is already stored in this browser */
export const applyClickToList = (click: HomeClick, isStored: boolean): SaveResult =>
  changeSavedList((before) => (isStored ? before : withClick(before, click)));

/** Saves a home and unhides it. */
export const saveHome = (listing: PublicListing): SaveResult =>
  changeSavedList((before) => withSavedHome(before, listing, Date.now()));

/** Removes a saved home from the list. */
export const removeHome = (id: number): SaveResult => changeSavedList((before) => withoutSavedHome(before, id));

/** Restores a removed home as it was. */
export const restoreHome = (home: SavedHome): SaveResult =>
  changeSavedList((before) => ({
    ...before,
    homes: [...without(before.homes, home.id), home].toSorted((a, b) => b.savedAt - a.savedAt),
  }));

/** Changes the visitor's state, viewing or note of a saved home. */
export const editHome = (id: number, edit: Partial<Pick<SavedHome, "state" | "viewingAt" | "note">>): SaveResult =>
  changeSavedList((before) => ({
    ...before,
    homes: before.homes.map((home) => (home.id === id ? { ...home, ...edit } : home)),
  }));

/** Shows a hidden home in lists again. */
export const unhideHome = (id: number): SaveResult => changeSavedList((before) => withoutHiddenHome(before, id));

/** Remembers that a home was viewed. */
export const rememberViewedHome = (listing: PublicListing): SaveResult =>
  changeSavedList((before) => ({
    ...before,
    seen: [
      snapshotOf(listing, Date.now()),
      ...before.seen.filter((snapshot) => snapshot.listing.id !== listing.id),
    ].slice(0, SEEN_MAX),
  }));

/** Forgets all viewed homes. */
export const forgetViewedHomes = (): SaveResult => changeSavedList((before) => ({ ...before, seen: [] }));

/**
 * Returns a saved home, updated from the server's response. If the home is gone, the landlord's name and phone number
 * are removed.
 */
function updatedFromServer(home: SavedHome, { listings, gone }: LookedUp, now: number): SavedHome {
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

/** Stores the server's response about saved homes. */
export const updateHomesFromServer = (answer: LookedUp): SaveResult =>
  changeSavedList((before) => ({
    ...before,
    homes: before.homes.map((home) => updatedFromServer(home, answer, Date.now())),
    seen: before.seen.filter(({ listing }) => !answer.gone.some(({ id }) => id === listing.id)),
  }));
