import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { listingTitle } from "../../../../worker/contracts/listing-names.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { QUESTION_MAX, QUESTION_TEMPLATES } from "../../../../worker/contracts/questions.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { toastFailure } from "../../../lib/toast-failure.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { useAskLandlord } from "./admin-listings.queries.ts";
import { announce } from "./admin-listing-text.ts";
import { threadKey } from "./admin-listing-thread.tsx";

interface AdminListingAskProps {
  listing: AdminListing;
  onAsked?: ((listing: AdminListing) => void) | undefined;
  onClose(): void;
}

/** Asks the landlord something, in own words or with one of the questions that are asked often (keys 1 to 6). */
export function AdminListingAsk({ listing, onAsked, onClose }: AdminListingAskProps) {
  const formId = useId();
  const client = useQueryClient();
  const asking = useAskLandlord();
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
  const ask = () => {
    setIsMissing(text.trim() === "");
    if (text.trim() === "" || asking.isPending) return;
    asking.mutate(
      { id: listing.id, text },
      {
        onSuccess: (asked) => {
          announce("Question sent in two minutes", "Asked")(asked);
          void client.invalidateQueries({ queryKey: threadKey(listing.id) });
          onClose();
          onAsked?.(asked);
        },
        onError: (error) => toastFailure("Failed to ask", error),
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      mayClose={!asking.isPending}
      size="sm"
      title="Ask the landlord"
      description={listingTitle(listing.bedrooms, listing.address)}
      footer={
        <>
          <Button variant="ghost" disabled={asking.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button ref={send} type="submit" form={formId} busy={asking.isPending}>
            Ask
          </Button>
        </>
      }
    >
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
          hint="It is mailed to the landlord in these words. The answer appears here."
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={4}
              maxLength={QUESTION_MAX}
              value={text}
              readOnly={asking.isPending}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
