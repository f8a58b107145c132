import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AdminSession } from "../../../worker/contracts/sessions.ts";
import { ApiError } from "../../lib/api.ts";
import { ADMIN_HINT } from "../../lib/own-browser.ts";
import { readFlag, writeFlag } from "../../lib/storage.ts";
import { toast } from "../../lib/toast.ts";
import { adminSession, logOut, sessionKeys } from "./admin-session.queries.ts";

export interface AdminAccess {
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
