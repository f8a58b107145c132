import type { PublicListing } from "./listings.ts";

/** Most saved homes, of a browser as of a list kept on the server. */
export const SAVED_MAX = 200;
/** Longest note on a saved home, in characters. */
export const NOTE_MAX = 500;
/** Most homes in one request to the list on the server: 30 of the longest notes fit into a body of 64 KB. */
export const CHANGES_MAX = 30;
/** How far one is with a saved home. */
export const SAVED_STATES = ["to_call", "called", "viewing", "applied", "no"] as const;
export type SavedState = (typeof SAVED_STATES)[number];
/** A viewing's date and time in Toronto, `2026-11-28T18:30`. */
export const VIEWING_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Days without use after which a list on the server is deleted. */
export const SAVED_LIST_DAYS = 180;

/** Most homes of a shortlist. */
export const SHORTLIST_MAX = 30;
/** Longest title of a shortlist, in characters. */
export const SHORTLIST_TITLE_MAX = 60;
/** Days for which a shortlist can be opened. */
export const SHORTLIST_DAYS = 90;

/** Why a listing that was public is not: an edited one is paused until a moderator has read it. */
export const GONE_REASONS = ["rented", "expired", "removed", "paused"] as const;
export type GoneReason = (typeof GONE_REASONS)[number];

interface GoneListing {
  id: number;
  reason: GoneReason;
}

/**
 * Response of POST /api/saved-homes/look-up: the public ones of some listings in the order asked, without amenities, and
 * what became of those that were public. Other ids are left out.
 */
export interface LookedUp {
  listings: PublicListing[];
  gone: GoneListing[];
}

/** Response of GET /api/shortlists/{token}. */
export interface Shortlist extends LookedUp {
  title: string | null;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

/** Response of POST /api/shortlists. */
export interface ShortlistCreated {
  url: string;
  token: string;
}

/** A home of a list on the server; times are ISO 8601 UTC. */
export interface KeptHome {
  listingId: number;
  savedAt: string;
  /** Of two versions the later one counts. */
  changedAt: string;
  state: SavedState | null;
  /** {@link VIEWING_PATTERN} */
  viewingAt: string | null;
  note: string;
  /** It was taken off the list; other devices follow. */
  isRemoved: boolean;
}

/** Response of the operations on the list on the server. */
export interface KeptList {
  /** Whether the list is kept on the server. */
  isKept: boolean;
  wantsPriceDrops: boolean;
  homes: KeptHome[];
}

/** Saved homes in the export of an address's data. */
export interface SavedListRecord {
  keptSince: string;
  wantsPriceDrops: boolean;
  homes: Omit<KeptHome, "isRemoved">[];
}

export const shortlistPath = (token: string): string => `/shortlist/${token}`;
