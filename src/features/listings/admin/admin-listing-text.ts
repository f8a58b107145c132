import type { BulkAction, BulkDecision, ListingDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { hasScamSign as notesHaveScamSign } from "../../../../worker/contracts/scam-evidence.ts";
import { plural } from "../../../lib/format.ts";
import { announceDecision } from "../../../lib/decisions.ts";

/** Listings named in a toast, so that it can be read in time. */
const NAMED = 3;
/** Toast duration with refusals, in milliseconds. */
const REFUSALS_MS = 20_000;

/** Listings with a sign of a scam are approved one at a time, after a confirmation. */
export const hasScamSign = ({ reviewNotes }: AdminListing): boolean => notesHaveScamSign(reviewNotes);

/** "Approved: 2 Bedrooms - 123 Main St". */
export const actionText = (action: string, listing: AdminListing): string =>
  `${action}: ${listingTitle(listing.bedrooms, listing.address)}`;

/** Handles a successful decision by showing it with an undo. */
export const announce = (title: string, action: string) => (changed: ListingDecision) =>
  announceDecision({ title, text: actionText(action, changed), decisionId: changed.decisionId });

/** Actions that concern the landlords of the listings. */
const OF_LANDLORDS: ReadonlySet<BulkAction> = new Set(["ask", "ban"]);

/** What became of listings or their landlords, by the action. */
const DONE: Record<BulkAction, string> = {
  approve: "approved",
  unapprove: "unapproved",
  reject: "rejected",
  delete: "deleted",
  confirm: "confirmed",
  dismiss: "cleared of reports",
  ask: "asked",
  retype: "listed as another type",
  ban: "banned",
};

/**
 * Shows the outcome of a bulk decision, including refused listings with their reasons.
 * @param asked the requested listings, before the change
 */
export function announceBulkDecision(outcome: BulkDecision, asked: readonly AdminListing[]): void {
  const { decided, refused, decisionId } = outcome;
  const action = DONE[outcome.action];
  const isOfLandlords = OF_LANDLORDS.has(outcome.action);
  const named = decided.slice(0, NAMED).map(({ bedrooms, address }) => listingTitle(bedrooms, address));
  const more = decided.length - named.length;
  const text = `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${isOfLandlords ? "the landlords of " : ""}${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const title = `${isOfLandlords ? "Landlords of " : ""}${plural(decided.length, "listing")} ${action}`;
  if (refused.length === 0) {
    announceDecision({ title, text, decisionId });
    return;
  }
  const refusals = refused.slice(0, NAMED).map(({ id, error }) => {
    const listing = asked.find((candidate) => candidate.id === id);
    return `${listing ? listingTitle(listing.bedrooms, listing.address) : `#${id}`}: ${error}`;
  });
  const unnamed = refused.length - refusals.length;
  const refusal = `${refused.length} refused. ${refusals.join(" ")}${unnamed > 0 ? ` And ${unnamed} more.` : ""}`;
  announceDecision({
    title: decided.length === 0 ? `No ${isOfLandlords ? "landlord" : "listing"} was ${action}` : title,
    text: decided.length === 0 ? refusal : `${text}.\n${refusal}`,
    decisionId,
    variant: "destructive",
    durationMs: REFUSALS_MS,
  });
}
