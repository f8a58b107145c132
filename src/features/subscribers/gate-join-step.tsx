import { type FormEvent, useState } from "react";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../../worker/contracts/text.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { ConsentNote } from "./consent-note.tsx";
import { EmailInput } from "./email-input.tsx";
import { emailProblem, subscribe } from "./subscribe.ts";
import { useStepFocus } from "./use-step-focus.ts";

interface GateJoinStepProps {
  email: string;
  onEmail(email: string): void;
  takesFocus: boolean;
  onSignIn(): void;
  onClose(): void;
}

function failureText(error: unknown): string {
  return error instanceof ApiError ? errorText(error, "Please try again.") : "Unable to subscribe. Please try again.";
}

/** The sign-up of the marketplace. */
export function GateJoinStep({ email, onEmail, takesFocus, onSignIn, onClose }: GateJoinStepProps) {
  const input = useStepFocus(takesFocus);
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  /** What the server said. */
  const [message, setMessage] = useState("");

  const refuse = (title: string, text: string, fieldText = text) => {
    setProblem(fieldText);
    toast({ title, description: text, variant: "destructive" });
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const address = cleanLine(email);
    if (address === "") {
      refuse("Email Required", "Please enter your email address.");
      return;
    }
    if (!isEmail(address)) {
      refuse("Subscription Failed", INVALID_EMAIL);
      return;
    }
    setProblem(undefined);
    setIsSending(true);
    try {
      setMessage(await subscribe({ email: address }));
      toast({ title: "Successfully Subscribed!" });
    } catch (error) {
      refuse("Subscription Failed", failureText(error), emailProblem(error));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <div>
      <output className="block not-empty:mb-4">{message}</output>
      {message === "" ? (
        <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
          <Field label="Your email address" required error={problem}>
            {(ids) => (
              <EmailInput
                {...ids}
                ref={input}
                value={email}
                readOnly={isSending}
                onChange={(event) => onEmail(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" size="lg" busy={isSending}>
            {isSending ? "Subscribing..." : "Subscribe"}
          </Button>
          <ConsentNote />
          <div className="flex flex-wrap justify-between gap-2">
            <Button variant="ghost" disabled={isSending} onClick={onSignIn}>
              I have joined already
            </Button>
            <Button variant="ghost" onClick={onClose}>
              Not now
            </Button>
          </div>
        </form>
      ) : (
        // The button that was pressed is gone, and the focus with it.
        <Button size="lg" className="w-full" ref={(button) => button?.focus()} onClick={onClose}>
          Back to the listings
        </Button>
      )}
    </div>
  );
}
