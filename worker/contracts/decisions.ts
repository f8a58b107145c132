import type { ListingDifference } from "./audit.ts";
import type { ErrorCode } from "./errors.ts";
import type { AdminListing } from "./listings.ts";
import { type Done, operation, types } from "./operation.ts";

/** Time during which a moderator can undo a decision. Emails about the decision wait until it has passed. */
export const UNDO_MS = 120_000;

/** Fields of every response to a decision. */
export interface Decision {
  /** Id for undoing the decision; null when nothing changed, such as when an approved listing is approved again. */
  decisionId: string | null;
}

/**
 * Response to an approval, its withdrawal, a rejection, a confirmation or an edit. An edit counts as a decision only if
 * it changes nothing but `bedrooms` or `homeType`.
 */
export type ListingDecision = AdminListing & Decision;

/** A listing that a bulk decision did not change, and the reason. */
export interface SkippedListing {
  id: number;
  error: string;
  code: ErrorCode;
  /** Changes since the moderator saw the listing, if these changes are the reason. */
  difference?: ListingDifference;
}

/** Maximum number of listings in one bulk decision. */
export const BULK_MAX = 50;

/** Response to a bulk approval: each listing is in one of the two lists. */
export interface BulkApproval extends Decision {
  approved: AdminListing[];
  refused: SkippedListing[];
}

/** Response to a bulk rejection: each listing is in one of the two lists. */
export interface BulkRejection extends Decision {
  rejected: AdminListing[];
  refused: SkippedListing[];
}

/** Actions of a bulk decision. */
export const BULK_ACTIONS = [
  "approve",
  "unapprove",
  "reject",
  "delete",
  "confirm",
  "dismiss",
  "ask",
  "retype",
  "ban",
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/**
 * Kinds of bans for the landlords of several listings at once. Moderators review photos one by one, so photos are not
 * included.
 */
export const BULK_BAN_KINDS = ["phone", "address", "network"] as const;
export type BulkBanKind = (typeof BULK_BAN_KINDS)[number];

/** Response to a bulk decision: each listing is in one of the two lists. */
export interface BulkDecision extends Decision {
  action: BulkAction;
  /** The listings that the decision changed. A deleted listing is shown as it was before. */
  decided: AdminListing[];
  /** Ids of the selected listings that needed no change. */
  unchanged: number[];
  refused: SkippedListing[];
  /** Number of open reports that were dismissed. */
  dismissed?: number;
}

/** The result of undoing a decision. */
export interface DecisionUndone extends Done {
  /** Message that states what was restored. */
  message: string;
  listings: AdminListing[];
  /** Number of reports that were reopened. */
  reports: number;
  /** Number of bans restored to their previous state; absent if the decision changed no bans. */
  bans?: number;
  /** Listings that were not restored because someone changed them after the decision. */
  refused: SkippedListing[];
}

/** Maximum length of a reason in a moderator's own words, in characters. */
export const REJECTION_MAX = 1_000;

/**
 * Reasons for rejecting a listing: a label for moderators, and a text for the landlord, shown in the email and on the
 * listing's page. No text accuses the landlord, who may be honest.
 */
export const REJECTIONS = {
  not_below_market: {
    label: "Not below market",
    text: "The rent is not below what similar homes in the area ask for, and we only list homes that are. If you can lower the rent, please change it and we will look at the listing again.",
  },
  scam: {
    label: "Could not be verified",
    text: "We could not confirm some of the details, so we cannot show this listing to renters. That happens to honest landlords too. Please make sure that the address, photos, name and phone number are your own and up to date, and leave out any request for money before a viewing. We will then look at it again.",
  },
  duplicate: {
    label: "Duplicate",
    text: "This home seems to be listed with us already. To keep things simple for renters we show each home once. If it is a different home, please add its unit number or describe what sets it apart, and we will look again.",
  },
  not_a_home: {
    label: "Not a home to rent",
    text: "This does not look like a home for rent by the month. We do not list parking, storage, offices, short stays or requests for housing. If we misread it, please describe the home and we will look again.",
  },
  outside_area: {
    label: "Outside the area",
    text: "The address is outside Toronto and the Greater Toronto Area, which is all we cover. If the address has a mistake in it, please correct it and we will look again.",
  },
  wording: {
    label: "Unsuitable wording",
    text: "Part of the description is something we cannot publish, for example a requirement that Ontario's rental law does not allow, or wording that leaves people out. Please rephrase it and we will gladly look again.",
  },
  other: {
    label: "Another reason",
    text: "We cannot publish this listing as it is. Please check that every detail is complete and correct, and we will look at it again. If you are not sure what to change, write to us: the address is on our contact page.",
  },
} as const satisfies Record<string, { label: string; text: string }>;

export type RejectionCode = keyof typeof REJECTIONS;

/** Codes of the rejection reasons, in display order. */
export const REJECTION_CODES = Object.keys(REJECTIONS) as RejectionCode[];

/**
 * Undoes a decision within {@link UNDO_MS}. Repeating the undo has no effect. 404 `decision.not_found`; 409
 * `decision.too_late`, or `decision.overtaken` if everything has changed since.
 */
export const undoDecision = operation("POST", "/api/admin/decisions/:id/undo", types<{ answer: DecisionUndone }>);
