import { type FormEvent, useRef, useState } from "react";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../worker/contracts/text.ts";
import { failureText } from "../lib/api.ts";
import { Button } from "./button.tsx";
import { Field, NoScriptNote, TextInput } from "./field.tsx";

interface EmailFormProps {
  label: string;
  hint?: string;
  action: string;
  busyAction: string;
  /** Moderators enter other people's addresses, so the browser must not suggest their own. */
  isOwnAddress: boolean;
  /** A rejection is shown below the field. */
  onSend(email: string): Promise<void>;
}

export function EmailForm({ label, hint, action, busyAction, isOwnAddress, onSend }: EmailFormProps) {
  const [email, setEmail] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const refuse = (text: string) => {
    setProblem(text);
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const address = cleanLine(email);
    if (!isEmail(address)) {
      refuse(INVALID_EMAIL);
      return;
    }
    setProblem(undefined);
    setIsSending(true);
    try {
      await onSend(address);
    } catch (error) {
      refuse(failureText(error));
    } finally {
      setIsSending(false);
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid max-w-xl grid-cols-1 gap-3">
      <Field label={label} required hint={hint} error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            type="email"
            inputMode="email"
            autoComplete={isOwnAddress ? "email" : "off"}
            maxLength={254}
            value={email}
            readOnly={isSending}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <NoScriptNote to="To send it" />
      <Button type="submit" variant="secondary" busy={isSending} className="justify-self-start max-sm:w-full">
        {isSending ? busyAction : action}
      </Button>
    </form>
  );
}
