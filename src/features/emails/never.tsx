import { MailCheck, MailQuestionMark, MailX } from "lucide-react";
import { createOptOut, removeOptOut } from "../../../worker/contracts/subscribers.ts";
import type { EmailsView } from "../../../worker/contracts/emails.ts";
import { call } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Failure, Outcome } from "../../ui/mailed-link.tsx";
import { useEmailsChange } from "./emails.queries.ts";

type Never = NonNullable<EmailsView["never"]>;

/** Blocks or allows all mail to the address that a page is about. */
export const useNever = (link: string) =>
  useEmailsChange(link, async ({ token, never }: Never) => ({
    never: { token, ...(await call(never ? removeOptOut : createOptOut, { token })) },
  }));

interface NeverProps {
  never: Never;
  change: ReturnType<typeof useNever>;
}

const QUESTION =
  "We will send nothing more to the address that received this link, no matter who asks: no listings, no comments, no codes, and no links to manage a listing. Your subscription, alerts and followed discussions end at once. You can undo this here.";
const BLOCKED =
  "We send nothing to the address that received this link, no matter who asks. Keep that email: only its link can undo this.";
const ALLOWED =
  "We email the address that received this link when someone asks for it. A subscription, alert or discussion that ended does not start again by itself.";

/** Asks for confirmation before all mail to an address is blocked, and shows when it is blocked. */
export function NeverHead({ never: { never, token }, change }: NeverProps) {
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

/** The section of "Your emails" that blocks all mail. */
export const NeverPart = ({ never, change }: NeverProps) => (
  <div className="grid justify-items-start gap-3">
    <p>{QUESTION}</p>
    <Button variant="secondary" busy={change.isPending} onClick={() => change.mutate(never)}>
      Never Write Again
    </Button>
    <Failure error={change.error} />
  </div>
);
