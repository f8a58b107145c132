import { type FormEvent, useState } from "react";
import { type AccessSource, requestAccessCode, tryAccessCode } from "../../../worker/contracts/subscribers.ts";
import { cleanLine } from "../../../worker/contracts/text.ts";
import { call, errorText } from "../../lib/api.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { useStepFocus } from "./gate-email-step.tsx";

interface GateCodeStepProps {
  email: string;
  /** The server's message about the mailed code. */
  message: string;
  onMessage(message: string): void;
  onVerified(source: AccessSource | null): void;
  onBack(): void;
  onJoin(): void;
}

/** Signs in with a mailed code. */
export function GateCodeStep({ email, message, onMessage, onVerified, onBack, onJoin }: GateCodeStepProps) {
  const input = useStepFocus(true);
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<"sending" | "verifying">();
  const address = cleanLine(email);

  const refuse = (title: string, text: string) => {
    setProblem(text);
    toast({ title, description: text, variant: "destructive" });
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const digits = code.replace(/\s/g, "");
    if (!/^\d{6}$/.test(digits)) {
      refuse("Verification Failed", "Please enter the six digits of the code.");
      return;
    }
    setProblem(undefined);
    setBusy("verifying");
    try {
      onVerified((await call(tryAccessCode, { body: { email: address, code: digits } })).accessSource);
    } catch (error) {
      refuse("Verification Failed", errorText(error, "Unable to verify subscription status. Please try again."));
    } finally {
      setBusy(undefined);
    }
  };

  const sendAgain = async () => {
    setProblem(undefined);
    setBusy("sending");
    // Cleared first, so that screen readers announce the same text again.
    onMessage("");
    try {
      onMessage((await call(requestAccessCode, { body: { email: address } })).message);
    } catch (error) {
      refuse("Code Not Sent", errorText(error, "The code could not be sent. Please try again."));
    } finally {
      setBusy(undefined);
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div>
        <p className="font-semibold wrap-anywhere">{address}</p>
        <output className="block text-ink-muted">{message}</output>
      </div>
      <Field label="Enter the code we sent" required error={problem} hint="Six digits, valid for 10 minutes.">
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            className="text-lg tracking-widest tabular-nums"
            value={code}
            readOnly={busy !== undefined}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" disabled={busy === "sending"} busy={busy === "verifying"}>
        {busy === "verifying" ? "Verifying..." : "Sign In"}
      </Button>
      <div className="rounded-card bg-sunken p-4">
        <p className="mb-2">No code in your mailbox? Not a member yet?</p>
        <Button variant="secondary" onClick={onJoin}>
          Join with this address
        </Button>
      </div>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="ghost" onClick={onBack}>
          Use another address
        </Button>
        <Button
          variant="ghost"
          disabled={busy === "verifying"}
          busy={busy === "sending"}
          onClick={() => void sendAgain()}
        >
          {busy === "sending" ? "Sending..." : "Send a new code"}
        </Button>
      </div>
    </form>
  );
}
