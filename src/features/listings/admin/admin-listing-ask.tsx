import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { BulkDecision, ListingDecision } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { QUESTION_MAX, QUESTION_TEMPLATES } from "../../../../worker/contracts/questions.ts";
import { plural } from "../../../lib/format.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { SelectedListings, useBulkDecision } from "./admin-bulk-parts.tsx";
import { announce } from "./admin-listing-text.ts";
import { threadKey } from "./admin-listing-thread.tsx";
import { useAskLandlord } from "./admin-listings.queries.ts";
import { AdminListingDifference, revisionAfter } from "./admin-others-looking.tsx";

const FAILURE = "Failed to ask";

interface AdminListingAskProps {
  /** One listing, or the selected ones. */
  listings: readonly AdminListing[];
  /** Called with the first listing, as updated, and with the outcome for several. */
  onAsked?(listing: AdminListing | undefined, outcome?: BulkDecision): void;
  onClose(): void;
}

/** Asks landlords something, in own words or with one of the questions that are asked often (keys 1 to 6). */
export function AdminListingAsk({ listings, onAsked, onClose }: AdminListingAskProps) {
  const client = useQueryClient();
  const single = useAskLandlord();
  const bulk = useBulkDecision(listings, FAILURE);
  const isPending = single.isPending || bulk.isPending;
  const [first] = listings;
  const isOne = listings.length === 1;
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const send = useRef<HTMLButtonElement>(null);

  const begin = (question: string) => {
    setText(question);
    send.current?.focus();
  };
  useShortcut(/^[1-9]$/, (key) => {
    const template = QUESTION_TEMPLATES[Number(key) - 1];
    if (template) begin(template.text);
  });
  const finish = (asked: AdminListing | undefined, outcome?: BulkDecision) => {
    for (const { id } of listings) void client.invalidateQueries({ queryKey: threadKey(id) });
    onClose();
    onAsked?.(asked, outcome);
  };
  const ask = () => {
    setIsMissing(text.trim() === "");
    if (text.trim() === "" || !first) return;
    if (isOne) {
      const onSuccess = (asked: ListingDecision) => {
        announce("Question sent in two minutes", "Asked")(asked);
        finish(asked);
      };
      single.mutate(
        { id: first.id, text, revision: revisionAfter(single.error, first.revision) },
        { onSuccess, onError: (error) => toastFailure(FAILURE, error) },
      );
      return;
    }
    bulk.decide({ action: "ask", text }, { onDone: (outcome) => finish(outcome.decided[0], outcome) });
  };
  return (
    <FormDialog
      title={isOne ? "Ask the landlord" : `Ask the landlords of ${plural(listings.length, "listing")}`}
      description={isOne && first ? listingTitle(first.bedrooms, first.address) : undefined}
      submitLabel={isOne ? "Ask" : `Ask ${listings.length}`}
      submitRef={send}
      isBusy={isPending}
      onSubmit={ask}
      onClose={onClose}
      intro={isOne ? <AdminListingDifference error={single.error} /> : <SelectedListings listings={listings} />}
    >
      <ul aria-label="Begin with" className="flex flex-wrap gap-2">
        {QUESTION_TEMPLATES.map(({ label, text: question }, at) => (
          <li key={label}>
            <Button size="sm" variant="secondary" aria-keyshortcuts={String(at + 1)} onClick={() => begin(question)}>
              {label}
              <ShortcutKey>{String(at + 1)}</ShortcutKey>
            </Button>
          </li>
        ))}
      </ul>
      <Field
        label="Question"
        required
        error={isMissing ? "Please write a question." : undefined}
        hint={`It is mailed to ${isOne ? "the landlord" : "each landlord"} in these words. The answer appears beside the listing.`}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={4}
            maxLength={QUESTION_MAX}
            value={text}
            readOnly={isPending}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
