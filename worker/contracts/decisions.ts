import type { ErrorCode } from "./errors.ts";
import type { AdminListing } from "./listings.ts";

/** How long a moderator's decision can be undone. Mails about it wait as long. */
export const UNDO_MS = 120_000;

/** What a moderator can decide, and take back. */
export type DecisionAction =
  | "approve"
  | "unapprove"
  | "reject"
  | "delete"
  | "dismiss"
  | "accept_changes"
  | "confirm"
  | "retype";

/** Decisions that leave a listing in its state, so that what was decided of its state before holds on. */
export const SIDE_DECISIONS: ReadonlySet<DecisionAction> = new Set(["accept_changes", "confirm", "retype"]);

/** Part of every answer to a decision. */
export interface Decided {
  /** Names the decision for its undo; null when nothing changed, such as when an approved listing is approved. */
  decisionId: string | null;
}

/** Answer to an approval, its withdrawal, a rejection, a confirmation, and an edit, which is a decision if it changes the type alone. */
export type DecidedListing = AdminListing & Decided;

/** Why one of several was left as it is. */
export interface Refusal {
  id: number;
  error: string;
  code: ErrorCode;
}

/** Listings that one call can decide on. */
export const BULK_MAX = 50;

/** Answer to an approval of several listings: each is in one of the two lists. */
export interface BulkApproval extends Decided {
  approved: AdminListing[];
  refused: Refusal[];
}

/** Answer to a rejection of several listings: each is in one of the two lists. */
export interface BulkRejection extends Decided {
  rejected: AdminListing[];
  refused: Refusal[];
}

/** Answer to an undo. An undo that is repeated changes nothing and restores nothing. */
export interface DecisionUndone {
  success: true;
  /** What was restored, for people. */
  message: string;
  /** Listings that are as they were before. */
  listings: AdminListing[];
  /** How many reports are open again. */
  reports: number;
  /** Listings that were changed after the decision. */
  refused: Refusal[];
}
