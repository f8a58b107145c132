import type { ListingDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { hasScamSign as notesHaveScamSign } from "../../../../worker/contracts/scam-evidence.ts";
import { announceDecision } from "../../../lib/decisions.ts";

/** Returns whether a listing has a scam sign; such listings are approved one at a time, after a confirmation. */
export const hasScamSign = ({ reviewNotes }: AdminListing): boolean => notesHaveScamSign(reviewNotes);

/** Returns "Approved: 2 Bedrooms - 123 Main St". */
export const actionText = (action: string, listing: AdminListing): string =>
  `${action}: ${listingTitle(listing.bedrooms, listing.address)}`;

/** Returns a handler that shows a successful decision with Undo. */
export const decisionHandler = (title: string, action: string) => (changed: ListingDecision) =>
  announceDecision({ title, text: actionText(action, changed), decisionId: changed.decisionId });
