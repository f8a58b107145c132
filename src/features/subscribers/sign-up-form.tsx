import { type FormEvent, useRef, useState } from "react";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../worker/contracts/text.ts";
import { errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { visitId } from "../../lib/visit.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { NeedsScript } from "../../ui/needs-script.tsx";
import { ConsentNote } from "./consent-note.tsx";
import { Countdown } from "./countdown.tsx";
import { EmailInput } from "./email-input.tsx";
import { emailProblem, subscribe } from "./subscribe.ts";

/** The sign-up of the landing page. */
export function SignUpForm() {
  const [problem, setProblem] = useState<string>();
  /** The address that a mail was sent to. */
  const [sentTo, setSentTo] = useState<string>();
  const [sending, setSending] = useState<"first" | "again">();
  // Not controlled: an address that was typed into the edge's markup stays.
  const input = useRef<HTMLInputElement>(null);

  const refuse = (text: string, fieldText = text) => {
    setProblem(fieldText);
    toast({ title: "Error", description: text, variant: "destructive" });
    input.current?.focus();
  };

  const send = async (address: string, nth: "first" | "again") => {
    if (sending) return;
    setProblem(undefined);
    setSending(nth);
    try {
      const message = await subscribe({ email: address, sessionId: visitId() });
      setSentTo(address);
      if (nth === "first") input.current?.form?.reset();
      toast({ title: "Success!", description: message });
    } catch (error) {
      refuse(errorText(error, "Something went wrong. Please try again."), emailProblem(error));
    } finally {
      setSending(undefined);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = cleanLine(input.current?.value ?? "");
    if (isEmail(address)) void send(address, "first");
    else refuse(INVALID_EMAIL);
  };

  return (
    <form
      id="join"
      noValidate
      method="post"
      aria-label="Join the Community"
      onSubmit={submit}
      className="mx-auto w-full max-w-xl text-left"
    >
      <Field label="Your email address" required error={problem}>
        {(ids) => (
          <div className="grid gap-2 sm:grid-cols-[1fr_auto]">
            <EmailInput {...ids} ref={input} placeholder="name@example.com" readOnly={sending !== undefined} />
            <Button type="submit" busy={sending === "first"}>
              {sending === "first" ? "Submitting..." : "Join the Community"}
            </Button>
          </div>
        )}
      </Field>
      <NeedsScript to="To join" />
      <output className="block font-semibold text-accent not-empty:mt-2">
        {sentTo !== undefined && "Success! Check your email to confirm your subscription."}
      </output>
      {sentTo !== undefined && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-1"
          busy={sending === "again"}
          onClick={() => void send(sentTo, "again")}
        >
          {sending === "again" ? "Sending..." : "Send it again"}
        </Button>
      )}
      <Countdown />
      <ConsentNote />
    </form>
  );
}
