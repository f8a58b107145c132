import type { BulkAction, BulkDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { announceDecision } from "../../../lib/decisions.ts";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { type BulkRequest, useDecideOnAll } from "./admin-listings.queries.ts";

/** Addresses listed before the rest is counted. */
const SHOWN = 5;

/** What a bulk decision is about, as the first part of its dialog. */
export function SelectedListings({ listings }: { listings: readonly AdminListing[] }) {
  const shown = listings.slice(0, SHOWN);
  const more = listings.length - shown.length;
  const published = listings.filter(({ approved }) => approved).length;
  return (
    <div className="mb-4 text-sm">
      <ul className="grid gap-0.5">
        {shown.map(({ id, bedrooms, address }) => (
          <li key={id} className="wrap-anywhere">
            {bedrooms} - {address}
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
function announceBulkDecision(outcome: BulkDecision, asked: readonly AdminListing[]): void {
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

/**
 * Decides on several listings in one way, and shows the outcome.
 * @param failure the title of the notice that it failed
 */
export function useBulkDecision(listings: readonly AdminListing[], failure: string) {
  const decision = useDecideOnAll();
  const decide = (
    details: Omit<BulkRequest, "listings">,
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
