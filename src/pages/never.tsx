import { useQuery } from "@tanstack/react-query";
import { MailCheck, MailQuestionMark, MailX } from "lucide-react";
import { neverState, useNever } from "../features/subscribers/subscribers.queries.ts";
import { isLinkInvalid } from "../lib/mailed-link-api.ts";
import { PATHS } from "../lib/paths.ts";
import { fixedHead } from "../lib/use-document-head.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Failure, InvalidLink, MailedLink, Outcome } from "../ui/mailed-link.tsx";
import { tokenPage } from "./parts/token-page.tsx";

/** Stops or allows all mail to an address. It acts by buttons, because mail scanners open every link. */
function Never({ token }: { token: string }) {
  const query = useQuery(neverState(token));
  const { data: changed, mutate, isPending, isSuccess, error } = useNever(token);
  if (isLinkInvalid(error)) return <InvalidNeverLink />;
  return (
    <MailedLink query={{ ...query, data: changed ?? query.data }} what="this page" invalid={<InvalidNeverLink />}>
      {({ never }) => (
        <>
          <Outcome
            key={String(never)}
            takesFocus={isSuccess}
            icon={iconOf(never, isSuccess)}
            title={titleOf(never, isSuccess)}
            actions={
              <Button variant={never ? "secondary" : "primary"} busy={isPending} onClick={() => mutate(!never)}>
                {never ? "Allow Emails Again" : "Never Write Again"}
              </Button>
            }
          >
            {never ? (
              <p>
                We send nothing to the address that this link was mailed to: no listings, no comments, no links and no
                codes, whoever asks for them. Keep the email: only its link takes this back.
              </p>
            ) : isSuccess ? (
              <p>
                We write to the address that this link was mailed to when it is asked for. A subscription or a
                discussion that ended does not come back by itself.
              </p>
            ) : (
              <p>
                We would send nothing more to the address that this link was mailed to, whoever asks: no listings, no
                comments, no codes, and no links to manage a listing that was posted with it. A subscription and
                followed discussions end at once. You can take it back on this page.
              </p>
            )}
          </Outcome>
          <Failure error={error} />
        </>
      )}
    </MailedLink>
  );
}

function iconOf(never: boolean, isNew: boolean) {
  if (never) return MailX;
  return isNew ? MailCheck : MailQuestionMark;
}

function titleOf(never: boolean, isNew: boolean): string {
  if (never) return "We never write to this address";
  return isNew ? "Emails are allowed again" : "Never write to this address again?";
}

function InvalidNeverLink() {
  return (
    <InvalidLink
      code="never.invalid_link"
      actions={
        <Link to={PATHS.home} className={buttonClass()}>
          Browse Listings
        </Link>
      }
    >
      The link is not complete. Please open it from the email, or copy all of it.
    </InvalidLink>
  );
}

export const head = fixedHead("Never Write Again", "For whoever wants no mail.");

export const Component = tokenPage(head, { Page: Never, Invalid: InvalidNeverLink });
