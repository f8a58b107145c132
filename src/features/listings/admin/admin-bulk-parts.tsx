import type { ComponentProps } from "react";
import type { BulkAction, BulkDecision } from "../../../../worker/contracts/decisions.ts";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { announceDecision } from "../../../lib/decisions.ts";
import { plural } from "../../../lib/format.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import type { BulkChoice } from "../../../../worker/contracts/moderation-queue.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { decisionHandler } from "./admin-listing-text.ts";
import { useDecideOnAll } from "./admin-listings.queries.ts";
import { AdminListingDifference, revisionAfter } from "./admin-listing-presence.tsx";

/** Maximum number of addresses listed; further addresses are only counted. */
const SHOWN = 5;

interface SelectedListingsProps {
  listings: readonly AdminListing[];
  /** Returns a text to show beside a listing. If set, all listings are shown. */
  detailOf?: ((listing: AdminListing) => string) | undefined;
}

/** Lists the listings of a bulk decision, as the first part of its dialog. */
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
      {published > 0 && <p className="mt-2 font-semibold">{publishedText(published, listings.length)}</p>}
    </div>
  );
}

/** Returns a sentence with the number of public listings. */
function publishedText(published: number, all: number): string {
  if (all === 1) return "It is on the site now.";
  if (published === all) return `${all === 2 ? "Both" : `All ${all}`} are on the site now.`;
  return `${published} of them ${published === 1 ? "is" : "are"} on the site now.`;
}

/** Maximum number of listings named in a toast; a longer list could not be read in time. */
const NAMED = 3;
/** Duration of a toast with refusals, in milliseconds. */
const REFUSALS_MS = 20_000;

/** Words for the object of an action that does not apply to the listings themselves. */
const ACTION_OBJECTS: Partial<Record<BulkAction, { noun: string; of: string }>> = {
  ask: { noun: "landlord", of: "landlords of" },
  ban: { noun: "landlord", of: "landlords of" },
  retype: { noun: "type", of: "type of" },
};

/** Participle that describes the result of each action. */
const ACTION_PARTICIPLES: Record<BulkAction, string> = {
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
 * Shows a toast about the outcome of a bulk decision, with the reasons for refused listings.
 * @param asked the listings as they were before the decision
 */
function announceBulkDecision(outcome: BulkDecision, asked: readonly AdminListing[]): void {
  const { refused, unchanged, decisionId } = outcome;
  const decided = outcome.decided.filter(({ id }) => !unchanged.includes(id));
  const action = ACTION_PARTICIPLES[outcome.action];
  const { noun = "listing", of } = ACTION_OBJECTS[outcome.action] ?? {};
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

/** Texts for a decision on a single listing that differ from those for several. */
const SINGLE_LISTING_TEXTS: Partial<Record<BulkAction, [title: string, done: string]>> = {
  reject: ["Listing status updated", "Rejected"],
  ask: ["Question goes out in two minutes", "Asked"],
  confirm: ["Type and rent confirmed", "Confirmed"],
};

/** Props of a dialog that decides on one listing or on the selected ones. */
export interface DecisionDialogProps {
  listings: readonly AdminListing[];
  onDone?(outcome: BulkDecision): void;
  onClose(): void;
}

/**
 * Returns a function that applies one decision to listings and shows the outcome. If a single listing was refused
 * because it had changed, the next attempt uses its changed version.
 * @param failure title of the error notice
 */
export function useDecision(listings: readonly AdminListing[], failure: string) {
  const decision = useDecideOnAll();
  const [only] = listings.length === 1 ? listings : [];
  const seen = only ? [{ ...only, revision: revisionAfter(decision.error, only.revision) }] : listings;
  const show = (outcome: BulkDecision) => {
    const said = only && SINGLE_LISTING_TEXTS[outcome.action];
    if (said) decisionHandler(...said)({ ...only, decisionId: outcome.decisionId });
    else announceBulkDecision(outcome, listings);
  };
  // Awaits the response, because callbacks of mutate() are lost if the listing leaves the screen before it arrives.
  const decide = async (
    choice: BulkChoice,
    { onDone, onFailed }: { onDone?(outcome: BulkDecision): void; onFailed?(error: unknown): void } = {},
  ) => {
    try {
      const outcome = await decision.mutateAsync({ ...choice, listings: seen });
      show(outcome);
      onDone?.(outcome);
    } catch (error) {
      toastFailure(failure, error);
      onFailed?.(error);
    }
  };
  return { decide, isPending: decision.isPending, error: decision.error };
}

interface DecisionFormProps extends Omit<ComponentProps<typeof FormDialog>, "description" | "isBusy" | "intro"> {
  listings: readonly AdminListing[];
  decision: Pick<ReturnType<typeof useDecision>, "isPending" | "error">;
  detailOf?(listing: AdminListing): string;
}

/** Form for a decision. The form shows the listings, and the changes made to them since they were loaded. */
export function DecisionForm({ listings, decision, detailOf, children, ...form }: DecisionFormProps) {
  const [only] = listings.length === 1 && !detailOf ? listings : [];
  return (
    <FormDialog
      {...form}
      description={only && listingTitle(only.bedrooms, only.address)}
      isBusy={decision.isPending}
      intro={
        <>
          <AdminListingDifference error={decision.error} />
          {!only && <SelectedListings listings={listings} detailOf={detailOf} />}
        </>
      }
    >
      {children}
    </FormDialog>
  );
}
