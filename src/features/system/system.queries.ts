import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CacheEmptied, SystemState } from "../../../worker/contracts/system.ts";
import { getJson, isOutdated, sendJson } from "../../lib/api.ts";
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

/** Hands a dead letter to its queue again, or drops it; the list shows it at once. */
export function useDeadLetter(action: "retry" | "drop") {
  const client = useQueryClient();
  const forget = (gone: string) =>
    client.setQueryData<SystemState>(KEY, (state) => {
      const letters = state?.dead.letters.filter(({ id }) => id !== gone);
      return state && letters && { ...state, dead: { letters, total: Math.max(letters.length, state.dead.total - 1) } };
    });
  return useMutation({
    mutationFn: async (id: string) => {
      const path = `/api/admin/system/dead/${encodeURIComponent(id)}`;
      await (action === "retry" ? sendJson("POST", `${path}/retry`) : sendJson("DELETE", path));
    },
    onSuccess: (_, id) => forget(id),
    onError: (error) => {
      if (isOutdated(error)) void client.invalidateQueries({ queryKey: KEY });
    },
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
