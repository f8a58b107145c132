import type { StatedFields } from "./listing-fields.ts";
import { operation, types } from "./operation.ts";
import type { ListingMessage } from "./questions.ts";
import type { ListingForm, ListingStatus } from "./listings.ts";

/** A listing as the landlord sees it after opening the manage link from an email. Dates are ISO 8601 UTC. */
export interface OwnerListing extends StatedFields {
  id: number;
  /** Title of the listing: `2 Bedrooms - 123 Main St`. */
  title: string;
  /** `/photos/…`, signed URLs that are valid for an hour, whatever the listing's status. */
  images: string[];
  /** Moderators' questions and the answers to them, oldest first. */
  messages: ListingMessage[];
  status: Exclude<ListingStatus, "deleted">;
  rejectionReason: string | null;
  submittedAt: string;
  /** Time of expiry; null while the listing is not public. */
  expiresAt: string | null;
  /** Path of the public page, while it exists. */
  path: string | null;
  /** True if the landlord can renew the listing: it is approved or expired, and was not renewed today. */
  canRenew: boolean;
  /** True if the listing was renewed today in Toronto. The next renewal is possible tomorrow. */
  renewedToday: boolean;
  /** Number of people who opened the listing. Each person counts once a month. */
  viewerCount: number;
  /** Number of people who clicked Call. Each person counts once a month. */
  callerCount: number;
}

interface OwnerEdited extends OwnerListing {
  /** Message shown after a change of email address: the new address gets its own link. Null otherwise. */
  message: string | null;
}

/**
 * Response to a change of email address. The current link keeps working, so a mistyped address does not lock out the
 * landlord.
 */
export const NEW_LINK_MESSAGE =
  "We email the new address its own link, usually within minutes, or later if it has reached its email limit for today. Keep your current link until you have used the new one: it keeps working.";

/** A listing that a deletion link removes or has removed. */
export interface ListingRemoved {
  address: string;
}

/** Response to a request for links, the same whether or not the address has listings. */
export const LINKS_SENT_MESSAGE = "If this address has listings, we have sent their links to it.";

// The token in the path comes from an email and is the only credential. Reads change nothing, because mail scanners
// open links.

/** Returns the landlord's listing; 404 `owner.invalid_link`, which the operations below also return. */
export const getOwnListing = operation("GET", "/api/manage/:token", types<{ answer: OwnerListing }>);
/** Changes the given fields. `images` is the complete new list of photo URLs and data URLs. */
export const editOwnListing = operation(
  "PATCH",
  "/api/manage/:token",
  types<{ body: Partial<ListingForm>; answer: OwnerEdited }>,
);
/**
 * Renews a listing; 409 `owner.cannot_renew`, `listing.no_contact`, or `listing.renewed_today` on the same Toronto day.
 */
export const renewOwnListing = operation("POST", "/api/manage/:token/renew", types<{ answer: OwnerListing }>);
/** Marks a listing as rented, which permanently removes it from the site. */
export const markRented = operation("POST", "/api/manage/:token/rented", types<{ answer: OwnerListing }>);
export const removeOwnListing = operation("DELETE", "/api/manage/:token", types<{ answer: ListingRemoved }>);
/** Returns the listing of a deletion link; 404 `owner.invalid_deletion_link`. */
export const getRemoval = operation("GET", "/api/delete/:token", types<{ answer: ListingRemoved }>);
/** Removes the listing of a deletion link; 404 `owner.invalid_deletion_link`. */
export const removeByLink = operation("DELETE", "/api/delete/:token", types<{ answer: ListingRemoved }>);
/** Answers the latest question through the manage link; 409 `listing.no_question`. */
export const answerQuestion = operation(
  "POST",
  "/api/manage/:token/answer",
  types<{ body: { text: string }; answer: OwnerListing }>,
);
