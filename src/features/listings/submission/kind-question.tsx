import { useId, useState } from "react";
import { type Resolver, useController, useWatch } from "react-hook-form";
import { type Bedrooms, HOME_TYPE_NAMES, type HomeType } from "../../../../worker/contracts/bedrooms.ts";
import { type KindCode, kindSignals, type ListedHome } from "../../../../worker/contracts/kind-signals.ts";
import type { ListingDraft, ListingDraftInput } from "../../../../worker/contracts/listings.schemas.ts";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { FieldError, RequiredMark, SelectField, withText } from "../../../ui/field.tsx";
import type { ListingForm } from "./submission-errors.ts";

/** Asked for every whole home, because few descriptions mention it. */
const BELOW_GROUND = "Is it in a basement or partly below ground?";
/** Kinds of whole homes above ground, and kinds of rooms. */
const ABOVE_GROUND = ["apartment", "condo", "house"] as const satisfies readonly HomeType[];
const ROOMS = ["room", "shared_bed"] as const satisfies readonly HomeType[];

const kindOption = withText((kind: HomeType) => HOME_TYPE_NAMES[kind]);

type ListingResolver = Resolver<ListingDraftInput, unknown, ListingDraft>;

/** Returns a resolver that rejects a whole home without its kind. The API would accept it. */
export const requireKind =
  (resolve: ListingResolver): ListingResolver =>
  async (values, context, options) => {
    const result = await resolve(values, context, options);
    const { bedrooms, homeType } = values;
    const isAnswered = homeType === "basement" || ABOVE_GROUND.some((kind) => kind === homeType);
    if (bedrooms === "Private Room" || isAnswered) return result;
    return {
      values: {},
      errors: { ...result.errors, homeType: { type: "required", message: "Please choose Yes or No." } },
    };
  };

interface KindFieldsProps {
  form: ListingForm;
  required: boolean;
}

/**
 * Fields for the kind of home. For a whole home they ask whether it is in a basement and, if not, for its kind. For a
 * room they only ask for the kind.
 */
export function KindFields({ form: { control }, required }: KindFieldsProps) {
  const { field, fieldState } = useController({ control, name: "homeType" });
  const bedrooms = useWatch({ control, name: "bedrooms" });
  const ids = useId();
  const error = fieldState.error?.message;
  const { ref, ...select } = field;
  if (bedrooms === "Private Room") {
    const isRoom = ROOMS.some((kind) => kind === field.value);
    return (
      <SelectField
        label="Kind of home (optional)"
        error={error}
        options={[["", "Not said"], ...ROOMS.map(kindOption)]}
        {...select}
        ref={ref}
        value={isRoom ? String(field.value) : ""}
      />
    );
  }
  const isAboveGround = ABOVE_GROUND.some((kind) => kind === field.value);
  const radio = { type: "radio", name: field.name, required } as const;
  return (
    <>
      <fieldset aria-describedby={error === undefined ? undefined : `${ids}-error`} className="min-w-0">
        <legend className="relative mb-1 text-sm font-medium text-ink">
          {BELOW_GROUND}
          {required ? <RequiredMark /> : " (optional)"}
        </legend>
        <div className="flex gap-8">
          <Choice {...radio} ref={ref} checked={field.value === "basement"} onChange={() => field.onChange("basement")}>
            Yes
          </Choice>
          <Choice {...radio} checked={isAboveGround} onChange={() => field.onChange("apartment")}>
            No
          </Choice>
        </div>
        {error !== undefined && <FieldError id={`${ids}-error`}>{error}</FieldError>}
      </fieldset>
      {isAboveGround && (
        <SelectField
          label="Kind of home"
          options={ABOVE_GROUND.map(kindOption)}
          {...select}
          value={String(field.value)}
        />
      )}
    </>
  );
}

/** The home type and bedrooms to submit instead of those that the text contradicts. */
interface KindAnswer {
  homeType: HomeType;
  bedrooms: Bedrooms;
}

/** A question asked when the text contradicts the fields. */
interface KindQuestion {
  title: string;
  yes: string;
  no: string;
  answer: KindAnswer;
}

const QUESTIONS = {
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
  // The form asks this question at the field, not in a dialog.
  reads_like_basement: null,
} as const satisfies Partial<Record<KindCode, KindQuestion | null>>;
type QuestionCode = keyof typeof QUESTIONS;
const QUESTION_CODES = Object.keys(QUESTIONS) as QuestionCode[];

/** A contradiction to ask about, with quotes from the landlord's text. */
interface Contradiction {
  code: QuestionCode;
  quotes: readonly string[];
}

/** Returns the contradiction to ask about before submitting; null if text and fields agree. */
function findContradiction(home: ListedHome): Contradiction | null {
  const signals = kindSignals(home);
  for (const code of QUESTION_CODES) {
    const signal = signals.find((found) => found.code === code);
    if (signal) return { code, quotes: signal.quotes };
  }
  return null;
}

export interface KindCheck {
  question: (KindQuestion & Pick<Contradiction, "quotes">) | null;
  /**
   * Asks about a contradiction, if there is one and the landlord has not already answered "no" to the question.
   * @returns true if submission must wait for the answer
   */
  ask(home: ListedHome): boolean;
  /** Submits with the suggested type or unchanged; null returns to the form without submitting. */
  answer(choice: KindAnswer | "unchanged" | null): void;
}

/** The question to which the landlord has answered "no", and which is not asked again; null for a new listing. */
export type DismissedQuestion = QuestionCode | null;

/**
 * Returns a check that asks for the kind of home before a form is submitted, if text and fields contradict each other.
 * @param submit submits the form; `kind` is the confirmed change, if any
 */
export function useKindCheck(
  form: ListingForm,
  [dismissed, setDismissed]: [DismissedQuestion, (code: DismissedQuestion) => void],
  submit: (kind: KindAnswer | null) => void,
): KindCheck {
  const [asked, setAsked] = useState<Contradiction | null>(null);
  const question = asked && QUESTIONS[asked.code];
  return {
    question: question && { ...question, quotes: asked.quotes },
    ask(home) {
      const found = findContradiction(home);
      if (found === null || found.code === dismissed) return false;
      if (found.code === "reads_like_basement") {
        setDismissed(found.code);
        const wrote = found.quotes.map((quote) => `“${quote}”`).join(", ");
        const message = `You wrote ${wrote}. If it is a basement, please choose Yes. If not, submit it again without changes.`;
        form.setError("homeType", { type: "kind_question", message });
        form.setFocus("homeType");
      } else setAsked(found);
      return true;
    },
    answer(choice) {
      setAsked(null);
      if (choice === null) return;
      if (choice === "unchanged") {
        setDismissed(asked?.code ?? null);
        submit(null);
        return;
      }
      form.setValue("homeType", choice.homeType, { shouldDirty: true });
      form.setValue("bedrooms", choice.bedrooms, { shouldDirty: true });
      submit(choice);
    },
  };
}

/** Dialog that confirms the kind of home, because rents are compared within a kind. */
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
        // The buttons are side by side if they fit, otherwise stacked at equal width.
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
        We compare rents of the same kind of home. If a listing reads like another kind, we show no discount until a
        moderator has checked it.
      </p>
    </Dialog>
  );
}
