import { useMutation } from "@tanstack/react-query";
import { ApiError, errorText } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { askForLoginLink, logIn } from "./admin-session.queries.ts";
import { GateCard } from "./gate-card.tsx";
import { PasswordForm, type Refusal } from "./password-form.tsx";

const EMPTY: Refusal = { title: "Access Denied", text: "Please enter the password." };

function refusalOf(error: unknown): Refusal {
  const isRefusal = error instanceof ApiError && (error.status === 401 || error.status === 429);
  return {
    title: isRefusal ? "Access Denied" : "Error",
    text: errorText(error, "The server could not be reached. Please try again."),
  };
}

function LoginForm({ onLoggedIn }: { onLoggedIn(): void }) {
  const enter = async (password: string) => {
    await logIn(password);
    onLoggedIn();
  };
  return <PasswordForm label="Access Admin Panel" logIn={enter} whenEmpty={EMPTY} refusalOf={refusalOf} />;
}

/** The password gate before the admin panel. */
export function AdminGate({ onLoggedIn }: { onLoggedIn(): void }) {
  return (
    <GateCard title="Admin Access Required" text="Enter the admin password to continue">
      <LoginForm onLoggedIn={onLoggedIn} />
      <AskForLink />
    </GateCard>
  );
}

/** The way in when the password is not at hand, or strangers' guesses keep everybody waiting. */
function AskForLink() {
  const asking = useMutation({ mutationFn: askForLoginLink });
  return (
    <div className="mt-3 grid gap-2">
      <Button variant="ghost" className="py-2" busy={asking.isPending} onClick={() => asking.mutate()}>
        Send a login link to the site’s contact address
      </Button>
      <output className="block text-center text-sm text-ink-muted empty:hidden">{asking.data}</output>
      <p role="alert" className="text-center text-sm text-danger empty:hidden">
        {asking.error && errorText(asking.error, "The server could not be reached. Please try again.")}
      </p>
    </div>
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
