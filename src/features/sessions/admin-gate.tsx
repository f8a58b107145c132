import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AdminSession } from "../../../worker/contracts/sessions.ts";
import { ApiError, errorText } from "../../lib/api.ts";
import { ADMIN_HINT } from "../../lib/visit.ts";
import { readFlag, writeFlag } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { adminSession, askForLoginLink, logIn, logOut, sessionKeys } from "./admin-session.queries.ts";
import { GateCard, PasswordForm, type Refusal } from "./gate-card.tsx";

interface AdminAccess {
  /** Ended: the session ran out while the panel was open, so that what was begun there waits for the next login. */
  state: "open" | "ended" | "closed" | "checking";
  onLoggedIn(): void;
  /** Gives up an ended session, and what was begun in it. */
  close(): void;
  leave(): Promise<void>;
}

/** The moderator's session: known from the server, ended by logging out or by any call that answers 401. */
export function useAdminSession(): AdminAccess {
  const client = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  const [hint] = useState(() => readFlag(ADMIN_HINT));
  const { data, isPending } = useQuery(adminSession());
  const isOpen = data?.authenticated;

  useEffect(() => {
    if (isOpen === undefined) return;
    writeFlag(ADMIN_HINT, isOpen);
    // What moderators read must not stay in memory for whoever uses the browser next.
    if (!isOpen) client.removeQueries({ predicate: isForModerators });
  }, [client, isOpen]);

  useEffect(() => watchForExpiry(client, () => setHasEnded(true)), [client]);

  return {
    state: isOpen ? (hasEnded ? "ended" : "open") : isPending && hint ? "checking" : "closed",
    onLoggedIn: () => {
      void setAuthenticated(client, true);
      if (hasEnded) void client.invalidateQueries({ predicate: isForModerators });
      setHasEnded(false);
    },
    close: () => {
      void setAuthenticated(client, false);
      setHasEnded(false);
    },
    leave: async () => {
      try {
        await logOut();
      } catch (error) {
        // An expired session is as good as logged out; anything else leaves it open, and that must be said.
        if (!(error instanceof ApiError && error.status === 401)) {
          toast({ title: "Error", description: "Logging out failed. Please try again.", variant: "destructive" });
          return;
        }
      }
      await setAuthenticated(client, false);
      toast({ title: "Logged Out", description: "You have been logged out of the admin panel." });
    },
  };
}

async function setAuthenticated(client: QueryClient, authenticated: boolean): Promise<void> {
  // An answer from before the login would close the panel again.
  await client.cancelQueries({ queryKey: sessionKeys.admin });
  client.setQueryData<AdminSession>(sessionKeys.admin, { authenticated });
}

function isForModerators({ meta }: { meta?: Record<string, unknown> }): boolean {
  return meta?.["access"] === "admin";
}

function watchForExpiry(client: QueryClient, onEnd: () => void): () => void {
  const notice = (error: unknown) => {
    if (error instanceof ApiError && error.code === "session.required") onEnd();
  };
  const stopQueries = client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
  });
  const stopMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") notice(event.action.error);
  });
  return () => {
    stopQueries();
    stopMutations();
  };
}

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
