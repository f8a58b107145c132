import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { MailCheck, Scale } from "lucide-react";
import { useId, useState } from "react";
import {
  APPEAL_DAYS,
  APPEAL_MAX,
  APPEALED_MESSAGE,
  type AppealForm,
  type AppealState,
  getAppeal,
  sendAppeal,
} from "../../worker/contracts/appeals.ts";
import { call, errorText } from "../lib/api.ts";
import { formatDay } from "../lib/format.ts";
import { isLinkInvalid, UNCACHED } from "../lib/emailed-link-api.ts";
import { PATHS } from "../lib/paths.ts";
import { fixedHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Field, TextArea } from "../ui/field.tsx";
import { Link } from "../ui/link.tsx";
import { InvalidLink, EmailedLink, Outcome } from "../ui/emailed-link.tsx";
import { tokenPage } from "./parts/token-page.tsx";

const appealForm = (token: string) =>
  queryOptions({
    queryKey: ["listings", "appeal", token] as const,
    queryFn: ({ signal }) => call(getAppeal, { token }, { signal }),
    ...UNCACHED,
  });

/** The form with which a landlord appeals a rejection, or the outcome of the appeal. */
function Appeal({ token }: { token: string }) {
  const query = useQuery(appealForm(token));
  const sending = useMutation({ mutationFn: (text: string) => call(sendAppeal, { token, body: { text } }) });
  if (isLinkInvalid(sending.error)) return <InvalidAppealLink />;
  return (
    <EmailedLink
      query={{ ...query, data: sending.data ?? query.data }}
      what="your appeal"
      invalid={<InvalidAppealLink />}
    >
      {(form) =>
        form.canAppeal ? (
          <AppealText
            form={form}
            isSending={sending.isPending}
            error={sending.error}
            onSend={(text) => sending.mutate(text)}
          />
        ) : (
          <AppealStatus form={form} isNew={sending.isSuccess} />
        )
      }
    </EmailedLink>
  );
}

interface AppealTextProps {
  form: AppealForm;
  isSending: boolean;
  error: Error | null;
  onSend(text: string): void;
}

function AppealText({ form: { title, reason, until }, isSending, error, onSend }: AppealTextProps) {
  const heading = useId();
  const [text, setText] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const problem = isMissing ? "Please tell us why." : error ? errorText(error, "Please try again.") : undefined;
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-4">
      <h1 id={heading} className="text-2xl font-bold tracking-tight">
        Appeal a Decision
      </h1>
      <p className="text-ink-muted wrap-anywhere">
        We did not publish {title}.{reason !== null && " The reason:"}
      </p>
      {reason !== null && (
        <blockquote dir="auto" className="border-l-2 border-line-strong pl-3 whitespace-pre-line wrap-anywhere">
          {reason}
        </blockquote>
      )}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(text.trim() === "");
          if (text.trim() !== "" && !isSending) onSend(text);
        }}
      >
        <Field
          label="Why is this a mistake?"
          required
          error={problem}
          hint={`You can appeal once, until ${formatDay(until)}, in up to ${APPEAL_MAX.toLocaleString("en-CA")} characters. If there is a second moderator, they decide. Only our moderators read it.`}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={7}
              maxLength={APPEAL_MAX}
              value={text}
              readOnly={isSending}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" busy={isSending}>
            Send Appeal
          </Button>
        </div>
      </form>
    </section>
  );
}

const TITLES: Record<AppealState, string> = {
  open: "We received your appeal",
  upheld: "Your appeal was upheld",
  denied: "Your appeal was not upheld",
};

function AppealStatus({ form: { title, until, appeal }, isNew }: { form: AppealForm; isNew: boolean }) {
  const home = (
    <Link to={PATHS.home} className={buttonClass({ variant: "secondary" })}>
      Browse Listings
    </Link>
  );
  if (appeal === null)
    return (
      <Outcome takesFocus={false} icon={Scale} title="The time to appeal has passed" actions={home}>
        <p>
          You can appeal within {APPEAL_DAYS} days of a rejection. For {title}, that was until {formatDay(until)}. You
          can still change the listing with its link. We then review it again.
        </p>
      </Outcome>
    );
  return (
    <Outcome takesFocus={isNew} icon={MailCheck} title={TITLES[appeal.state]} actions={home}>
      <p>{appeal.state === "open" ? APPEALED_MESSAGE : `This is about ${title}.`}</p>
      {appeal.answer !== null && (
        <p dir="auto" className="mt-2 whitespace-pre-line">
          {appeal.answer}
        </p>
      )}
    </Outcome>
  );
}

function InvalidAppealLink() {
  return (
    <InvalidLink
      code="appeal.invalid_link"
      actions={
        <Link to={PATHS.home} className={buttonClass()}>
          Browse Listings
        </Link>
      }
    >
      The listing has since been changed or decided on again, or the link is incomplete. Please open it from the email.
    </InvalidLink>
  );
}

export const head = fixedHead("Appeal a Decision", "For the landlord of a listing that was not published.");

export const Component = tokenPage(head, {
  className: "mx-auto w-full max-w-3xl px-4 py-8 sm:px-6",
  Page: Appeal,
  Invalid: InvalidAppealLink,
});
