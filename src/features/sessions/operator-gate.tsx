import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { OperatorSession } from "../../../worker/contracts/sessions.ts";
import { STATS_SESSION_KEY } from "../../../worker/contracts/visitors.ts";
import { ApiError, errorText, sendJson } from "../../lib/api.ts";
import { FOR_OPERATOR } from "../../lib/operator.ts";
import { storedText, writeStored } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { GateCard, PasswordForm, type Refusal } from "./gate-card.tsx";

/** Where storage is switched off, the session is known until the page is loaded again. */
let here: string | null = null;
/** Whether the server refused the session that was kept last. */
let isRefused = false;
const listeners = new Set<() => void>();

/** Id of the operator's session in this browser; the server alone knows whether it is worth anything. */
const operatorSessionId = (): string | null => storedText("local", STATS_SESSION_KEY) ?? here;

const wasOperatorRefused = (): boolean => isRefused;

/** Remembers a session, or forgets it when it is null: because the server refused it, or because its owner left. */
function keepOperatorSession(id: string | null, { refused = false } = {}): void {
  isRefused = refused;
  writeStored("local", STATS_SESSION_KEY, id);
  here = storedText("local", STATS_SESSION_KEY) === id ? null : id;
  for (const listener of listeners) listener();
}

/** Tells of every change, also of one in another tab. */
function watchOperatorSession(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== STATS_SESSION_KEY) return;
    here = null;
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
  /** To be sent with the operator's calls; null while the dashboard is locked. */
  sessionId: string | null;
  /** The server refused the session that was kept. */
  hasEnded: boolean;
  /** @throws ApiError 401 for a wrong password, 429 after too many; TypeError when there is no answer */
  logIn(password: string): Promise<void>;
  leave(): Promise<void>;
}

const none = () => null;
const no = () => false;

/** The operator's session: kept in this browser, ended by logging out or by any call that answers 401. */
export function useOperatorSession(): OperatorAccess {
  const client = useQueryClient();
  const sessionId = useSyncExternalStore(watchOperatorSession, operatorSessionId, none);

  useEffect(() => {
    // What the operator reads must not stay in memory for whoever uses the browser next.
    if (sessionId === null) client.removeQueries({ predicate: ({ meta }) => meta?.["access"] === FOR_OPERATOR.access });
  }, [client, sessionId]);
  const hasEnded = useSyncExternalStore(watchOperatorSession, wasOperatorRefused, no);
  const isLeaving = useRef(false);
  useEffect(
    () =>
      watchForRefusal(client, () => {
        // Whoever logs out ends the session: what was asked just before is refused, and that is no news.
        if (!isLeaving.current && operatorSessionId() !== null) keepOperatorSession(null, { refused: true });
      }),
    [client],
  );

  return {
    sessionId,
    hasEnded,
    logIn: useCallback(async (password) => {
      const session = await sendJson<OperatorSession>("POST", "/api/stats/auth", { password });
      keepOperatorSession(session.sessionId);
    }, []),
    leave: useCallback(async () => {
      isLeaving.current = true;
      try {
        await sendJson("POST", "/api/stats/logout", undefined, { "x-stats-session": sessionId ?? "" });
      } catch (error) {
        // An expired session is as good as logged out; anything else leaves it open, and that must be said.
        if (!(error instanceof ApiError && error.status === 401)) {
          toast({ title: "Error", description: "Logging out failed. Please try again.", variant: "destructive" });
          return;
        }
      } finally {
        isLeaving.current = false;
      }
      keepOperatorSession(null);
      toast({ title: "Logged Out", description: "You have been logged out of the dashboard." });
    }, [sessionId]),
  };
}

function watchForRefusal(client: QueryClient, onRefused: () => void): () => void {
  const notice = (error: unknown, meta: Record<string, unknown> | undefined) => {
    if (meta?.["access"] === FOR_OPERATOR.access && error instanceof ApiError && error.status === 401) onRefused();
  };
  const stopQueries = client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") notice(event.action.error, event.query.meta);
  });
  const stopMutations = client.getMutationCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") notice(event.action.error, event.mutation.meta);
  });
  return () => {
    stopQueries();
    stopMutations();
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

/** The password gate before the operator's dashboard. */
export function OperatorGate({ hasEnded, logIn }: Pick<OperatorAccess, "hasEnded" | "logIn">) {
  return (
    <GateCard
      title="Dashboard Access Required"
      text={hasEnded ? "Your session has ended. Please log in again." : "Enter the dashboard password to continue"}
    >
      <PasswordForm label="Access Dashboard" logIn={logIn} whenEmpty={EMPTY} refusalOf={refusalOf} />
    </GateCard>
  );
}
