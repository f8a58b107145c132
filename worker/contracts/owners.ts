import type { ListingAttributes } from "./attributes.ts";
import type { Bathrooms, Bedrooms } from "./bedrooms.ts";
import type { ListingMessage } from "./questions.ts";
import type { AddressPrecision, ListingStatus } from "./listings.ts";

/** A listing as shown to its landlord behind the mailed manage link. Dates are ISO 8601 UTC. */
export interface OwnerListing extends ListingAttributes {
  id: number;
  /** `2 Bedrooms - 123 Main St` */
  title: string;
  address: string;
  /** With `street`, renters do not see the number. */
  addressPrecision: AddressPrecision;
  unit: string | null;
  /** What was typed into the address and is neither house, street, place nor unit; renters do not see it. */
  addressRest: string | null;
  rent: string;
  /** YYYY-MM-DD */
  moveInDate: string;
  bedrooms: Bedrooms;
  bathrooms: Bathrooms;
  email: string;
  phone: string | null;
  additionalInfo: string | null;
  landlordName: string | null;
  yearBuilt: number | null;
  /** `/photos/…`, signed: valid for an hour, whatever the listing's status. */
  images: string[];
  /** Moderators' questions and the answers to them, oldest first. */
  messages: ListingMessage[];
  status: Exclude<ListingStatus, "deleted">;
  rejectionReason: string | null;
  submittedAt: string;
  /** When it expires; null while it is not public. */
  expiresAt: string | null;
  /** The public page, while it exists. */
  path: string | null;
  /** Whether it can be renewed: approved or expired, and not renewed today. */
  canRenew: boolean;
  /** Whether it was renewed today in Toronto; the next renewal is possible tomorrow. */
  renewedToday: boolean;
  /** People who opened the listing, counted once a month each. */
  viewerCount: number;
  /** People who pressed Call, counted once a month each. */
  callerCount: number;
}

/** Response to an edit. */
export interface OwnerEdited extends OwnerListing {
  /** Shown after a change of mail address, which gets its own link; else null. */
  message: string | null;
}

/** The current link keeps working, so that a mistyped address locks nobody out. */
export const NEW_LINK_MESSAGE =
  "The new email address is mailed a link of its own, usually within minutes, or later where it has had its emails for today. Keep the link you have now until you have used that one: it goes on working.";

/** Response to a deletion: the address, for the confirmation. */
export interface ListingRemoved {
  address: string;
}

/** Response to a request for lost links, identical whether or not the address has listings. */
export const LINKS_SENT_MESSAGE = "If this address has listings, we have sent their links to it.";
