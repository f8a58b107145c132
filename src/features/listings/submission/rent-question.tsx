import { useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { formatCents, understoodText } from "../../../../worker/contracts/listing-text.ts";
import { readRent, type RentReading } from "../../../../worker/contracts/read-rent.ts";
import { Button } from "../../../ui/button.tsx";
import type { ListingForm } from "./submission-errors.ts";

const AS_IT_IS = "or submit it again without changes.";
const WHOLE_RENT = `Please enter the monthly rent for the whole home in Canadian dollars, ${AS_IT_IS}`;

/** Returns a rent for another period as a monthly rent, in whole dollars. */
const suggestion = ({ monthlyCents }: RentReading): string | null =>
  monthlyCents === null ? null : formatCents(Math.round(monthlyCents / 100) * 100);

/** Returns the question to ask about a rent before it is submitted; null if it is a monthly amount. */
function questionAbout(reading: RentReading): string | null {
  switch (reading.note) {
    case "rent_unparsed":
      return `We could not find one monthly amount here. Please enter a number, such as 1,850, ${AS_IT_IS}`;
    case "rent_period":
      return `Is that ${suggestion(reading)} a month? We compare monthly rents. Please enter the rent for a month, ${AS_IT_IS}`;
    case "rent_per_person":
      return `Is that the rent for one person or one room? ${WHOLE_RENT}`;
    case "rent_currency":
      return `Is that another currency? ${WHOLE_RENT}`;
    case "rent_range":
    case null:
      return null;
    default:
      return reading.note satisfies never;
  }
}

/** Text for a range of rents, and for a rent that depends on something. */
const ON_CONFIRMATION = "We show a discount once we have confirmed the rent.";
const QUESTION = "rent_question";

/**
 * Asks once about a rent that is not a monthly amount in Canadian dollars, because the server accepts any text.
 * @returns a function that asks about a rent if necessary and returns true if submission must wait for the answer
 */
export function useRentQuestion(form: ListingForm): (rent: string) => boolean {
  const [questionedRent, setQuestionedRent] = useState<string | null>(null);
  return (rent) => {
    const message = rent === questionedRent ? null : questionAbout(readRent(rent));
    if (message === null) return false;
    setQuestionedRent(rent);
    form.setError("rent", { type: QUESTION, message });
    form.setFocus("rent");
    return true;
  };
}

/**
 * Shows how the rent being typed is understood. After a question about the rent, also shows a button that fills in the
 * monthly amount. The height is reserved, so that the fields below do not move.
 */
export function RentInterpretation({ form }: { form: ListingForm }) {
  const rent = useWatch({ control: form.control, name: "rent" });
  const { errors } = useFormState({ control: form.control, name: "rent" });
  const reading = readRent(String(rent));
  const suggested = errors.rent?.type === QUESTION ? suggestion(reading) : null;
  return (
    <span className="block min-h-5">
      {suggested === null ? (
        [understoodText(reading), reading.note === "rent_range" && ON_CONFIRMATION].filter(Boolean).join(" ")
      ) : (
        <Button
          size="sm"
          variant="secondary"
          className="mt-1"
          onClick={() => {
            form.setValue("rent", suggested, { shouldDirty: true, shouldValidate: true });
            form.setFocus("rent");
          }}
        >
          {`Use ${suggested} a month`}
        </Button>
      )}
    </span>
  );
}
