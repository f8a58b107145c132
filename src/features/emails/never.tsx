import { MailCheck, MailQuestionMark, MailX } from "lucide-react";
import { createOptOut, removeOptOut } from "../../../worker/contracts/subscribers.ts";
import type { EmailsView } from "../../../worker/contracts/emails.ts";
import { call } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Failure, Outcome } from "../../ui/emailed-link.tsx";
import { useEmailsChange } from "./emails.queries.ts";

type Never = NonNullable<EmailsView["never"]>;

/** Returns a mutation that blocks or allows all email to the page's email address. */
export const useBlockEmail = (link: string) =>
  useEmailsChange(link, async ({ token, never }: Never) => ({
    never: { token, ...(await call(never ? removeOptOut : createOptOut, { token })) },
  }));

interface NeverProps {
  never: Never;
  change: ReturnType<typeof useBlockEmail>;
}

const QUESTION =
  "We will send no more email to the address that received this link, even if someone asks for it: no listings, comments, codes or links to manage a listing. Your subscription and alerts end right away, and you stop following discussions. You can undo this here.";
const BLOCKED =
  "We send no email to the address that received this link, even if someone asks for it. Keep the email with the link: only that link can undo this.";
const ALLOWED =
  "The address that received this link can get email again when someone asks for it. Subscriptions, alerts and followed discussions that ended do not start again on their own.";

/** Asks for confirmation before it blocks all email to an address, and shows when all email is blocked. */
export function BlockEmailIntro({ never: { never, token }, change }: NeverProps) {
  const { isSuccess } = change;
  const [title, text, icon] = never
    ? (["We never write to this address", BLOCKED, MailX] as const)
    : isSuccess
      ? (["Emails are allowed again", ALLOWED, MailCheck] as const)
      : (["Never write to this address again?", QUESTION, MailQuestionMark] as const);
  return (
    <>
      <Outcome
        key={title}
        takesFocus={isSuccess}
        icon={icon}
        title={title}
        actions={
          <Button
            variant={never ? "secondary" : "primary"}
            busy={change.isPending}
            onClick={() => change.mutate({ never, token })}
          >
            {never ? "Allow Emails Again" : "Never Write Again"}
          </Button>
        }
      >
        <p>{text}</p>
      </Outcome>
      <Failure error={change.error} />
    </>
  );
}

/** Section of "Your emails" that blocks all email. */
export const BlockEmailSection = ({ never, change }: NeverProps) => (
  <div className="grid justify-items-start gap-3">
    <p>{QUESTION}</p>
    <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate(never)}>
      Never Write Again
    </Button>
    <Failure error={change.error} />
  </div>
);
