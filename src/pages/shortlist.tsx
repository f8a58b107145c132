import { NoShortlist, ShortlistView } from "../features/listings/saved/shortlist-view.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Shared Shortlist", "Homes that someone shared.");

export const Component = tokenPage(head, {
  className: "every-home page-width py-6",
  Page: ShortlistView,
  Invalid: NoShortlist,
});
