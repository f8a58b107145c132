import { useMutation } from "@tanstack/react-query";
import { KeyRound, Mail } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type LoginCodeRequested, logInByCode, requestLoginCode } from "../../../worker/contracts/sessions.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { dismissToasts } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { presentPasskey } from "./admin-session.queries.ts";

const NOT_REACHED = "The server could not be reached. Please try again.";

/** A cancelled passkey is the browser's error, in whose words nobody finds a way out. */
const passkeyProblem = (error: unknown): string =>
  error instanceof ApiError || error instanceof TypeError
    ? errorText(error, NOT_REACHED)
    : "The browser offered no passkey. Please use another device, or a mailed code.";

/** Logging in as oneself: with a passkey, or with a mailed code. */
export function OtherWays({ isOnlyWay = false, onLoggedIn }: { isOnlyWay?: boolean; onLoggedIn(): void }) {
  const enter = () => {
    dismissToasts();
    onLoggedIn();
  };
  const [isCode, setIsCode] = useState(false);
  const passkey = useMutation({ mutationFn: presentPasskey, onSuccess: enter });
  return (
    <div className={isOnlyWay ? "grid gap-2" : "mt-4 grid gap-2 border-t border-line pt-4"}>
      {!isOnlyWay && <p className="text-center text-sm text-ink-muted">Or log in as yourself</p>}
      <Button variant="secondary" busy={passkey.isPending} onClick={() => passkey.mutate()}>
        <KeyRound aria-hidden className="size-4" />
        Log In with a Passkey
      </Button>
      <p role="alert" className="text-center text-sm text-danger empty:hidden">
        {passkey.error && passkeyProblem(passkey.error)}
      </p>
      {isCode ? (
        <MailedCode onLoggedIn={enter} />
      ) : (
        <Button variant="secondary" onClick={() => setIsCode(true)}>
          <Mail aria-hidden className="size-4" />
          Log In with a Mailed Code
        </Button>
      )}
    </div>
  );
}

function MailedCode({ onLoggedIn }: { onLoggedIn(): void }) {
  const [asked, setAsked] = useState<LoginCodeRequested>();
  if (asked) return <EnterCode asked={asked} onLoggedIn={onLoggedIn} />;
  return (
    <EmailForm
      label="Your email address"
      action="Mail Me a Code"
      busyAction="Sending..."
      isOwnAddress
      onSend={async (email) => setAsked(await call(requestLoginCode, { body: { email } }))}
    />
  );
}

function EnterCode({ asked, onLoggedIn }: { asked: LoginCodeRequested; onLoggedIn(): void }) {
  const [code, setCode] = useState("");
  const entering = useMutation({
    mutationFn: () => call(logInByCode, { body: { request: asked.request, code } }),
    onSuccess: onLoggedIn,
  });
  const input = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone.
  useEffect(() => input.current?.focus(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!entering.isPending) entering.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <output className="text-sm text-ink-muted">{asked.message}</output>
      <Field label="Code" required error={entering.error ? errorText(entering.error, NOT_REACHED) : undefined}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            value={code}
            readOnly={entering.isPending}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={entering.isPending}>
        Log In
      </Button>
    </form>
  );
}
