import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import {
  changeAutomationSetting,
  getAutomationSettings,
  listAutomationActivity,
  listAutomationThreads,
  postAutomatedComments,
  postAutomatedThread,
  type SettingKey,
} from "../../../worker/contracts/automation.ts";
import { getForumStats } from "../../../worker/contracts/forum-moderation.ts";
import { call } from "../../lib/api.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";

/** Activities (docs/product.md, Automation) and threads (the API's maximum) per request. */
const ACTIVITY_FETCHED = 20;
const THREADS_FETCHED = 100;

const keys = {
  settings: ["automation", "settings"],
  activity: ["automation", "activity"],
  threads: ["automation", "threads"],
  totals: ["automation", "totals"],
} as const;

/** Refetched on every mount, because the schedule runs meanwhile. */
const shared = { refetchOnMount: "always", meta: FOR_MODERATORS } as const;

export function automationSettings() {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call(getAutomationSettings, {}, { signal }),
    ...shared,
  });
}

/** Newest first. */
export function automationActivity() {
  return queryOptions({
    queryKey: keys.activity,
    queryFn: ({ signal }) => call(listAutomationActivity, { query: { limit: ACTIVITY_FETCHED } }, { signal }),
    ...shared,
  });
}

/** The newest threads. */
export function automationThreads() {
  return queryOptions({
    queryKey: keys.threads,
    queryFn: ({ signal }) => call(listAutomationThreads, { query: { limit: THREADS_FETCHED } }, { signal }),
    ...shared,
  });
}

/** Totals of all threads. */
export function forumTotals() {
  return queryOptions({
    queryKey: keys.totals,
    queryFn: ({ signal }) => call(getForumStats, {}, { signal }),
    ...shared,
  });
}

/** Changes one setting, pending until all of them are read again; a shared scope keeps the order of the clicks. */
export function useChangeSetting() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "automation settings" },
    mutationFn: ({ key, value }: { key: SettingKey; value: string }) =>
      call(changeAutomationSetting, { body: { [key]: value } }),
    onSuccess: () =>
      Promise.all([keys.settings, keys.activity].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** Posts at once. Failures are logged as activity too, so the lists are refetched either way. */
function useInstantAction<Input, Answer>(action: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSettled: () => {
      // Also the moderators' and the public forum queries.
      void client.invalidateQueries({ queryKey: ["forum"] });
      return Promise.all(
        [keys.activity, keys.threads, keys.totals].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

/** Pending until the lists are refetched, like `useAddComments`. */
export function useCreateThread() {
  return useInstantAction(() => call(postAutomatedThread));
}

/** @param threadId null picks a thread by the configured target */
export function useAddComments() {
  return useInstantAction((threadId: number | null) =>
    call(postAutomatedComments, { body: threadId === null ? {} : { threadId } }),
  );
}
