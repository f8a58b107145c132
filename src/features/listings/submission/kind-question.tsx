import { useState } from "react";
import type { Bedrooms, HomeType } from "../../../../worker/contracts/bedrooms.ts";
import { type KindCode, kindSignals, type ListedHome } from "../../../../worker/contracts/kind-signals.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { ListingForm } from "./submission-errors.ts";

/** Home type, and for rooms the bedroom type, to submit. */
interface KindAnswer {
  homeType: HomeType;
  bedrooms?: Bedrooms;
}

/** Asked when the text contradicts the fields. */
interface KindQuestion {
  title: string;
  yes: string;
  no: string;
  answer: KindAnswer;
  /** Quotes from the landlord's text. */
  quotes: string[];
}

const QUESTIONS: Partial<Record<KindCode, Omit<KindQuestion, "quotes">>> = {
  reads_like_shared_bed: {
    title: "This reads like a bed in a shared room. Is it?",
    yes: "Yes, It Is a Shared Room",
    no: "No, It Is Not",
    answer: { bedrooms: "Private Room", homeType: "shared_bed" },
  },
  reads_like_room: {
    title: "This reads like a room in a shared home. Is it?",
    yes: "Yes, It Is a Room",
    no: "No, It Is a Whole Home",
    answer: { bedrooms: "Private Room", homeType: "room" },
  },
  reads_like_basement: {
    title: "This reads like a basement. Is it?",
    yes: "Yes, It Is a Basement",
    no: "No, It Is Not",
    answer: { homeType: "basement" },
  },
};

/** The question to ask before submitting; null if text and fields agree. */
function kindQuestion(home: ListedHome): KindQuestion | null {
  const signals = kindSignals(home);
  for (const [code, question] of Object.entries(QUESTIONS)) {
    const signal = signals.find((found) => found.code === code);
    if (signal) return { ...question, quotes: signal.quotes };
  }
  return null;
}

export interface KindCheck {
  question: KindQuestion | null;
  /**
   * Asks if necessary, unless the same question was denied before. @returns whether submission must wait for the answer
   */
  asks(home: ListedHome): boolean;
  /** Submits with the suggested type or unchanged; null returns to the form. */
  answer(choice: KindAnswer | "unchanged" | null): void;
}

/**
 * Confirms the kind of home before submitting a form whose text contradicts its fields.
 * @param denied state with the question that was answered with no, which is not repeated; null for a new listing
 * @param submit submits the form; `kind` is the confirmed change
 */
export function useKindCheck(
  form: ListingForm,
  [denied, setDenied]: [string | null, (title: string | null) => void],
  submit: (kind: KindAnswer | null) => void,
): KindCheck {
  const [question, setQuestion] = useState<KindQuestion | null>(null);
  return {
    question,
    asks(home) {
      const asked = kindQuestion(home);
      if (asked === null || asked.title === denied) return false;
      setQuestion(asked);
      return true;
    },
    answer(choice) {
      setQuestion(null);
      if (choice === null) return;
      if (choice === "unchanged") {
        setDenied(question?.title ?? null);
        submit(null);
        return;
      }
      form.setValue("homeType", choice.homeType, { shouldDirty: true });
      if (choice.bedrooms) form.setValue("bedrooms", choice.bedrooms, { shouldDirty: true });
      submit(choice);
    },
  };
}

/** Confirms the kind of home, because rents are compared within a kind. */
export function KindDialog({ check: { question, answer } }: { check: KindCheck }) {
  if (question === null) return null;
  return (
    <Dialog
      open
      onOpenChange={() => answer(null)}
      size="sm"
      title={question.title}
      initialFocus="[data-answer]"
      footer={
        // Side by side where they fit, otherwise stacked at equal width.
        <div className="flex grow flex-wrap gap-2 *:grow">
          <Button variant="secondary" onClick={() => answer("unchanged")}>
            {question.no}
          </Button>
          <Button data-answer onClick={() => answer(question.answer)}>
            {question.yes}
          </Button>
        </div>
      }
    >
      <p>
        You wrote{" "}
        {question.quotes.map((quote, nth) => (
          <span key={quote}>
            {nth > 0 && ", "}
            <q dir="auto">{quote}</q>
          </span>
        ))}
        .
      </p>
      <p className="mt-2 text-ink-muted">
        Rents are compared with homes of the same kind. A listing that reads like another kind shows no discount until a
        moderator has looked at it.
      </p>
    </Dialog>
  );
}
