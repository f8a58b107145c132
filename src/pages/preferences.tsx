import { fixedHead } from "../lib/use-document-head.ts";
import { emailsPage } from "./parts/emails-page.tsx";

export const head = fixedHead("Email Preferences", "For a subscriber.");

export const Component = emailsPage(head);
