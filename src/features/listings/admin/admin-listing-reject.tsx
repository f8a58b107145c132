import { useId, useRef, useState, type FormEvent } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import {
  type BulkDecision,
  type ListingDecision,
  REJECTION_CODES,
  REJECTION_MAX,
  type RejectionCode,
  REJECTIONS,
} from "../../../../worker/contracts/decisions.ts";
import { ApiError } from "../../../lib/api.ts";
import { plural } from "../../../lib/format.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, FieldError, TextArea } from "../../../ui/field.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { useDecideOnAll, useRejectListing } from "./admin-listings.queries.ts";
import { AdminListingDifference, revisionAfter } from "./admin-others-looking.tsx";
import { announce, announceBulkDecision } from "./admin-listing-text.ts";

/** Addresses listed before the rest is counted. */
const SHOWN = 5;

interface AdminListingRejectProps {
  /** One listing, or the selected ones. */
  listings: readonly AdminListing[];
  /** Called with the first listing, as updated, and with the outcome for several. */
  onRejected?(listing: AdminListing | undefined, outcome?: BulkDecision): void;
  onClose(): void;
}

/** Rejects listings for a reason that is mailed to their landlords. */
export function AdminListingReject({ listings, onRejected, onClose }: AdminListingRejectProps) {
  const formId = useId();
  const [choice, setChoice] = useState<RejectionCode | "own" | null>(null);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const single = useRejectListing();
  const bulk = useDecideOnAll();
  const isPending = single.isPending || bulk.isPending;
  const [first] = listings;
  const isOne = listings.length === 1;

  useShortcut(/^[1-9]$/, (key) => {
    const code = REJECTION_CODES[Number(key) - 1];
    if (!code) return;
    setChoice(code);
    // Enter sends it.
    submitButton.current?.focus();
  });

  const fail = (error: unknown) => {
    toastFailure("Failed to update listing status", error);
    setProblem(error instanceof ApiError ? error.body?.fields?.reason : undefined);
  };
  const finish = (rejected: AdminListing | undefined, outcome?: BulkDecision) => {
    onClose();
    onRejected?.(rejected, outcome);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || !first) return;
    const reason = choice === "own" ? words.trim() : choice;
    if (!reason) {
      setProblem(choice === null ? "Please choose a reason." : "Please give a reason.");
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    if (isOne) {
      const onSuccess = (rejected: ListingDecision) => {
        announce("Listing status updated", "Rejected")(rejected);
        finish(rejected);
      };
      single.mutate(
        { id: first.id, reason, revision: revisionAfter(single.error, first.revision) },
        { onSuccess, onError: fail },
      );
      return;
    }
    bulk.mutate(
      { action: "reject", listings, reason },
      {
        onSuccess: (outcome) => {
          announceBulkDecision(outcome, listings);
          finish(outcome.decided[0], outcome);
        },
        onError: fail,
      },
    );
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isPending}
      size="sm"
      title={isOne ? "Reject this listing?" : `Reject ${plural(listings.length, "listing")}?`}
      description={isOne && first ? listingTitle(first.bedrooms, first.address) : undefined}
      footer={
        <>
          <Button variant="ghost" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button ref={submitButton} type="submit" form={formId} variant="danger" busy={isPending}>
            {isOne ? "Reject Listing" : `Reject ${listings.length}`}
          </Button>
        </>
      }
    >
      {isOne ? <AdminListingDifference error={single.error} /> : <SelectedListings listings={listings} />}
      <form id={formId} noValidate onSubmit={submit}>
        <fieldset aria-describedby={problem && choice === null ? `${formId}-problem` : undefined}>
          <legend className="text-sm font-medium">Why?</legend>
          {REJECTION_CODES.map((code, at) => (
            <Choice key={code} type="radio" name="reason" checked={choice === code} onChange={() => setChoice(code)}>
              {REJECTIONS[code].label} <ShortcutKey>{String(at + 1)}</ShortcutKey>
            </Choice>
          ))}
          <Choice type="radio" name="reason" checked={choice === "own"} onChange={() => setChoice("own")}>
            In my own words
          </Choice>
          {problem && choice === null && <FieldError id={`${formId}-problem`}>{problem}</FieldError>}
        </fieldset>
        {choice === "own" ? (
          <Field label="Reason" required error={problem}>
            {(ids) => (
              <TextArea
                {...ids}
                ref={input}
                maxLength={REJECTION_MAX}
                value={words}
                readOnly={isPending}
                onChange={(event) => setWords(event.target.value)}
              />
            )}
          </Field>
        ) : (
          choice !== null && (
            <blockquote className="mt-1 border-l-2 border-line-strong pl-3 text-sm">
              {REJECTIONS[choice].text}
            </blockquote>
          )
        )}
        <p className="mt-2 text-sm text-ink-muted">
          {isOne && first
            ? `This text is mailed to the landlord, ${first.email}. The listing leaves the site until they have changed it and it has been reviewed again.`
            : "This text is mailed to each landlord. The listings leave the site until they have been changed and reviewed again."}
        </p>
      </form>
    </Dialog>
  );
}

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
