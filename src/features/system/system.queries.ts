import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { dropDeadLetter, emptyCache, getSystem, retryDeadLetter } from "../../../worker/contracts/system.ts";
import { call } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

/** Poll interval in milliseconds, while the tab is visible. */
const POLL_MS = 30_000;
const KEY = ["system", "admin"] as const;

export function systemState() {
  return queryOptions({
    queryKey: KEY,
    queryFn: ({ signal }) => call(getSystem, {}, { signal }),
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
    meta: FOR_MODERATORS,
  });
}

/** Hands a dead letter to its queue again, or drops it; pending until the list is read again. */
export function useDeadLetter(action: "retry" | "drop") {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => (action === "retry" ? call(retryDeadLetter, { id }) : call(dropDeadLetter, { id })),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    // Somebody else may have done it first.
    onError: () => void client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Empties the cache in front of the site. */
export function useEmptyCache() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(emptyCache),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
