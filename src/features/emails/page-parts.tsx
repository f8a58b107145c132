import { useMutation } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import type { ReactNode } from "react";
import type { EmailsView, sendDataLink, sendEmailsLink } from "../../../worker/contracts/emails.ts";
import { call } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Failure } from "../../ui/emailed-link.tsx";

/** Data of the page "Your emails", passed to each section. */
export interface EmailsProps {
  /** Token in the page's address. */
  link: string;
  view: EmailsView;
}

/** Heading of a page without a question. */
export const Title = ({ email }: Pick<EmailsView, "email">) => (
  <>
    <h1 className="display text-2xl">Your emails</h1>
    <p className="mt-1 wrap-anywhere text-ink-muted">For {email}.</p>
  </>
);

export const Address = ({ email }: Pick<EmailsView, "email">) => (
  <strong className="wrap-anywhere text-ink">{email}</strong>
);

interface EmailsSectionProps {
  title: string;
  /** Short text that says whether and how often the address gets these emails. */
  state?: string | undefined;
  open?: boolean;
  children: ReactNode;
}

/** A section of the page, collapsed unless the emailed link is about it. */
export const EmailsSection = ({ title, state, open = false, children }: EmailsSectionProps) => (
  <Disclosure
    open={open}
    summary={
      <span className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        {state !== undefined && <span className="text-sm text-ink-muted">{state}</span>}
      </span>
    }
  >
    {children}
  </Disclosure>
);

/** Shows the result of an action, and takes the focus of the button that it replaces. */
export const SuccessMessage = ({ children }: { children: ReactNode }) => (
  <p ref={(shown) => shown?.focus()} tabIndex={-1} className="flex min-h-11 items-center font-semibold outline-none">
    {children}
  </p>
);

/** A button that sends a link to the page's email address. */
export function LinkButton({
  link,
  operation,
}: {
  link: string;
  operation: typeof sendEmailsLink | typeof sendDataLink;
}) {
  const sending = useMutation({ mutationFn: () => call(operation, { token: link }) });
  if (sending.isSuccess) return <SuccessMessage>{sending.data.message}</SuccessMessage>;
  return (
    <>
      <Button variant="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
        <Mail aria-hidden className="size-4" />
        Email Me the Link
      </Button>
      <Failure error={sending.error} />
    </>
  );
}
