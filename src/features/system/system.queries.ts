import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CacheEmptied, SystemState } from "../../../worker/contracts/system.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

/** Poll interval in milliseconds, while the tab is visible. */
const POLL_MS = 30_000;
const KEY = ["system", "admin"] as const;

export function systemState() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => getJson<SystemState>("/api/admin/system", { signal }),
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
    meta: FOR_MODERATORS,
  });
}

/** Hands a dead letter to its queue again, or drops it; pending until the list is read again. */
export function useDeadLetter(action: "retry" | "drop") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const path = `/api/admin/system/dead/${encodeURIComponent(id)}`;
      await (action === "retry" ? sendJson("POST", `${path}/retry`) : sendJson("DELETE", path));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    // Somebody else may have done it first.
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Empties the cache in front of the site. */
export function useEmptyCache() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendJson<CacheEmptied>("POST", "/api/admin/system/empty-cache"),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
