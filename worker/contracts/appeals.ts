import type { Decision } from "./decisions.ts";
import type { AdminListing } from "./listings.ts";
import { type DoneWithMessage, operation, types } from "./operation.ts";

/** Maximum length of an appeal, and of the moderator's answer to it, in characters. */
export const APPEAL_MAX = 1_000;
/** Days after a rejection in which it can be appealed. */
export const APPEAL_DAYS = 30;

export type AppealState = "open" | "upheld" | "denied";

/** An appeal with the moderator's answer. `sentAt` is ISO 8601 UTC. */
export interface AppealText {
  text: string;
  state: AppealState;
  sentAt: string;
  answer: string | null;
}

/** The data of the page that the link in a rejection email opens. */
export interface AppealForm {
  /** Title of the listing: `2 Bedrooms - 123 Main St`. */
  title: string;
  /** Reason why the listing was rejected. */
  reason: string | null;
  /** The time until which the landlord can appeal, ISO 8601 UTC. */
  until: string;
  /** True if the link is neither expired nor used. */
  canAppeal: boolean;
  /** The landlord's appeal; null if the landlord has not appealed. */
  appeal: AppealText | null;
}

export const APPEALED_MESSAGE =
  "We received your appeal. A person reads it and answers by email, usually within a few days.";

/** An open appeal in the moderators' queue. */
export interface AdminAppeal {
  id: number;
  listingId: number;
  text: string;
  sentAt: string;
  /** Reason and time of the listing's rejection. */
  reason: string | null;
  rejectedAt: string;
  /**
   * True if the moderator who makes the request may decide the appeal. The moderator who rejected the listing may not,
   * if there are others.
   */
  canDecide: boolean;
  listing: AdminListing;
}

/** A listing whose appeal was decided. */
export type AppealDecided = AdminListing & Decision;

/** Returns the content of an appeal page; 404 `appeal.invalid_link`. */
export const getAppeal = operation("GET", "/api/appeals/:token", types<{ answer: AppealForm }>);
/** Sends an appeal, once and within {@link APPEAL_DAYS} of the rejection; 409 `appeal.repeated`, `appeal.too_late`. */
export const sendAppeal = operation(
  "POST",
  "/api/appeals/:token",
  types<{ body: { text: string }; answer: AppealForm & DoneWithMessage }>,
);
/** Lists open appeals, the oldest first. */
export const listAppeals = operation(
  "GET",
  "/api/admin/appeals",
  types<{ query: { limit?: number; offset?: number }; answer: AdminAppeal[] }>,
);
/**
 * Decides an appeal; 404 `appeal.not_found`; 409 `appeal.closed`, `listing.confirm_scam`; 403 `appeal.same_moderator`
 * for the moderator who rejected the listing, if there is another moderator.
 */
export const decideAppeal = operation(
  "POST",
  "/api/admin/appeals/:id/decide",
  types<{
    body: { outcome: "approve" | "review" | "deny"; text?: string; confirmScam?: boolean };
    answer: AppealDecided;
  }>,
);
