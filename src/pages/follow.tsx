import { fixedHead } from "../lib/use-document-head.ts";
import { emailsPage } from "./parts/emails-page.tsx";

export const head = fixedHead("Follow a Discussion", "For a follower.");

export const Component = emailsPage(head);
