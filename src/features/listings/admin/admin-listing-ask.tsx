import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { BulkDecision, ListingDecision } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { QUESTION_MAX, QUESTION_TEMPLATES } from "../../../../worker/contracts/questions.ts";
import { plural } from "../../../lib/format.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { SelectedListings } from "./admin-listing-reject.tsx";
import { announce, announceBulkDecision } from "./admin-listing-text.ts";
import { threadKey } from "./admin-listing-thread.tsx";
import { useAskLandlord, useDecideOnAll } from "./admin-listings.queries.ts";
import { AdminListingDifference, revisionAfter } from "./admin-others-looking.tsx";

interface AdminListingAskProps {
  /** One listing, or the selected ones. */
  listings: readonly AdminListing[];
  /** Called with the first listing, as updated, and with the outcome for several. */
  onAsked?(listing: AdminListing | undefined, outcome?: BulkDecision): void;
  onClose(): void;
}

/** Asks landlords something, in own words or with one of the questions that are asked often (keys 1 to 6). */
export function AdminListingAsk({ listings, onAsked, onClose }: AdminListingAskProps) {
  const formId = useId();
  const client = useQueryClient();
  const single = useAskLandlord();
  const bulk = useDecideOnAll();
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
    if (text.trim() === "" || isPending || !first) return;
    const onError = (error: unknown) => toastFailure("Failed to ask", error);
    if (isOne) {
      const onSuccess = (asked: ListingDecision) => {
        announce("Question sent in two minutes", "Asked")(asked);
        finish(asked);
      };
      single.mutate(
        { id: first.id, text, revision: revisionAfter(single.error, first.revision) },
        { onSuccess, onError },
      );
      return;
    }
    bulk.mutate(
      { action: "ask", listings, text },
      {
        onSuccess: (outcome) => {
          announceBulkDecision(outcome, listings);
          finish(outcome.decided[0], outcome);
        },
        onError,
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!isPending}
      size="sm"
      title={isOne ? "Ask the landlord" : `Ask the landlords of ${plural(listings.length, "listing")}`}
      description={isOne && first ? listingTitle(first.bedrooms, first.address) : undefined}
      footer={
        <>
          <Button variant="ghost" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button ref={send} type="submit" form={formId} busy={isPending}>
            {isOne ? "Ask" : `Ask ${listings.length}`}
          </Button>
        </>
      }
    >
      {isOne ? <AdminListingDifference error={single.error} /> : <SelectedListings listings={listings} />}
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
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
      </form>
    </Dialog>
  );
}
