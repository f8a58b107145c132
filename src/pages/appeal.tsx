import { Appeal, InvalidAppealLink } from "../features/listings/appeals/appeal.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Appeal a Decision", "For the landlord of a listing that was not published.");

export const Component = tokenPage(head, {
  className: "mx-auto w-full max-w-3xl px-4 py-8 sm:px-6",
  Page: Appeal,
  Invalid: InvalidAppealLink,
});
