import { LockKeyhole } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ApiError, errorText } from "../../lib/api.ts";
import { dismissToasts, toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, TextInput } from "../../ui/field.tsx";
import { logIn } from "./admin-session.queries.ts";

function LoginForm({ onLoggedIn }: { onLoggedIn(): void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isVerifying, setIsVerifying] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Once a dialog around it has taken the focus from what lies below.
    const timer = setTimeout(() => input.current?.focus());
    return () => clearTimeout(timer);
  }, []);

  const refuse = (title: string, text: string) => {
    setProblem(text);
    toast({ title, description: text, variant: "destructive" });
    input.current?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isVerifying) return;
    if (password === "") {
      refuse("Access Denied", "Please enter the password.");
      return;
    }
    setIsVerifying(true);
    setProblem(undefined);
    try {
      await logIn(password);
      dismissToasts();
      onLoggedIn();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setPassword("");
      const isRefusal = error instanceof ApiError && (error.status === 401 || error.status === 429);
      refuse(
        isRefusal ? "Access Denied" : "Error",
        errorText(error, "The server could not be reached. Please try again."),
      );
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
            ref={input}
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
        {isVerifying ? "Verifying..." : "Access Admin Panel"}
      </Button>
    </form>
  );
}

/** The password gate before the admin panel. */
export function AdminGate({ onLoggedIn }: { onLoggedIn(): void }) {
  return (
    <section aria-labelledby="gate-heading" className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
      <div className="rounded-card border border-line bg-surface p-6 shadow-card">
        <span className="mx-auto grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
          <LockKeyhole aria-hidden className="size-7" />
        </span>
        <h1 id="gate-heading" className="mt-4 text-center text-2xl font-bold">
          Admin Access Required
        </h1>
        <p className="mt-1 mb-6 text-center text-ink-muted">Enter the admin password to continue</p>
        <LoginForm onLoggedIn={onLoggedIn} />
      </div>
    </section>
  );
}

/** The gate over work that the end of a session interrupted, which goes on after the next login. */
export function AdminGateDialog({ onLoggedIn, onClose }: { onLoggedIn(): void; onClose(): void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Admin Access Required"
      description="Your session has ended. Please log in again."
    >
      <LoginForm onLoggedIn={onLoggedIn} />
    </Dialog>
  );
}
