import type { Bedrooms } from "../../../worker/contracts/bedrooms.ts";
import type { HomeType } from "../../../worker/contracts/home-types.ts";
import { type KindCode, kindSignals, type ListedHome } from "../../../worker/contracts/kind-signals.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** What a listing would be listed as. */
interface Answer {
  homeType: HomeType;
  bedrooms?: Bedrooms;
}

/** What a form asks back when its words say something else than its fields. */
export interface KindQuestion {
  title: string;
  yes: string;
  no: string;
  answer: Answer;
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
export function kindQuestion(home: ListedHome): KindQuestion | null {
  const signals = kindSignals(home);
  for (const [code, question] of Object.entries(QUESTIONS)) {
    const signal = signals.find((found) => found.code === code);
    if (signal) return { ...question, quotes: signal.quotes };
  }
  return null;
}

interface KindDialogProps {
  question: KindQuestion;
  /** List it as this, and submit it. */
  onYes(answer: Answer): void;
  /** Submit it as it is; a moderator looks at it. */
  onNo(): void;
  /** Back to the form. */
  onClose(): void;
}

/** Asks back before a listing is submitted: rooms are compared with rooms, and homes with homes. */
export function KindDialog({ question, onYes, onNo, onClose }: KindDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={question.title}
      startsAt="[data-answer]"
      footer={
        <>
          <Button variant="secondary" onClick={onNo}>
            {question.no}
          </Button>
          <Button data-answer onClick={() => onYes(question.answer)}>
            {question.yes}
          </Button>
        </>
      }
    >
      <p>
        You wrote{" "}
        {question.quotes.map((quote, nth) => (
          <span key={quote}>
            {nth > 0 && ", "}
            <q>{quote}</q>
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
