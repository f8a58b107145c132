import type { SkippedListing } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { plural } from "../../../lib/format.ts";
import { tellDecision } from "../../../lib/decisions.ts";

/** Listings named in a notification; it must be read in its time. */
const NAMED = 3;
/** A notification that names refusals is shown so long. */
const REFUSALS_MS = 20_000;

/** Whether enough in a listing speaks for a scam that it is approved by a press of its own only. */
export const hasScamSign = ({ scamBand }: AdminListing): boolean => scamBand !== "none";

/** "Approved: 2 Bedrooms - 123 Main St": what was done to a listing. */
export const deedText = (deed: string, listing: AdminListing): string =>
  `${deed}: ${listingTitle(listing.bedrooms, listing.address)}`;

interface BulkOutcome {
  /** "approved" */
  deed: string;
  decided: readonly AdminListing[];
  refused: readonly SkippedListing[];
  decisionId: string | null;
  /** As they were asked for. */
  asked: readonly AdminListing[];
}

/** Says what became of several listings that were decided on together, which were refused, and why. */
export function tellBulkDecision({ deed, decided, refused, decisionId, asked }: BulkOutcome): void {
  const named = decided.slice(0, NAMED).map(({ bedrooms, address }) => listingTitle(bedrooms, address));
  const more = decided.length - named.length;
  const text = `${deed.charAt(0).toUpperCase()}${deed.slice(1)}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const title = `${plural(decided.length, "listing")} ${deed}`;
  if (refused.length === 0) {
    tellDecision({ title, text, decisionId });
    return;
  }
  const refusals = refused.slice(0, NAMED).map(({ id, error }) => {
    const listing = asked.find((candidate) => candidate.id === id);
    return `${listing ? listingTitle(listing.bedrooms, listing.address) : `#${id}`}: ${error}`;
  });
  const unnamed = refused.length - refusals.length;
  const refusal = `${refused.length} refused. ${refusals.join(" ")}${unnamed > 0 ? ` And ${unnamed} more.` : ""}`;
  tellDecision({
    title: decided.length === 0 ? `No listing was ${deed}` : title,
    text: decided.length === 0 ? refusal : `${text}.\n${refusal}`,
    decisionId,
    variant: "destructive",
    durationMs: REFUSALS_MS,
  });
}
