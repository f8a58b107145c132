import type { PublicListing } from "./listings.ts";
import { type Done, operation, types } from "./operation.ts";

/** Maximum number of homes that a browser saves. */
export const SAVED_MAX = 200;
/** Maximum number of homes in a shortlist. */
export const SHORTLIST_MAX = 30;
/** Longest title of a shortlist, in characters. */
export const SHORTLIST_TITLE_MAX = 60;
/** Days for which a shortlist can be opened. */
export const SHORTLIST_DAYS = 90;

/** Reasons why a formerly public listing is not public: an edited one is paused until a moderator has read it. */
export const GONE_REASONS = ["rented", "expired", "removed", "paused"] as const;
export type GoneReason = (typeof GONE_REASONS)[number];

interface GoneListing {
  id: number;
  reason: GoneReason;
}

/**
 * The public ones among the requested listings, in the requested order, without amenities, and what became of those
 * that were public. Other ids are left out.
 */
export interface LookedUp {
  listings: PublicListing[];
  gone: GoneListing[];
}

/** A shared list of homes. */
export interface Shortlist extends LookedUp {
  title: string | null;
  /** ISO 8601 UTC. */
  expiresAt: string;
}

export interface ShortlistCreated {
  url: string;
  token: string;
}

export const shortlistPath = (token: string): string => `/shortlist/${token}`;

/** The current state of homes that a browser has saved. */
export const lookUpHomes = operation(
  "POST",
  "/api/saved-homes/look-up",
  types<{ body: { ids: number[] }; answer: LookedUp }>,
);
export const createShortlist = operation(
  "POST",
  "/api/shortlists",
  types<{ body: { listingIds: number[]; title: string | null }; answer: ShortlistCreated }>,
);
export const getShortlist = operation("GET", "/api/shortlists/:token", types<{ answer: Shortlist }>);
export const removeShortlist = operation("DELETE", "/api/admin/shortlists/:id", types<{ answer: Done }>);
