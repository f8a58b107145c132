import type { QueryClient } from "@tanstack/react-query";
import { LockKeyhole } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Field, TextInput } from "../../ui/field.tsx";

/** Shown instead of a locked page. */
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
  /** Error for an empty password. */
  whenEmpty: Refusal;
  refusalOf(error: unknown): Refusal;
}

export function PasswordForm({ label, logIn, whenEmpty, refusalOf }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isVerifying, setIsVerifying] = useState(false);
  const [input, setInput] = useState<HTMLInputElement | null>(null);

  // A render after the page has set its own focus; a dialog around it begins with this field by itself.
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

/** Logs out with toasts. @param place the noun in the success message */
export async function leaveSession(
  place: string,
  logOut: () => Promise<unknown>,
  onLeft: () => unknown,
): Promise<void> {
  try {
    await logOut();
  } catch (error) {
    // A 401 means that the session had already expired; other errors leave it open.
    if (!(error instanceof ApiError && error.status === 401)) {
      toast({ title: "Error", description: "Logging out failed. Please try again.", variant: "destructive" });
      return;
    }
  }
  await onLeft();
  toast({ title: "Logged Out", description: `You have been logged out of the ${place}.` });
}
