import { useId, useRef, useState } from "react";
import {
  REJECTION_CODES,
  REJECTION_MAX,
  type RejectionCode,
  REJECTIONS,
} from "../../../../worker/contracts/decisions.ts";
import { ApiError } from "../../../lib/api.ts";
import { plural } from "../../../lib/format.ts";
import { useShortcut } from "../../../lib/shortcuts.ts";
import { Choice } from "../../../ui/choice.tsx";
import { Field, FieldError, TextArea } from "../../../ui/field.tsx";
import { ShortcutKey } from "../../../ui/shortcut-key.tsx";
import { type DecisionDialogProps, DecisionForm, useDecision } from "./admin-bulk-parts.tsx";

interface AdminListingRejectProps extends DecisionDialogProps {
  /** True for a reported listing; the texts then say "Take down" instead of "Reject". */
  isTakeDown?: boolean;
  /** The preselected reason. */
  reason?: RejectionCode | null;
}

/** Form that rejects listings for a reason, which is emailed to their landlords. */
export function AdminListingReject({
  listings,
  isTakeDown = false,
  reason: suggested = null,
  onDone,
  onClose,
}: AdminListingRejectProps) {
  const problemId = useId();
  const [choice, setChoice] = useState<RejectionCode | "own" | null>(suggested);
  const [words, setWords] = useState("");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLTextAreaElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const decision = useDecision(listings, "Failed to update listing status");
  const [first] = listings;
  const isOne = listings.length === 1;
  const verb = isTakeDown ? "Take down" : "Reject";

  useShortcut(/^[1-9]$/, (key) => {
    const code = REJECTION_CODES[Number(key) - 1];
    if (!code) return;
    setChoice(code);
    // Focused, so that Enter submits the form.
    submitButton.current?.focus();
  });

  const submit = () => {
    const reason = choice === "own" ? words.trim() : choice;
    if (!reason) {
      setProblem(choice === null ? "Please choose a reason." : "Please give a reason.");
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    void decision.decide(
      { action: "reject", reason },
      {
        onDone: (outcome) => {
          onClose();
          onDone?.(outcome);
        },
        onFailed: (error) => setProblem(error instanceof ApiError ? error.body?.fields?.reason : undefined),
      },
    );
  };

  return (
    <DecisionForm
      listings={listings}
      decision={decision}
      title={isOne ? `${verb} this listing?` : `${verb} ${plural(listings.length, "listing")}?`}
      submitLabel={isTakeDown ? "Take Down" : isOne ? "Reject Listing" : `Reject ${listings.length}`}
      submitTone="danger"
      submitRef={submitButton}
      className=""
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset aria-describedby={problem && choice === null ? problemId : undefined}>
        <legend className="text-sm font-medium">Why?</legend>
        {REJECTION_CODES.map((code, at) => (
          <Choice key={code} type="radio" name="reason" checked={choice === code} onChange={() => setChoice(code)}>
            {code === "other" ? "Other (standard text)" : REJECTIONS[code].label}{" "}
            <ShortcutKey>{String(at + 1)}</ShortcutKey>
          </Choice>
        ))}
        <Choice type="radio" name="reason" checked={choice === "own"} onChange={() => setChoice("own")}>
          Write my own reason
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
              readOnly={decision.isPending}
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
        {isOne && first ? (
          <>
            We email your reason to <span className="inline-block">{first.email}</span>. The listing stays off the site
            until they change it and it passes review.
          </>
        ) : (
          "We email your reason to each landlord. The listings stay off the site until they are changed and pass review."
        )}
      </p>
    </DecisionForm>
  );
}
