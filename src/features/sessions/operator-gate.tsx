import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { closeDashboard, openDashboard, openDashboardAsPerson } from "../../../worker/contracts/sessions.ts";
import { STATS_SESSION_KEY } from "../../../worker/contracts/visitors.ts";
import { ApiError, call, errorText } from "../../lib/api.ts";
import { FOR_OPERATOR } from "../../lib/operator.ts";
import { readFlag, readStorage, writeStorage } from "../../lib/storage.ts";
import { ADMIN_HINT } from "../../lib/visit.ts";
import { Button } from "../../ui/button.tsx";
import { adminSession } from "./admin-session.queries.ts";
import { GateCard, leaveSession, PasswordForm, type Refusal, watchErrors, OtherSignIns } from "./gate-card.tsx";

/** Session id used while storage is disabled. */
let fallbackId: string | null = null;
/** True if the server rejected the last session. */
let isRefused = false;
const listeners = new Set<() => void>();

/** Returns the stored session id, which may have expired. */
const operatorSessionId = (): string | null => readStorage("local", STATS_SESSION_KEY) ?? fallbackId;

const wasOperatorRefused = (): boolean => isRefused;

/** Stores a session, or removes it after a logout or rejection. */
function storeOperatorSession(id: string | null, { refused = false } = {}): void {
  isRefused = refused;
  writeStorage("local", STATS_SESSION_KEY, id);
  fallbackId = readStorage("local", STATS_SESSION_KEY) === id ? null : id;
  for (const listener of listeners) listener();
}

/** Subscribes to changes, including those of other tabs. */
function watchOperatorSession(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== STATS_SESSION_KEY) return;
    fallbackId = null;
    isRefused = false;
    onChange();
  };
  listeners.add(onChange);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onStorage);
  };
}

interface OperatorAccess {
  /** Null while the dashboard is locked. */
  sessionId: string | null;
  /** True if the server rejected the stored session. */
  hasEnded: boolean;
  /** @throws ApiError 401 for a wrong password, 429 if called too often; TypeError without a response */
  logIn(password: string): Promise<void>;
  /**
   * Logs in as the operator who is logged in to the panel by name.
   * @throws ApiError 401 without a session, 403 for other roles; TypeError
   */
  logInAsPerson(): Promise<void>;
  leave(): Promise<void>;
}

const none = () => null;
const no = () => false;

/** Returns the operator's session, which is stored in the browser. A 401 ends the session. */
export function useOperatorSession(): OperatorAccess {
  const client = useQueryClient();
  const sessionId = useSyncExternalStore(watchOperatorSession, operatorSessionId, none);

  useEffect(() => {
    // Clears the operator's data, because someone else may use the browser next.
    if (sessionId === null) client.removeQueries({ predicate: ({ meta }) => meta?.["access"] === FOR_OPERATOR.access });
  }, [client, sessionId]);
  const hasEnded = useSyncExternalStore(watchOperatorSession, wasOperatorRefused, no);
  const isLeaving = useRef(false);
  useEffect(
    () =>
      watchErrors(client, (error, meta) => {
        const isRefusal = meta?.["access"] === FOR_OPERATOR.access && error instanceof ApiError && error.status === 401;
        // Requests that are pending during a logout fail with 401 although the session has not expired.
        if (isRefusal && !isLeaving.current && operatorSessionId() !== null)
          storeOperatorSession(null, { refused: true });
      }),
    [client],
  );

  return {
    sessionId,
    hasEnded,
    async logIn(password) {
      const session = await call(openDashboard, { body: { password } });
      storeOperatorSession(session.sessionId);
    },
    async logInAsPerson() {
      const session = await call(openDashboardAsPerson);
      storeOperatorSession(session.sessionId);
    },
    async leave() {
      isLeaving.current = true;
      const logOut = () => call(closeDashboard, {}, { headers: { "x-stats-session": sessionId ?? "" } });
      await leaveSession("dashboard", logOut, () => storeOperatorSession(null));
      isLeaving.current = false;
    },
  };
}

const TITLE = "Access Denied";
const EMPTY: Refusal = { title: TITLE, text: "Please enter the password." };

function refusalOf(error: unknown): Refusal {
  const fallback =
    error instanceof ApiError && error.status === 401
      ? "Invalid password"
      : "Unable to authenticate. Please try again.";
  return { title: error instanceof ApiError && error.status < 500 ? TITLE : "Error", text: errorText(error, fallback) };
}

type OperatorGateProps = Pick<OperatorAccess, "hasEnded" | "logIn" | "logInAsPerson">;

export function OperatorGate({ hasEnded, logIn, logInAsPerson }: OperatorGateProps) {
  return (
    <GateCard
      title="Dashboard Access Required"
      text={hasEnded ? "Your session has ended. Please log in again." : "Enter the dashboard password to continue"}
    >
      <PasswordForm label="Access Dashboard" logIn={logIn} whenEmpty={EMPTY} refusalOf={refusalOf} />
      <ContinueAsPerson logInAsPerson={logInAsPerson} />
    </GateCard>
  );
}

/** Lets an operator who is logged in to the panel continue under their own name. All others log in first. */
function ContinueAsPerson({ logInAsPerson }: Pick<OperatorAccess, "logInAsPerson">) {
  const [isKnown] = useState(() => readFlag(ADMIN_HINT));
  const { data } = useQuery({ ...adminSession(), enabled: isKnown });
  const entering = useMutation({ mutationFn: logInAsPerson });
  const person = data?.role === "operator" ? data.person : null;
  return (
    <>
      {person ? (
        <div className="mt-4 grid gap-2 border-t border-line pt-4">
          <Button variant="secondary" busy={entering.isPending} onClick={() => entering.mutate()}>
            Continue as {person.name}
          </Button>
        </div>
      ) : (
        <OtherSignIns onLoggedIn={() => entering.mutate()} />
      )}
      <p role="alert" className="mt-2 text-center text-sm text-danger empty:hidden">
        {entering.error && errorText(entering.error, "The server could not be reached. Please try again.")}
      </p>
    </>
  );
}
