import type { AppealText } from "./appeals.ts";
import type { AuditEntry } from "./audit.ts";
import type { ListingStatus } from "./listings.ts";

/** Filters of the moderators' queue: a status, or open listings without a place or with only a postal area. */
export type QueueFilter = ListingStatus | "unplaced";

/** Shortest search text for moderators; a number also matches an id. */
export const SEARCH_MIN_CHARACTERS = 3;

/** A listing that a moderator compares another one with. */
export interface RelatedListing {
  id: number;
  /** `1 Bedroom - 12 Main St` */
  title: string;
  unit: string | null;
  rent: string;
  status: ListingStatus;
  /** ISO 8601 UTC. */
  submittedAt: string;
  /** Signed: valid for an hour, whatever the listing's status. */
  images: string[];
  /** Path of its public page; null unless it is public. */
  path: string | null;
  /** Texts of the notes that name it. */
  why: string[];
}

/** Answer of GET /api/admin/listings/{id}/context: at most ten of each, newest first. */
export interface ListingContext {
  /** Listings that its notes name, in their order, deleted ones included. */
  related: RelatedListing[];
  /** Others with its mail address or phone number, in every state. */
  landlord: RelatedListing[];
  history: AuditEntry[];
  /** The address from which its landlord submitted or changed it last, masked after 90 days; null if not known. */
  ownerAddress: string | null;
  /** The appeals against its rejections. Once its landlord changes the listing, an open one is shown only here. */
  appeals: AppealText[];
}
