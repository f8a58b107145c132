import type { ListingAttributes } from "./attributes.ts";
import type { Bathrooms, Bedrooms } from "./bedrooms.ts";
import type { HomeType } from "./home-types.ts";
import type { AddressPrecision, ListingStatus } from "./listings.ts";

/** A listing as its landlord reads it behind the mailed manage link. Dates are ISO 8601 UTC. */
export interface OwnerListing extends ListingAttributes {
  id: number;
  /** `2 Bedrooms - 123 Main St` */
  title: string;
  address: string;
  /** With `street` renters see no number. */
  addressPrecision: AddressPrecision;
  unit: string | null;
  rent: string;
  /** YYYY-MM-DD */
  moveInDate: string;
  bedrooms: Bedrooms;
  bathrooms: Bathrooms;
  homeType: HomeType | null;
  email: string;
  phone: string | null;
  additionalInfo: string | null;
  landlordName: string | null;
  yearBuilt: number | null;
  /** `/photos/…`, signed: they work for an hour, whatever the listing's state. */
  images: string[];
  status: Exclude<ListingStatus, "deleted">;
  rejectionReason: string | null;
  submittedAt: string;
  /** When it leaves the site; null while it is not public. */
  expiresAt: string | null;
  /** The public page, while there is one. */
  path: string | null;
  /** Approved or expired, and not renewed yet today: its time can begin anew. */
  canRenew: boolean;
  /** It was renewed today, Toronto time: the next renewal is possible tomorrow. */
  renewedToday: boolean;
  /** People who opened the listing, each counted once a month. */
  viewerCount: number;
  /** People who pressed Call, each counted once a month. */
  callerCount: number;
}

/** Answer of an edit. */
export interface OwnerEdited extends OwnerListing {
  /** Said after a change of the mail address, which gets a link of its own; else null. */
  message: string | null;
}

/** The link in hand goes on working, so that a mistyped address locks nobody out. */
export const NEW_LINK_MESSAGE =
  "The new email address is mailed a link of its own, usually within minutes, or later where it has had its emails for today. Keep the link you have now until you have used that one: it goes on working.";

/** Answer of a deletion: the address, for the confirmation. */
export interface ListingRemoved {
  address: string;
}

/** Answer to a request for lost links: the same whether or not the address has listings. */
export const LINKS_SENT_MESSAGE = "If this address has listings, we have sent their links to it.";
