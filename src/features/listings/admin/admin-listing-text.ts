import type { ListingDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { hasScamSign as notesHaveScamSign } from "../../../../worker/contracts/scam-evidence.ts";
import { announceDecision } from "../../../lib/decisions.ts";

/** Listings with a sign of a scam are approved one at a time, after a confirmation. */
export const hasScamSign = ({ reviewNotes }: AdminListing): boolean => notesHaveScamSign(reviewNotes);

/** "Approved: 2 Bedrooms - 123 Main St". */
export const actionText = (action: string, listing: AdminListing): string =>
  `${action}: ${listingTitle(listing.bedrooms, listing.address)}`;

/** Handles a successful decision by showing it with an undo. */
export const announce = (title: string, action: string) => (changed: ListingDecision) =>
  announceDecision({ title, text: actionText(action, changed), decisionId: changed.decisionId });
