import { fireEvent, screen } from "@testing-library/react";
import { type Answers, refusal } from "./open-page.tsx";

/** Answers a listing's form while it is filled in. */
export const FORM: Answers = {
  "GET /api/addresses": [],
  "GET /api/rent-comparison": refusal(404, "not_found"),
};

/** Types or chooses a text at once. */
export const fill = (field: HTMLElement, value: string): boolean => fireEvent.change(field, { target: { value } });

/** The field of a label, whose mark says that it is required. */
export const field = (label: string | RegExp): HTMLElement =>
  screen.getByLabelText((text) => (typeof label === "string" ? text.replace(/\*$/, "") === label : label.test(text)), {
    selector: "input, select, textarea",
  });

/** Answers the question about a basement. */
export const saysBasement = (answer: "Yes" | "No"): boolean => fireEvent.click(screen.getByLabelText(answer));

/** Fills in what a listing's form requires. */
export function fillInListing(changes: Partial<Record<"address" | "rent" | "email" | "phone", string>> = {}): void {
  fill(field("Address"), changes.address ?? "1 King St W, Toronto, ON");
  fill(field("Rent"), changes.rent ?? "$1,500");
  fill(field("Move-in date"), "2027-01-01");
  fill(field("Bedrooms"), "Studio");
  fill(field("Bathrooms"), "1");
  saysBasement("No");
  fill(field("Email"), changes.email ?? "landlord@example.com");
  fill(field("Phone"), changes.phone ?? "416-555-0123");
}
