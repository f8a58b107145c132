import "../app/panel.css";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ERRORS } from "../../worker/contracts/errors.ts";
import { PERSON_NAME_MAX, ROLE_TEXTS } from "../../worker/contracts/people.ts";
import { usePathParameters } from "../app/router/page-table.ts";
import { openInvitation, useAcceptInvitation } from "../features/people/people.queries.ts";
import { failureText } from "../lib/api.ts";
import { formatMoment } from "../lib/format-time.ts";
import { PATHS } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";
import { fixedHead, useDocumentHead } from "../lib/use-document-head.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextInput } from "../ui/field.tsx";
import { InvalidLink, EmailedLink } from "../ui/emailed-link.tsx";

/**
 * Page of an emailed invitation. Accepting needs a click on a button, because mail scanners open every link.
 * @param props.onAccepted called once logged in
 */
function AcceptInvitation({ token, onAccepted }: { token: string; onAccepted(): void }) {
  const query = useQuery(openInvitation(token));
  const acceptance = useAcceptInvitation(token);
  const [name, setName] = useState("");
  const accept = (event: FormEvent) => {
    event.preventDefault();
    if (!acceptance.isPending) acceptance.mutate(name, { onSuccess: onAccepted });
  };
  return (
    <section className="mx-auto w-full max-w-md px-4 py-12">
      <EmailedLink
        query={query}
        what="your invitation"
        invalid={
          <InvalidLink code="invitation.invalid_link" actions={null}>
            It was used, replaced or withdrawn, or is older than a week.
          </InvalidLink>
        }
      >
        {({ email, role, invitedBy, expiresAt }) => (
          <div className="rounded-card border border-line bg-surface p-6 shadow-card">
            <h1 className="text-2xl font-bold">You are invited</h1>
            <p className="mt-2">
              {invitedBy ?? "An operator"} invited {email} to this site as {ROLE_TEXTS[role].label.toLowerCase()}.{" "}
              {ROLE_TEXTS[role].text}.
            </p>
            <p className="mt-1 text-sm text-ink-muted">The invitation expires {formatMoment(expiresAt)}.</p>
            <form noValidate onSubmit={accept} className="mt-4 grid gap-4">
              <Field
                label="Your name"
                required
                hint="The name your team knows you by. The audit log shows it."
                error={acceptance.error ? failureText(acceptance.error, ERRORS["request.invalid"][1]) : undefined}
              >
                {(ids) => (
                  <TextInput
                    {...ids}
                    autoComplete="name"
                    maxLength={PERSON_NAME_MAX}
                    value={name}
                    readOnly={acceptance.isPending}
                    onChange={({ target }) => setName(target.value)}
                  />
                )}
              </Field>
              <Button type="submit" size="lg" busy={acceptance.isPending}>
                Accept and Log In
              </Button>
            </form>
          </div>
        )}
      </EmailedLink>
    </section>
  );
}

export const head = fixedHead("Invitation", "For moderators.");

export function Component() {
  useDocumentHead(head(null, useSite()));
  const navigate = useNavigate();
  const { token = "" } = usePathParameters();
  // Removes the used link from the history.
  const enter = () => void navigate(PATHS.admin, { replace: true });
  return <AcceptInvitation key={token} token={token} onAccepted={enter} />;
}
