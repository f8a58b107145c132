import { useEffect, useRef, useState } from "react";
import { requestFollow } from "../../../../worker/contracts/forum-writing.ts";
import { call } from "../../../lib/api.ts";
import { useSite } from "../../../lib/site.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmailForm } from "../../../ui/email-form.tsx";

export function FollowForm({ threadId }: { threadId: number }) {
  const { name, postalAddress } = useSite();
  /** The submitted email address; null while the form is shown. */
  const [asked, setAsked] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  // The form replaces the clicked button, so its field takes the focus.
  useEffect(() => {
    if (asked === null) form.current?.querySelector("input")?.focus();
  }, [asked]);
  const follow = async (email: string) => {
    await call(requestFollow, { id: threadId, body: { email } });
    setAsked(email);
  };
  if (asked !== null) return <ConfirmationSent email={asked} onAgain={() => setAsked(null)} />;
  return (
    <div ref={form}>
      <EmailForm
        label="Your email address"
        hint={`${name}${postalAddress === "" ? "" : `, ${postalAddress},`} emails you new comments in this discussion, and nothing else.`}
        action="Follow"
        busyAction="Sending..."
        isOwnAddress
        onSend={follow}
      />
    </div>
  );
}

/**
 * Confirmation that replaces the form and takes its focus. The text is the same for every email address, so that it
 * does not reveal who follows a discussion.
 */
function ConfirmationSent({ email, onAgain }: { email: string; onAgain(): void }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} tabIndex={-1} className="max-w-xl outline-none">
      <p className="font-semibold text-accent">
        Check your inbox at <span className="wrap-anywhere">{email}</span> and click the link to confirm.
      </p>
      <p className="mt-1 text-sm text-ink-muted">No email yet? Check your spam folder too.</p>
      <Button variant="ghost" size="sm" className="mt-2 -ml-3" onClick={onAgain}>
        Use another address
      </Button>
    </div>
  );
}
