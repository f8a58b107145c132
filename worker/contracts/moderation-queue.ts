import type { AppealText } from "./appeals.ts";
import type { AuditEntry } from "./audit.ts";
import type { Bedrooms, HomeType } from "./bedrooms.ts";
import type {
  BulkAction,
  BulkApproval,
  BulkBanKind,
  BulkDecision,
  BulkRejection,
  Decision,
  ListingDecision,
} from "./decisions.ts";
import type { AdminListing, ListingForm, ListingStatus } from "./listings.ts";
import { type Done, operation, types } from "./operation.ts";

/**
 * Filters of the moderators' queue: a status, or the open listings whose location is unknown or only known as a postal
 * area.
 */
export type QueueFilter = ListingStatus | "unplaced";

/** Minimum length of a search text for moderators. A number also matches an id. */
export const SEARCH_MIN_CHARACTERS = 3;

/** A listing that a moderator compares with the reviewed one. */
export interface RelatedListing {
  id: number;
  /** Title of the listing: `1 Bedroom - 12 Main St`. */
  title: string;
  unit: string | null;
  rent: string;
  status: ListingStatus;
  /** Time of the submission, ISO 8601 UTC. */
  submittedAt: string;
  /** Signed URLs, valid for an hour, whatever the listing's status. */
  images: string[];
  /** Path of its public page; null unless it is public. */
  path: string | null;
  /** Texts of the notes that refer to this listing. */
  why: string[];
}

/** Listings and other data to compare a listing with: at most ten of each, newest first. */
export interface ListingContext {
  /** Listings that the notes refer to, in the order of the notes. Includes deleted listings. */
  related: RelatedListing[];
  /** Other listings with the same email address or phone number, in every status. */
  landlord: RelatedListing[];
  history: AuditEntry[];
  /** The IP address of the landlord's last submission or change, masked after 90 days; null if unknown. */
  ownerAddress: string | null;
  /**
   * Appeals against rejections of the listing. After the landlord changes the listing, an open appeal is shown only
   * here.
   */
  appeals: AppealText[];
}

/**
 * The revision that the moderator saw, by default the current one. If the current revision differs, the response is 409
 * `listing.changed`.
 */
type Seen = { revision?: number };
/** Listings with the revisions that the moderator saw, in the order of the ids. */
type Several = { ids: number[]; revisions?: number[] };

/**
 * Lists the queue by `status`, by `place=unknown`, or by the words of `q`. With `q`, the response has no total.
 * `sort=waiting` is allowed with `status=pending` only. 400 `request.unknown_filter`.
 */
export const listQueue = operation(
  "GET",
  "/api/admin/listings",
  types<{
    query: { status?: string; place?: string; q?: string; sort?: string; limit?: number; offset?: number };
    answer: AdminListing[];
  }>,
);
/** Returns a listing in any status except deleted. */
export const getAdminListing = operation("GET", "/api/admin/listings/:id", types<{ answer: AdminListing }>);
export const getListingContext = operation("GET", "/api/admin/listings/:id/context", types<{ answer: ListingContext }>);
/** Edits a listing. An edit that changes only `bedrooms` or `homeType` counts as a decision. */
export const editAdminListing = operation(
  "PATCH",
  "/api/admin/listings/:id",
  types<{ body: Partial<ListingForm> & Seen; answer: ListingDecision }>,
);
/** Deletes a listing. Moderators can restore it for 30 days. 409 `appeal.open`. */
export const deleteListing = operation(
  "DELETE",
  "/api/admin/listings/:id",
  types<{ query: Seen; answer: Done & Decision }>,
);
/** Restores a deleted listing and puts it back into review; 409 `listing.gone_for_good`. */
export const restoreListing = operation("POST", "/api/admin/listings/:id/restore", types<{ answer: AdminListing }>);
/** Confirms that the type and the rent of a listing are as stated. */
export const confirmListing = operation(
  "POST",
  "/api/admin/listings/:id/confirm",
  types<{ body: Seen; answer: ListingDecision }>,
);
/** Rejects a listing and emails the reason to the landlord. */
export const rejectListing = operation(
  "POST",
  "/api/admin/listings/:id/reject",
  types<{ body: Seen & { reason: string }; answer: ListingDecision }>,
);
/** Sets the status; 409 `listing.no_contact`, `listing.closed`, `listing.confirm_scam`; 403 `appeal.same_moderator`. */
export const setListingStatus = operation(
  "PATCH",
  "/api/admin/listings/:id/status",
  types<{ body: Seen & { approved: boolean; confirmScam?: boolean }; answer: ListingDecision }>,
);
export const approveListings = operation(
  "POST",
  "/api/admin/listings/approve",
  types<{ body: Several & { confirmScam?: boolean }; answer: BulkApproval }>,
);
export const rejectListings = operation(
  "POST",
  "/api/admin/listings/reject",
  types<{ body: Several & { reason: string }; answer: BulkRejection }>,
);
/** A decision with its details: a reason, a question, the new type, or what is banned and why. */
export type BulkChoice =
  | { action: "ban"; kind: BulkBanKind; reason: string }
  | {
      action: Exclude<BulkAction, "ban">;
      reason?: string;
      text?: string;
      homeType?: HomeType | undefined;
      bedrooms?: Bedrooms | undefined;
      confirmScam?: boolean;
    };
/**
 * Makes the same decision on several listings. The decision on each listing is independent of the other decisions
 * (docs/contract.md, Moderation).
 */
export const decideOnListings = operation(
  "POST",
  "/api/admin/listings/bulk",
  types<{ body: Several & BulkChoice; answer: BulkDecision }>,
);
