import { descriptionText } from "../../../../worker/contracts/listing-text.ts";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { GONE_REASONS, type GoneReason, SAVED_MAX } from "../../../../worker/contracts/saved.ts";
import { truncateAtWord } from "../../../lib/format.ts";
import type { Press } from "./saved-index.ts";

/** Longest note on a saved home, in characters. */
export const NOTE_MAX = 500;
/** Steps towards a saved home. */
export const SAVED_STATES = ["to_call", "called", "viewing", "applied", "no"] as const;
export type SavedState = (typeof SAVED_STATES)[number];
/** A viewing's date and time in Toronto, `2026-11-28T18:30`. */
const VIEWING_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Most homes that are remembered as viewed, and as hidden. */
export const SEEN_MAX = 50;
export const HIDDEN_MAX = 500;
/** Characters of a description that a snapshot keeps. */
const DESCRIPTION_MAX = 300;

/** A home as it was when this browser last saw it. */
export interface Snapshot {
  listing: PublicListing;
  /** Milliseconds. */
  seenAt: number;
}

/** A saved home; times are milliseconds. */
export interface SavedHome {
  id: number;
  savedAt: number;
  state: SavedState | null;
  viewingAt: string | null;
  note: string;
  snapshot: Snapshot | null;
  /** The rent when it was saved. */
  savedRentCents: number | null;
  /** What became of it, and when this browser first heard of that. */
  gone: { reason: GoneReason; heardAt: number } | null;
}

/** A home of which only its name is kept. */
export interface HiddenHome {
  id: number;
  hiddenAt: number;
  slug: string;
  title: string;
  price: string;
}

/** Everything that this browser keeps about homes, newest first. */
export interface KeptHomes {
  homes: readonly SavedHome[];
  seen: readonly Snapshot[];
  hidden: readonly HiddenHome[];
}

export const NOTHING: KeptHomes = { homes: [], seen: [], hidden: [] };

/** The version of the stored form; another one is not read. */
const VERSION = 1;

/** A home without what no list shows. */
export const snapshotOf = (listing: PublicListing, seenAt: number): Snapshot => ({
  listing: {
    ...listing,
    amenities: null,
    additionalInfo: "",
    description: truncateAtWord(descriptionText(listing), DESCRIPTION_MAX),
  },
  seenAt,
});

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const isTime = (value: unknown): value is number => Number.isFinite(value);
const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

/** Fields that every card renders as text. */
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

/** What is valid of a stored list, each home once. */
function readAll<Home>(value: unknown, max: number, read: (one: unknown) => Home | null, idOf: (home: Home) => number) {
  const homes = Array.isArray(value) ? value.map(read).filter((home) => home !== null) : [];
  return [...new Map(homes.map((home) => [idOf(home), home])).values()].slice(0, max);
}

/** What is valid of a stored text; nothing of a text that is broken, or of another version. */
export function parseKept(text: string | null): KeptHomes {
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

/** Reads the valid ones of the stored presses. */
export function parsePresses(text: string | null): Press[] {
  return (text ?? "").split("\n").flatMap((line): Press[] => {
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

export const writeKept = (kept: KeptHomes): string => JSON.stringify({ version: VERSION, ...kept });
