import { MailCheck, MailQuestionMark, MailX } from "lucide-react";
import { createOptOut, removeOptOut } from "../../../worker/contracts/subscribers.ts";
import type { EmailsView } from "../../../worker/contracts/emails.ts";
import { call } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Failure, Outcome } from "../../ui/mailed-link.tsx";
import { useEmailsChange } from "./emails.queries.ts";

type Never = NonNullable<EmailsView["never"]>;

/** Blocks or allows all mail to the address of a page. */
export const useNever = (link: string) =>
  useEmailsChange(link, async ({ token, never }: Never) => ({
    never: { token, ...(await call(never ? removeOptOut : createOptOut, { token })) },
  }));

interface NeverProps {
  never: Never;
  change: ReturnType<typeof useNever>;
}

const NeverButton = ({ never, change }: NeverProps) => (
  <Button variant={never.never ? "secondary" : "primary"} busy={change.isPending} onClick={() => change.mutate(never)}>
    {never.never ? "Allow Emails Again" : "Never Write Again"}
  </Button>
);

const Question = () => (
  <p>
    We send nothing more to the address that this link was mailed to, whoever asks: no listings, no comments, no codes,
    and no links to manage a listing that was posted with it. Your subscription, your alerts and the discussions you
    follow end at once. You can undo this here.
  </p>
);

/** Asks before all mail to an address is blocked, and says when it is. */
export function NeverHead({ never, change }: NeverProps) {
  const { isSuccess } = change;
  const title = isSuccess ? "Emails are allowed again" : "Never write to this address again?";
  return (
    <>
      <Outcome
        key={String(never.never)}
        takesFocus={isSuccess}
        icon={never.never ? MailX : isSuccess ? MailCheck : MailQuestionMark}
        title={never.never ? "We never write to this address" : title}
        actions={<NeverButton never={never} change={change} />}
      >
        {never.never ? (
          <p>
            We send nothing to the address that this link was mailed to: no listings, no comments, no links and no
            codes, whoever asks for them. Keep the email: only its link can undo this.
          </p>
        ) : isSuccess ? (
          <p>
            We write to the address that this link was mailed to when somebody asks for it. A subscription, an alert or
            a discussion that ended does not start again by itself.
          </p>
        ) : (
          <Question />
        )}
      </Outcome>
      <Failure error={change.error} />
    </>
  );
}

/** Blocks all mail from the page that manages it. */
export const NeverPart = ({ never, change }: NeverProps) => (
  <div className="grid justify-items-start gap-3">
    <Question />
    <NeverButton never={never} change={change} />
    <Failure error={change.error} />
  </div>
);
