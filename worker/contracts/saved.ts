import type { PublicListing } from "./listings.ts";
import { type Done, operation, types } from "./operation.ts";

/** Maximum number of homes that a browser saves. */
export const SAVED_MAX = 200;
/** Maximum number of homes in a shortlist. */
export const SHORTLIST_MAX = 30;
/** Maximum length of a shortlist's title, in characters. */
export const SHORTLIST_TITLE_MAX = 60;
/** Days after which a shortlist can no longer be opened. */
export const SHORTLIST_DAYS = 90;

/**
 * Reasons why a formerly public listing is no longer public. `paused` means that a moderator must review an edit first.
 */
export const GONE_REASONS = ["rented", "expired", "removed", "paused"] as const;
export type GoneReason = (typeof GONE_REASONS)[number];

interface GoneListing {
  id: number;
  reason: GoneReason;
}

/**
 * The requested listings that are public, in the requested order and without amenities, and the reasons why other
 * requested listings are no longer public. Listings that were never public are omitted.
 */
export interface LookedUp {
  listings: PublicListing[];
  gone: GoneListing[];
}

/** A list of homes that a visitor shared. */
export interface Shortlist extends LookedUp {
  title: string | null;
  /** Time after which the link no longer works, ISO 8601 UTC. */
  expiresAt: string;
}

export interface ShortlistCreated {
  url: string;
  token: string;
}

export const shortlistPath = (token: string): string => `/shortlist/${token}`;

/** Returns the current status of homes that a browser has saved. */
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
