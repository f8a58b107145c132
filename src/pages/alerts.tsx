import { fixedHead } from "../lib/use-document-head.ts";
import { emailsPage } from "./parts/emails-page.tsx";

export const head = fixedHead("Saved Searches", "For people with saved searches.");

export const Component = emailsPage(head);
