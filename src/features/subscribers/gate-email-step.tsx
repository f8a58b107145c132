import { type FormEvent, useState } from "react";
import type { AccessSource } from "../../../worker/contracts/subscribers.ts";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../worker/contracts/text.ts";
import { errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { requestCode } from "./access.queries.ts";
import { EmailInput } from "./email-input.tsx";
import { useStepFocus } from "./use-step-focus.ts";
import { useVerification, verificationFailure } from "./use-verification.ts";

interface GateEmailStepProps {
  email: string;
  onEmail(email: string): void;
  takesFocus: boolean;
  onVerified(source: AccessSource | null): void;
  /** The address has no subscription that we know of; whoever has access by it was mailed a code, as `message` says. */
  onCodeRequested(message: string): void;
  onClose(): void;
}

/** Looks the address up, by itself once it is typed, and with Continue. */
export function GateEmailStep({
  email,
  onEmail,
  takesFocus,
  onVerified,
  onCodeRequested,
  onClose,
}: GateEmailStepProps) {
  const input = useStepFocus(takesFocus);
  const [problem, setProblem] = useState<string>();

  const refuse = (text: string) => {
    setProblem(text);
    toast({ title: "Verification Failed", description: text, variant: "destructive" });
  };
  const { status, check, typed } = useVerification(onVerified, (error) => refuse(verificationFailure(error)));
  const [isRequesting, setIsRequesting] = useState(false);
  const isChecking = status === "checking" || isRequesting;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isChecking) return;
    const address = cleanLine(email);
    if (!isEmail(address)) {
      refuse(INVALID_EMAIL);
      input.current?.focus();
      return;
    }
    setProblem(undefined);
    if (!(await check(address))) return;
    setIsRequesting(true);
    try {
      onCodeRequested(await requestCode(address));
    } catch (error) {
      setIsRequesting(false);
      refuse(errorText(error, "The code could not be sent. Please try again."));
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Your email address" required error={problem}>
        {(ids) => (
          <EmailInput
            {...ids}
            ref={input}
            value={email}
            readOnly={isRequesting}
            onChange={({ target }) => {
              setProblem(undefined);
              onEmail(target.value);
              typed(target.value);
            }}
          />
        )}
      </Field>
      <output className="block min-h-12 text-sm text-ink-muted">
        {isChecking && "Checking…"}
        {status === "unknown" && "We found no subscription for this address. Continue to sign in or to join."}
      </output>
      <Button type="submit" size="lg" disabled={cleanLine(email) === ""} busy={isChecking}>
        Continue
      </Button>
      <Button variant="ghost" onClick={onClose}>
        Not now
      </Button>
    </form>
  );
}
