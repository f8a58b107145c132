import type { BulkAction, BulkDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { announceDecision } from "../../../lib/decisions.ts";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import type { BulkChoice } from "../../../../worker/contracts/moderation-queue.ts";
import { useDecideOnAll } from "./admin-listings.queries.ts";

/** Addresses listed before the rest is counted. */
const SHOWN = 5;

interface SelectedListingsProps {
  listings: readonly AdminListing[];
  /** What of each is decided on. All listings are shown then. */
  detailOf?(listing: AdminListing): string;
}

/** What a bulk decision is about, as the first part of its dialog. */
export function SelectedListings({ listings, detailOf }: SelectedListingsProps) {
  const shown = detailOf ? listings : listings.slice(0, SHOWN);
  const more = listings.length - shown.length;
  const published = listings.filter(({ approved }) => approved).length;
  return (
    <div className="mb-4 text-sm">
      <ul className="grid gap-0.5">
        {shown.map((listing) => (
          <li key={listing.id} className="wrap-anywhere">
            {listing.bedrooms} - <span translate="no">{listing.address}</span>
            {detailOf && (
              <>
                : <strong className="font-semibold">{detailOf(listing)}</strong>
              </>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-muted">And {plural(more, "other")}.</p>}
      {published > 0 && <p className="mt-2 font-semibold">{published} of them on the site now.</p>}
    </div>
  );
}

/** Listings named in a toast, so that it can be read in time. */
const NAMED = 3;
/** Toast duration with refusals, in milliseconds. */
const REFUSALS_MS = 20_000;

/** What of the listings an action concerns, where it is not the listings themselves. */
const CONCERNED: Partial<Record<BulkAction, { noun: string; of: string }>> = {
  ask: { noun: "landlord", of: "landlords of" },
  ban: { noun: "landlord", of: "landlords of" },
  retype: { noun: "type", of: "type of" },
};

/** What became of listings or their landlords, by the action. */
const DONE: Record<BulkAction, string> = {
  approve: "approved",
  unapprove: "unapproved",
  reject: "rejected",
  delete: "deleted",
  confirm: "confirmed",
  dismiss: "cleared of reports",
  ask: "asked",
  retype: "changed",
  ban: "banned",
};

/**
 * Shows the outcome of a bulk decision, including refused listings with their reasons.
 * @param asked the requested listings, before the change
 */
function announceBulkDecision(outcome: BulkDecision, asked: readonly AdminListing[]): void {
  const { refused, unchanged, decisionId } = outcome;
  const decided = outcome.decided.filter(({ id }) => !unchanged.includes(id));
  const action = DONE[outcome.action];
  const { noun = "listing", of } = CONCERNED[outcome.action] ?? {};
  const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
  const named = decided.slice(0, NAMED).map(({ bedrooms, address }) => listingTitle(bedrooms, address));
  const more = decided.length - named.length;
  const same = unchanged.length > 0 ? `${plural(unchanged.length, "listing")} needed no change.` : "";
  const done = `${capital(action)}: ${of ? `the ${of} ` : ""}${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const sentence = (words: string) => (words.endsWith(".") ? words : `${words}.`);
  const text = [decided.length > 0 && (same ? sentence(done) : done), same].filter(Boolean).join(" ");
  const title =
    decided.length === 0
      ? `No ${noun} was ${action}`
      : `${of ? `${capital(of)} ` : ""}${plural(decided.length, "listing")} ${action}`;
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
    title,
    text: text === "" ? refusal : `${sentence(text)}\n${refusal}`,
    decisionId,
    variant: "destructive",
    durationMs: REFUSALS_MS,
  });
}

/**
 * Decides on several listings in one way, and shows the outcome.
 * @param failure the title of the notice that it failed
 */
export function useBulkDecision(listings: readonly AdminListing[], failure: string) {
  const decision = useDecideOnAll();
  const decide = (
    details: BulkChoice,
    { onDone, onFailed }: { onDone(outcome: BulkDecision): void; onFailed?(error: unknown): void },
  ) =>
    decision.mutate(
      { ...details, listings },
      {
        onSuccess: (outcome) => {
          announceBulkDecision(outcome, listings);
          onDone(outcome);
        },
        onError: (error) => {
          toastFailure(failure, error);
          onFailed?.(error);
        },
      },
    );
  return { decide, isPending: decision.isPending };
}
