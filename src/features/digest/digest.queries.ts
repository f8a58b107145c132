import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  getDigestOverview,
  getDigestPreview,
  getEdition,
  pauseDigest,
  resumeEdition,
  sendTestDigest,
} from "../../../worker/contracts/digest.ts";
import { call, callOrNull } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

/** Poll interval while an edition is being sent, in milliseconds. */
const POLL_MS = 10_000;

export const digestKeys = {
  edition: (date: string) => ["digest", "edition", date] as const,
  overview: ["digest", "admin", "overview"] as const,
  preview: ["digest", "admin", "preview"] as const,
};

/** Returns the query for a public edition; its data is null if there is none for the date. */
export function digestEdition(date: string) {
  return queryOptions({
    queryKey: digestKeys.edition(date),
    queryFn: ({ signal }) => callOrNull(getEdition, { date }, { signal }),
  });
}

/**
 * Returns the query for the overview. The overview is refetched on every mount, and polled while an edition is being
 * sent.
 */
export function digestOverview() {
  return queryOptions({
    queryKey: digestKeys.overview,
    queryFn: ({ signal }) => call(getDigestOverview, {}, { signal }),
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.editions.some(({ status }) => status === "freezing" || status === "sending") ? POLL_MS : false,
    meta: FOR_MODERATORS,
  });
}

export function digestPreview() {
  return queryOptions({
    queryKey: digestKeys.preview,
    queryFn: ({ signal }) => call(getDigestPreview, {}, { signal }),
    refetchOnMount: "always",
    meta: FOR_MODERATORS,
  });
}

/** Returns a mutation that changes the overview and is pending until the overview is refetched. */
function useOverviewChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: digestKeys.overview }),
    // Refetches, because another moderator may have changed the digest first.
    onError: () => void client.invalidateQueries({ queryKey: digestKeys.overview }),
  });
}

export function usePause() {
  return useOverviewChange((paused: boolean) => call(pauseDigest, { body: { paused } }));
}

export function useResumeEdition() {
  return useOverviewChange((date: string) => call(resumeEdition, { date }));
}

export function useTestEmail() {
  return useMutation({
    mutationFn: (email: string) => call(sendTestDigest, { body: { email } }),
  });
}
