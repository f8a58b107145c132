import { fixedHead } from "../lib/use-document-head.ts";
import { emailsPage } from "./parts/emails-page.tsx";

export const head = fixedHead("Never Write Again", "For people who want no email.");

export const Component = emailsPage(head);
