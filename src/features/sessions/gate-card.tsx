import { type QueryClient, useMutation } from "@tanstack/react-query";
import { LockKeyhole, KeyRound, Mail } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type LoginCodeRequested, logInByCode, requestLoginCode } from "../../../worker/contracts/sessions.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { EmailForm } from "../../ui/email-form.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { presentPasskey } from "./admin-session.queries.ts";

const NOT_REACHED = "The server could not be reached. Please try again.";

/**
 * Returns a message for a failed passkey login, because the browser's own message after a cancellation would not help.
 */
const passkeyProblem = (error: unknown): string =>
  error instanceof ApiError || error instanceof TypeError
    ? errorText(error, NOT_REACHED)
    : "The browser offered no passkey. Please use another device or an emailed code.";

/** Personal login, with a passkey or an emailed code. */
export function OtherSignIns({ isOnlyMethod = false, onLoggedIn }: { isOnlyMethod?: boolean; onLoggedIn(): void }) {
  const enter = () => {
    dismissToasts();
    onLoggedIn();
  };
  const [isCode, setIsCode] = useState(false);
  const passkey = useMutation({ mutationFn: presentPasskey, onSuccess: enter });
  return (
    <div className={isOnlyMethod ? "grid gap-2" : "mt-4 grid gap-2 border-t border-line pt-4"}>
      {!isOnlyMethod && <p className="text-center text-sm text-ink-muted">Or log in as yourself</p>}
      <Button variant="secondary" className="max-sm:text-sm" busy={passkey.isPending} onClick={() => passkey.mutate()}>
        <KeyRound aria-hidden className="size-4" />
        Log In with a Passkey
      </Button>
      <p role="alert" className="text-center text-sm text-danger empty:hidden">
        {passkey.error && passkeyProblem(passkey.error)}
      </p>
      {isCode ? (
        <MailedCode onLoggedIn={enter} />
      ) : (
        <Button variant="secondary" className="max-sm:text-sm" onClick={() => setIsCode(true)}>
          <Mail aria-hidden className="size-4" />
          Log In with an Emailed Code
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
      action="Email Me a Code"
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
  // The clicked button has disappeared, and with it the focus.
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

/** Card with a login, shown instead of a locked page. */
export function GateCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="gate-heading" className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
      <div className="rounded-card border border-line bg-surface p-6 shadow-card">
        <span className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <LockKeyhole aria-hidden className="size-7" />
        </span>
        <h1 id="gate-heading" className="mt-4 text-center text-2xl font-bold">
          {title}
        </h1>
        <p className="mt-1 mb-6 text-center text-ink-muted">{text}</p>
        {children}
      </div>
    </section>
  );
}

/** Error message of a login. */
export interface Refusal {
  title: string;
  text: string;
}

interface PasswordFormProps {
  /** Button label. */
  label: string;
  /** Rejects if the login fails. */
  logIn(password: string): Promise<void>;
  /** Error shown for an empty password. */
  whenEmpty: Refusal;
  refusalOf(error: unknown): Refusal;
}

export function PasswordForm({ label, logIn, whenEmpty, refusalOf }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isVerifying, setIsVerifying] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);

  // Focuses the field one render later, because the page moves the focus first. In a dialog, the dialog focuses the
  // field.
  useEffect(() => {
    if (input?.closest("[role=dialog]") === null) input.focus();
  }, [input]);

  const refuse = ({ title, text }: Refusal) => {
    setProblem(text);
    toast({ title, description: text, variant: "destructive" });
    input?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isVerifying) return;
    if (password === "") {
      refuse(whenEmpty);
      return;
    }
    setIsVerifying(true);
    setProblem(undefined);
    try {
      await logIn(password);
      dismissToasts();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setPassword("");
      refuse(refusalOf(error));
    } finally {
      setIsVerifying(false);
    }
  };

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <Field label="Password" required error={problem}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={setInput}
            type="password"
            name="password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            readOnly={isVerifying}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="lg" busy={isVerifying}>
        {isVerifying ? "Verifying..." : label}
      </Button>
    </form>
  );
}

/** Watches all queries and mutations for errors, such as the 401 of an expired session. @returns a function that stops */
export function watchErrors(
  client: QueryClient,
  onError: (error: unknown, meta: Record<string, unknown> | undefined) => void,
): () => void {
  const stopQueries = client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") onError(event.action.error, event.query.meta);
  });
  const stopMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") onError(event.action.error, event.mutation.meta);
  });
  return () => {
    stopQueries();
    stopMutations();
  };
}

/** Logs out and shows a toast. @param place name of the page in the success message */
export async function leaveSession(
  place: string,
  logOut: () => Promise<unknown>,
  onLeft: () => unknown,
): Promise<void> {
  try {
    await logOut();
  } catch (error) {
    // A 401 means that the session had already expired; after any other error it is still open.
    if (!(error instanceof ApiError && error.status === 401)) {
      toast({ title: "Error", description: "Logging out failed. Please try again.", variant: "destructive" });
      return;
    }
  }
  await onLeft();
  toast({ title: "Logged Out", description: `You have been logged out of the ${place}.` });
}
