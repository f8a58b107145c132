import type { Decision } from "./decisions.ts";
import type { AdminListing } from "./listings.ts";

/** Longest appeal, and longest words of the moderator who decides it, in characters. */
export const APPEAL_MAX = 1_000;
/** Days after a rejection in which it can be appealed. */
export const APPEAL_DAYS = 30;

export type AppealState = "open" | "upheld" | "denied";

/** An appeal with its answer; `sentAt` is ISO 8601 UTC. */
export interface AppealText {
  text: string;
  state: AppealState;
  sentAt: string;
  answer: string | null;
}

/** Response of GET /api/appeals/{token}: what its holder may do about the rejection. */
export interface AppealForm {
  /** `2 Bedrooms - 123 Main St` */
  title: string;
  /** Why the listing was rejected. */
  reason: string | null;
  /** The last moment to appeal, ISO 8601 UTC. */
  until: string;
  /** Whether the link can still be used: in time, and not used yet. */
  canAppeal: boolean;
  /** What was sent; null before. */
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
  /** Why the listing was rejected, and when. */
  reason: string | null;
  rejectedAt: string;
  /** Whether the moderator who asks may decide it: where there are several, not the one who rejected. */
  canDecide: boolean;
  listing: AdminListing;
}

/** Response to the decision of an appeal. */
export type AppealDecided = AdminListing & Decision;
