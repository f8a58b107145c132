import { type FormEvent, useRef, useState } from "react";
import { cleanLine, INVALID_EMAIL, isEmail } from "../../worker/contracts/text.ts";
import { failureText } from "../lib/api.ts";
import { earlySubmitProps } from "../lib/early-submit.ts";
import { Button } from "./button.tsx";
import { Field, NoScriptNote, TextInput } from "./field.tsx";

interface EmailFormProps {
  label: string;
  hint?: string;
  action: string;
  busyAction: string;
  /** False for moderators, who enter other people's addresses; the browser then does not suggest their own. */
  isOwnAddress: boolean;
  /** Sends the address; a rejection is shown below the field. */
  onSend(email: string): Promise<void>;
}

export function EmailForm({ label, hint, action, busyAction, isOwnAddress, onSend }: EmailFormProps) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  // Uncontrolled, to keep what was typed before hydration.
  const input = useRef<HTMLInputElement>(null);

  const refuse = (text: string) => {
    setProblem(text);
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const address = cleanLine(input.current?.value ?? "");
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
    <form
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
      className="grid max-w-xl grid-cols-1 gap-3"
      {...earlySubmitProps}
    >
      <Field label={label} required hint={hint} error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            type="email"
            inputMode="email"
            autoComplete={isOwnAddress ? "email" : "off"}
            maxLength={254}
            readOnly={isSending}
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
