import { useId, useRef, useState } from "react";
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
import { Choice } from "../../../ui/choice.tsx";
import { Field, FieldError, TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { SelectedListings, useBulkDecision } from "./admin-bulk-parts.tsx";
import { useRejectListing } from "./admin-listings.queries.ts";
import { AdminListingDifference, revisionAfter } from "./admin-others-looking.tsx";
import { announce } from "./admin-listing-text.ts";

interface AdminListingRejectProps {
  /** One listing, or the selected ones. */
  listings: readonly AdminListing[];
  /** Called with the first listing, as updated, and with the outcome for several. */
  onRejected?(listing: AdminListing | undefined, outcome?: BulkDecision): void;
  onClose(): void;
}

/** Rejects listings for a reason that is mailed to their landlords. */
export function AdminListingReject({ listings, onRejected, onClose }: AdminListingRejectProps) {
  const problemId = useId();
  const [choice, setChoice] = useState<RejectionCode | "own" | null>(null);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const single = useRejectListing();
  const bulk = useBulkDecision(listings, "Failed to update listing status");
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

  const showProblem = (error: unknown) =>
    setProblem(error instanceof ApiError ? error.body?.fields?.reason : undefined);
  const finish = (rejected: AdminListing | undefined, outcome?: BulkDecision) => {
    onClose();
    onRejected?.(rejected, outcome);
  };

  const submit = () => {
    if (!first) return;
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
        {
          onSuccess,
          onError: (error) => {
            toastFailure("Failed to update listing status", error);
            showProblem(error);
          },
        },
      );
      return;
    }
    bulk.decide(
      { action: "reject", reason },
      { onDone: (outcome) => finish(outcome.decided[0], outcome), onFailed: showProblem },
    );
  };

  return (
    <FormDialog
      title={isOne ? "Reject this listing?" : `Reject ${plural(listings.length, "listing")}?`}
      description={isOne && first ? listingTitle(first.bedrooms, first.address) : undefined}
      submitLabel={isOne ? "Reject Listing" : `Reject ${listings.length}`}
      submitTone="danger"
      submitRef={submitButton}
      isBusy={isPending}
      className=""
      onSubmit={submit}
      onClose={onClose}
      intro={isOne ? <AdminListingDifference error={single.error} /> : <SelectedListings listings={listings} />}
    >
      <fieldset aria-describedby={problem && choice === null ? problemId : undefined}>
        <legend className="text-sm font-medium">Why?</legend>
        {REJECTION_CODES.map((code, at) => (
          <Choice key={code} type="radio" name="reason" checked={choice === code} onChange={() => setChoice(code)}>
            {REJECTIONS[code].label} <ShortcutKey>{String(at + 1)}</ShortcutKey>
          </Choice>
        ))}
        <Choice type="radio" name="reason" checked={choice === "own"} onChange={() => setChoice("own")}>
          In my own words
        </Choice>
        {problem && choice === null && <FieldError id={problemId}>{problem}</FieldError>}
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
          <blockquote className="mt-1 border-l-2 border-line-strong pl-3 text-sm">{REJECTIONS[choice].text}</blockquote>
        )
      )}
      <p className="mt-2 text-sm text-ink-muted">
        {isOne && first
          ? `This text is mailed to the landlord, ${first.email}. The listing leaves the site until they have changed it and it has been reviewed again.`
          : "This text is mailed to each landlord. The listings leave the site until they have been changed and reviewed again."}
      </p>
    </FormDialog>
  );
}
