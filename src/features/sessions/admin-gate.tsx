import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type AdminSession, logIn, logOut, requestLoginLink } from "../../../worker/contracts/sessions.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { ADMIN_HINT } from "../../lib/visit.ts";
import { readFlag, writeFlag } from "../../lib/storage.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { adminSession, sessionKeys } from "./admin-session.queries.ts";
import { OtherSignIns, GateCard, leaveSession, PasswordForm, type Refusal, watchErrors } from "./gate-card.tsx";

interface AdminAccess {
  /**
   * State of the session. `ended` means that it expired while the panel was open; unsaved work then waits for the next
   * login.
   */
  state: "open" | "ended" | "closed" | "checking";
  /** The logged-in person and their role. */
  session: AdminSession;
  onLoggedIn(): void;
  /** Closes an ended session and discards its unsaved work. */
  close(): void;
  leave(): Promise<void>;
  /** Refetches the session's owner. */
  refresh(): void;
}

/** Returns the moderator's session as the server reports it. A 401 ends the session. */
export function useAdminSession(): AdminAccess {
  const client = useQueryClient();
  const [hasEnded, setHasEnded] = useState(false);
  const [hint] = useState(() => readFlag(ADMIN_HINT));
  const { data, isPending } = useQuery(adminSession());
  const isOpen = data?.authenticated;

  useEffect(() => {
    if (isOpen === undefined) return;
    writeFlag(ADMIN_HINT, isOpen);
    // Clears moderators' data, because someone else may use the browser next.
    if (!isOpen) client.removeQueries({ predicate: isForModerators });
  }, [client, isOpen]);

  useEffect(
    () =>
      watchErrors(client, (error) => {
        if (error instanceof ApiError && error.code === "session.required") setHasEnded(true);
      }),
    [client],
  );

  return {
    session: data ?? { authenticated: false },
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
    refresh: () => void client.invalidateQueries({ queryKey: sessionKeys.admin }),
    leave: () =>
      leaveSession(
        "admin panel",
        () => call(logOut),
        () => setAuthenticated(client, false),
      ),
  };
}

async function setAuthenticated(client: QueryClient, authenticated: boolean): Promise<void> {
  // Cancels pending requests, because a response from before the login would close the panel again.
  await client.cancelQueries({ queryKey: sessionKeys.admin });
  client.setQueryData<AdminSession>(sessionKeys.admin, (known) => ({
    authenticated,
    ...(known?.isPasswordOff && { isPasswordOff: true }),
  }));
  // Loads the session's owner.
  if (authenticated) void client.invalidateQueries({ queryKey: sessionKeys.admin });
}

function isForModerators({ meta }: { meta?: Record<string, unknown> }): boolean {
  return meta?.["access"] === "admin";
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
    await call(logIn, { body: { password } });
    onLoggedIn();
  };
  return <PasswordForm label="Access Admin Panel" logIn={enter} whenEmpty={EMPTY} refusalOf={refusalOf} />;
}

interface GateProps {
  /** True if the shared password is disabled. */
  isPasswordOff?: boolean | undefined;
  onLoggedIn(): void;
}

/** Login of the admin panel. */
export function AdminGate({ isPasswordOff = false, onLoggedIn }: GateProps) {
  return (
    <GateCard
      title="Admin Access Required"
      text={isPasswordOff ? "Log in with your own account to continue" : "Enter the admin password to continue"}
    >
      {!isPasswordOff && (
        <>
          <LoginForm onLoggedIn={onLoggedIn} />
          <RequestLink />
        </>
      )}
      <OtherSignIns isOnlyMethod={isPasswordOff} onLoggedIn={onLoggedIn} />
    </GateCard>
  );
}

/** Button that emails a login link, for a login without the password or while failed attempts block it. */
function RequestLink() {
  const asking = useMutation({ mutationFn: () => call(requestLoginLink) });
  return (
    <div className="mt-3 grid gap-2">
      <Button variant="ghost" className="py-2" busy={asking.isPending} onClick={() => asking.mutate()}>
        Send a login link to the site’s contact address
      </Button>
      <output className="block text-center text-sm text-ink-muted empty:hidden">{asking.data?.message}</output>
      <p role="alert" className="text-center text-sm text-danger empty:hidden">
        {asking.error && errorText(asking.error, "The server could not be reached. Please try again.")}
      </p>
    </div>
  );
}

/** Dialog that asks for a new login, over the unsaved work. @param props.reason a sentence */
export function AdminGateDialog({
  reason,
  isPasswordOff = false,
  onLoggedIn,
  onClose,
}: GateProps & { reason: string; onClose(): void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Admin Access Required"
      description={`${reason} Please log in again.`}
      {...(!isPasswordOff && { initialFocus: "[name=password]" })}
    >
      {!isPasswordOff && <LoginForm onLoggedIn={onLoggedIn} />}
      <OtherSignIns isOnlyMethod={isPasswordOff} onLoggedIn={onLoggedIn} />
    </Dialog>
  );
}
