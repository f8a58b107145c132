import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useSyncExternalStore } from "react";
import type { OperatorSession } from "../../../worker/contracts/sessions.ts";
import { ApiError, sendJson } from "../../lib/api.ts";
import { FOR_OPERATOR } from "../../lib/operator.ts";
import { toast } from "../../lib/toast.ts";
import {
  keepOperatorSession,
  operatorSessionId,
  wasOperatorRefused,
  watchOperatorSession,
} from "./operator-session.ts";

export interface OperatorAccess {
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
