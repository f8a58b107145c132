import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { AdminSession } from "../../../worker/contracts/sessions.ts";
import { ApiError } from "../../lib/api.ts";
import { readFlag, writeFlag } from "../../lib/stored-flag.ts";
import { toast } from "../../lib/toast.ts";
import { adminSession, logOut, sessionKeys } from "./admin-session.queries.ts";

/** Tells only what to paint until the server has answered; it opens nothing. */
const HINT = "admin_authenticated";

export interface AdminAccess {
  state: "open" | "closed" | "checking";
  onLoggedIn(): void;
  leave(): Promise<void>;
}

/** The moderator's session: known from the server, ended by logging out or by any call that answers 401. */
export function useAdminSession(): AdminAccess {
  const client = useQueryClient();
  const [hint] = useState(() => readFlag(HINT));
  const { data, isPending } = useQuery(adminSession());
  const isOpen = data?.authenticated;

  useEffect(() => {
    if (isOpen === undefined) return;
    writeFlag(HINT, isOpen);
    // What moderators read must not stay in memory for whoever uses the browser next.
    if (!isOpen) client.removeQueries({ predicate: ({ meta }) => meta?.access === "admin" });
  }, [client, isOpen]);

  useEffect(() => watchForExpiry(client), [client]);

  return {
    state: isOpen === true ? "open" : isPending && hint ? "checking" : "closed",
    onLoggedIn: () => setAuthenticated(client, true),
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
      setAuthenticated(client, false);
      toast({ title: "Logged Out", description: "You have been logged out of the admin panel." });
    },
  };
}

function setAuthenticated(client: QueryClient, authenticated: boolean): void {
  client.setQueryData<AdminSession>(sessionKeys.admin, { authenticated });
}

function watchForExpiry(client: QueryClient): () => void {
  const notice = (error: unknown) => {
    if (error instanceof ApiError && error.code === "session.required") setAuthenticated(client, false);
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
