import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { BulkDecision } from "../../../../worker/contracts/decisions.ts";
import type { AdminListing } from "../../../../worker/contracts/listings.ts";
import { EVIDENCE_PERCENT } from "../../../../worker/contracts/market.ts";
import { QUESTION_MAX, QUESTION_TEMPLATES } from "../../../../worker/contracts/questions.ts";
import { plural } from "../../../lib/format.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextArea } from "../../../ui/field.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { type DecisionDialogProps, DecisionForm, useDecision } from "./admin-bulk-parts.tsx";
import { threadKey } from "./admin-listing-thread.tsx";

/** The question about a rent that is not unusually low. */
const USUAL_RENT =
  "Is the rent in your listing the monthly rent for the whole home, and does it include everything a renter has to pay?";

/** Returns the frequent questions. The question about an unusually low rent is only for rents far below the market. */
function questionsFor(listings: readonly AdminListing[]): readonly { label: string; text: string }[] {
  const [rent, ...others] = QUESTION_TEMPLATES;
  const isLow = listings.every(({ belowMarketPercent }) => (belowMarketPercent ?? 0) >= EVIDENCE_PERCENT);
  return [isLow ? rent : { ...rent, text: USUAL_RENT }, ...others];
}

/**
 * Form that asks landlords a question, in the moderator's own words or as one of the frequent questions (keys 1 to 6).
 */
export function AdminQuestionForm({ listings, onDone, onClose }: DecisionDialogProps) {
  const client = useQueryClient();
  const decision = useDecision(listings, "Failed to ask");
  const isOne = listings.length === 1;
  const questions = questionsFor(listings);
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const send = useRef<HTMLButtonElement>(null);

  const begin = (question: string) => {
    setText(question);
    send.current?.focus();
  };
  useShortcut(/^[1-9]$/, (key) => {
    const question = questions[Number(key) - 1];
    if (question) begin(question.text);
  });
  const finish = (outcome: BulkDecision) => {
    for (const { id } of listings) void client.invalidateQueries({ queryKey: threadKey(id) });
    onClose();
    onDone?.(outcome);
  };
  const ask = () => {
    setIsMissing(text.trim() === "");
    if (text.trim() !== "") void decision.decide({ action: "ask", text }, { onDone: finish });
  };
  return (
    <DecisionForm
      listings={listings}
      decision={decision}
      title={isOne ? "Ask the landlord" : `Ask the landlords of ${plural(listings.length, "listing")}`}
      submitLabel={isOne ? "Ask" : `Ask ${listings.length}`}
      submitRef={send}
      onSubmit={ask}
      onClose={onClose}
    >
      <ul aria-label="Begin with" className="flex flex-wrap gap-2">
        {questions.map(({ label, text: question }, at) => (
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
        hint={`We email it to ${isOne ? "the landlord" : "each landlord"} as written. The answer appears with the listing.`}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={4}
            maxLength={QUESTION_MAX}
            value={text}
            readOnly={decision.isPending}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </DecisionForm>
  );
}
