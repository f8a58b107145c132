import { InvalidNeverLink, Never } from "../features/subscribers/never.tsx";
import { fixedHead } from "../lib/use-document-head.ts";
import { tokenPage } from "./parts/token-page.tsx";

export const head = fixedHead("Never Write Again", "For whoever wants no mail.");

export const Component = tokenPage(head, { Page: Never, Invalid: InvalidNeverLink });
