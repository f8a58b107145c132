import type { PublicListing } from "./listings.ts";

/** Most homes that a browser saves. */
export const SAVED_MAX = 200;
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

export const shortlistPath = (token: string): string => `/shortlist/${token}`;
