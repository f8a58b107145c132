import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  AutomationActivity,
  AutomationSettings,
  AutomationThread,
  CommentsAdded,
  SettingKey,
  ThreadCreated,
} from "../../../worker/contracts/automation.ts";
import type { ForumStats } from "../../../worker/contracts/forum.ts";
import { getJson, sendJson } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

/** Deeds fetched (docs/product.md, Automation), and threads: the most that a list gives at once. */
const ACTIVITY_FETCHED = 20;
const THREADS_FETCHED = 100;

const API = "/api/discussion/automation";
const ROOT = ["forum", "automation"] as const;
const keys = {
  settings: [...ROOT, "settings"] as const,
  activity: [...ROOT, "activity"] as const,
  threads: [...ROOT, "threads"] as const,
  totals: [...ROOT, "totals"] as const,
};

/** Asked again each time it is opened: the schedule goes on meanwhile. */
const shared = { refetchOnMount: "always", meta: FOR_MODERATORS } as const;

/** What the automation may do. */
export function automationSettings() {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => getJson<AutomationSettings>(`${API}/settings`, { signal }),
    ...shared,
  });
}

/** What it did, newest first. */
export function automationActivity() {
  return queryOptions({
    queryKey: keys.activity,
    queryFn: ({ signal }) => getJson<AutomationActivity[]>(`${API}/activity?limit=${ACTIVITY_FETCHED}`, { signal }),
    ...shared,
  });
}

/** The newest threads, to choose from. */
export function automationThreads() {
  return queryOptions({
    queryKey: keys.threads,
    queryFn: ({ signal }) => getJson<AutomationThread[]>(`${API}/threads?limit=${THREADS_FETCHED}`, { signal }),
    ...shared,
  });
}

/** All threads counted, not only those that can be chosen. */
export function forumTotals() {
  return queryOptions({
    queryKey: keys.totals,
    queryFn: ({ signal }) => getJson<ForumStats>("/api/discussion/admin/stats", { signal }),
    ...shared,
  });
}

/** Sets one setting. Changes are made one after the other, in the order of the clicks. */
export function useChangeSetting() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "automation settings" },
    mutationFn: ({ key, value }: { key: SettingKey; value: string }) =>
      sendJson<AutomationSettings>("PATCH", `${API}/settings`, { [key]: value }),
    onSuccess: (settings) => {
      client.setQueryData(keys.settings, settings);
      void client.invalidateQueries({ queryKey: keys.activity });
    },
  });
}

/** A post by hand. Failed ones are among the activity too, so that it is read again either way; the settings stay. */
function useInstantAction<Input, Answer>(action: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSettled: () => {
      // The moderators' and the public lists of threads too.
      void client.invalidateQueries({ queryKey: ["forum"], predicate: ({ queryKey }) => queryKey[1] !== ROOT[1] });
      return Promise.all(
        [keys.activity, keys.threads, keys.totals].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

/** The mutation ends, as the next one, when the lists have been read again. */
export function useCreateThread() {
  return useInstantAction(() => sendJson<ThreadCreated>("POST", `${API}/create-thread`));
}

/** @param threadId null leaves the choice to the target that is set */
export function useAddComments() {
  return useInstantAction((threadId: number | null) =>
    sendJson<CommentsAdded>("POST", `${API}/add-comments`, threadId === null ? {} : { threadId }),
  );
}
