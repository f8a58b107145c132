import { fireEvent, screen } from "@testing-library/react";
import { type Answers, refusal } from "./open-page.tsx";

/** API responses for a listing's form while it is filled in. */
export const FORM: Answers = {
  "GET /api/addresses": [],
  "GET /api/rent-comparison": refusal(404, "not_found"),
};

/** Types or chooses a text in a single step. */
export const fill = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });

/** Finds the field with a label, including the marker of a required field. */
export const field = (label: string | RegExp): HTMLElement =>
  screen.getByLabelText((text) => (typeof label === "string" ? text.replace(/\*$/, "") === label : label.test(text)), {
    selector: "input, select, textarea",
  });

/** Selects the answer to the question about a basement. */
export const answerBasementQuestion = (answer: "Yes" | "No"): boolean => fireEvent.click(screen.getByLabelText(answer));

/** Fills in the required fields of a listing's form. */
export function fillInListing(changes: Partial<Record<"address" | "rent" | "email" | "phone", string>> = {}): void {
  fill(field("Address"), changes.address ?? "1 King St W, Toronto, ON");
  fill(field("Rent"), changes.rent ?? "$1,500");
  fill(field("Move-in date"), "2027-01-01");
  fill(field("Bedrooms"), "Studio");
  fill(field("Bathrooms"), "1");
  answerBasementQuestion("No");
  fill(field("Email"), changes.email ?? "landlord@example.com");
  fill(field("Phone"), changes.phone ?? "416-555-0123");
}
