import type { ListingDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { hasScamSign as notesHaveScamSign } from "../../../../worker/contracts/scam-evidence.ts";
import { announceDecision } from "../../../lib/decisions.ts";

/**
 * Returns whether a listing has a sign of a scam. A moderator must approve these listings one at a time, with a
 * confirmation.
 */
export const hasScamSign = ({ reviewNotes }: AdminListing): boolean => notesHaveScamSign(reviewNotes);

/** Returns whether a listing has no phone number, without which it cannot be approved. */
export const lacksPhone = ({ phone }: AdminListing): boolean => phone === null;

/** Splits listings into those that a bulk approval includes and those that it leaves out, grouped by reason. */
export function splitForApproval(listings: readonly AdminListing[]) {
  const [reachable, withoutPhone] = [listings.filter((one) => !lacksPhone(one)), listings.filter(lacksPhone)];
  return {
    included: reachable.filter((listing) => !hasScamSign(listing)),
    withScamSign: reachable.filter(hasScamSign),
    withoutPhone,
  };
}

/** Returns the text of a decision, such as "Approved: 2 Bedrooms - 123 Main St". */
export const actionText = (action: string, listing: AdminListing): string =>
  `${action}: ${listingTitle(listing.bedrooms, listing.address)}`;

/** Returns a handler that announces a successful decision, with Undo. */
export const decisionHandler = (title: string, action: string) => (changed: ListingDecision) =>
  announceDecision({ title, text: actionText(action, changed), decisionId: changed.decisionId });
