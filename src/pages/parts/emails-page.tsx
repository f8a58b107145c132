import { InvalidEmailsLink } from "../../features/emails/invalid-link.tsx";
import { YourEmails } from "../../features/emails/your-emails.tsx";
import type { FixedHead } from "../../lib/use-document-head.ts";
import { tokenPage } from "./token-page.tsx";

/** Returns the page "Your emails" for one of the paths that lead to it. */
export const emailsPage = (head: FixedHead) =>
  tokenPage(head, {
    className: "mx-auto w-full max-w-3xl px-4 py-8 sm:px-6",
    Page: YourEmails,
    Invalid: InvalidEmailsLink,
  });
