import { useState } from "react";
import type { Bedrooms } from "../../../../worker/contracts/bedrooms.ts";
import type { HomeType } from "../../../../worker/contracts/home-types.ts";
import { type KindCode, kindSignals, type ListedHome } from "../../../../worker/contracts/kind-signals.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import type { ListingForm } from "./submission-errors.ts";

/** What a listing would be listed as. */
interface KindAnswer {
  homeType: HomeType;
  bedrooms?: Bedrooms;
}

/** What a form asks back when its words say something else than its fields. */
interface KindQuestion {
  title: string;
  yes: string;
  no: string;
  answer: KindAnswer;
  /** The landlord's words. */
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

/** The question that a form is to be answered before it is submitted; null when its words say what its fields say. */
function kindQuestion(home: ListedHome): KindQuestion | null {
  const signals = kindSignals(home);
  for (const [code, question] of Object.entries(QUESTIONS)) {
    const signal = signals.find((found) => found.code === code);
    if (signal) return { ...question, quotes: signal.quotes };
  }
  return null;
}

/** The question of one form, and what becomes of the form when it is answered. */
export interface KindCheck {
  question: KindQuestion | null;
  /** Asks, unless there is nothing to ask or the answer was no already. @returns whether the form has to wait for the answer */
  asks(home: ListedHome): boolean;
  /** Submits the form, listed as the question says it is or as it stands; null leads back to it. */
  answer(choice: KindAnswer | "as it is" | null): void;
}

/** The question that was answered with no, which is not asked twice; the form forgets it with the listing. */
export const useDenied = () => useState<string | null>(null);

/**
 * Asks back before a form is submitted whose words say something else than its fields.
 * @param submit submits what the fields say then; `kind` is what the answer made them say
 */
export function useKindCheck(
  form: ListingForm,
  [denied, setDenied]: ReturnType<typeof useDenied>,
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
      if (choice === "as it is") {
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

/** Asks back before a listing is submitted: rooms are compared with rooms, and homes with homes. */
export function KindDialog({ check: { question, answer } }: { check: KindCheck }) {
  if (question === null) return null;
  return (
    <Dialog
      open
      onOpenChange={() => answer(null)}
      size="sm"
      title={question.title}
      startsAt="[data-answer]"
      footer={
        // Side by side where there is room, else one above the other, both as wide.
        <div className="flex grow flex-wrap gap-2 *:grow">
          <Button variant="secondary" onClick={() => answer("as it is")}>
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
