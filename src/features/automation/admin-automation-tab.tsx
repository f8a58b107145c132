import { useQuery, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { Bot, MessageSquarePlus, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  type AutomationActivity,
  type AutomationSettings,
  type CommentsAdded,
  type ThreadCreated,
  COMMENTS_PER_DAY,
  type SettingKey,
  TARGETS,
  THREADS_PER_DAY,
  changeAutomationSetting,
  getAutomationSettings,
  listAutomationActivity,
  listAutomationThreads,
  postAutomatedComments,
  postAutomatedThread,
} from "../../../worker/contracts/automation.ts";
import { getForumStats } from "../../../worker/contracts/forum-moderation.ts";
import { errorText, call } from "../../lib/api.ts";
import { formatMoment } from "../../lib/format-time.ts";
import { formatCount } from "../../lib/format.ts";
import { FOR_MODERATORS } from "../../lib/paged-list.ts";
import { useHasRole } from "../../lib/role.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { SelectField } from "../../ui/field.tsx";
import { LoadFailure, Notice } from "../../ui/notice.tsx";
import { RoleButton } from "../../ui/role-button.tsx";
import { SectionCard } from "../../ui/section-card.tsx";
import { RowsSkeleton, Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TARGET_NAMES, threadOption, statusText, dotColour, actionText } from "./automation-text.ts";

/** Numbers of activities (docs/product.md, Automation) and of threads (the API's maximum) fetched at once. */
const ACTIVITY_FETCHED = 20;
const THREADS_FETCHED = 100;

const keys = {
  settings: ["automation", "settings"],
  activity: ["automation", "activity"],
  threads: ["automation", "threads"],
  totals: ["automation", "totals"],
} as const;

/** Options of queries refetched on every mount, because scheduled automation may have run since the last one. */
const shared = { refetchOnMount: "always", meta: FOR_MODERATORS } as const;

function automationSettings() {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call(getAutomationSettings, {}, { signal }),
    ...shared,
  });
}

/** Returns the query for the latest activities, newest first. */
function automationActivity() {
  return queryOptions({
    queryKey: keys.activity,
    queryFn: ({ signal }) => call(listAutomationActivity, { query: { limit: ACTIVITY_FETCHED } }, { signal }),
    ...shared,
  });
}

/** Returns the query for the newest threads. */
function automationThreads() {
  return queryOptions({
    queryKey: keys.threads,
    queryFn: ({ signal }) => call(listAutomationThreads, { query: { limit: THREADS_FETCHED } }, { signal }),
    ...shared,
  });
}

/** Returns the query for the forum's totals. */
function forumTotals() {
  return queryOptions({
    queryKey: keys.totals,
    queryFn: ({ signal }) => call(getForumStats, {}, { signal }),
    ...shared,
  });
}

/**
 * Returns a mutation that changes one setting and is pending until all settings are refetched. The mutations share a
 * scope, so they run in the order of the clicks.
 */
function useChangeSetting() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: "automation settings" },
    mutationFn: ({ key, value }: { key: SettingKey; value: string }) =>
      call(changeAutomationSetting, { body: { [key]: value } }),
    onSuccess: () =>
      Promise.all([keys.settings, keys.activity].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/**
 * Returns a mutation that posts at once. It also refetches the lists after a failure, because failures are logged as
 * activity too.
 */
function useInstantAction<Input, Answer>(action: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSettled: () => {
      // Covers both the moderators' and the public forum queries.
      void client.invalidateQueries({ queryKey: ["forum"] });
      return Promise.all(
        [keys.activity, keys.threads, keys.totals].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
}

/** Returns a mutation that creates a thread and, like `useAddComments`, is pending until the lists are refetched. */
function useCreateThread() {
  return useInstantAction(() => call(postAutomatedThread));
}

/**
 * Returns a mutation that adds comments.
 * @param threadId the thread; null picks one by the configured target
 */
function useAddComments() {
  return useInstantAction((threadId: number | null) =>
    call(postAutomatedComments, { body: threadId === null ? {} : { threadId } }),
  );
}

/** The settings of the automation. Each setting is saved on change. */
function AdminAutomationSettings({ settings }: { settings: AutomationSettings }) {
  const mayChange = useHasRole("operator");
  return (
    <SectionCard
      title="Automation Settings"
      note="Posts go out between 9:00 and 21:00 Toronto time. If there is nothing new that day, nothing is posted."
    >
      {!mayChange && <p className="mb-4 text-sm text-ink-muted">Only operators can change these settings.</p>}
      <fieldset disabled={!mayChange} className="grid gap-4">
        <legend className="sr-only">Automation Settings</legend>
        <Toggle name="enabled" value={settings.autoCreateThreads} label="Create threads automatically" />
        <Choice
          name="threads_per_day"
          value={String(settings.threadsPerDay)}
          label="Threads per day"
          options={THREADS_PER_DAY.map((count) => [String(count), String(count)])}
        />
        <Toggle name="auto_create_comments" value={settings.autoCreateComments} label="Add comments automatically" />
        <Choice
          name="comments_per_day"
          value={String(settings.commentsPerDay)}
          label="Comments per day"
          options={COMMENTS_PER_DAY.map((count) => [String(count), String(count)])}
        />
        <Choice
          name="target_threads"
          value={settings.targetThreads}
          label="Target threads"
          options={TARGETS.map((target) => [target, TARGET_NAMES[target]])}
        />
      </fieldset>
    </SectionCard>
  );
}

/** Returns a setting's value, updated before the server has saved it, and a function that sets it. */
function useSetting(key: SettingKey, saved: string): [value: string, set: (value: string) => void] {
  const change = useChangeSetting();
  const set = (value: string) =>
    change.mutate(
      { key, value },
      {
        onSuccess: () => toast({ title: "Settings Updated" }),
        onError: (error) =>
          toast({
            title: "Error",
            description: `Failed to update automation settings. ${errorText(error, "")}`.trim(),
            variant: "destructive",
          }),
      },
    );
  return [change.isPending ? change.variables.value : saved, set];
}

function Toggle({ name, value, label }: { name: SettingKey; value: boolean; label: string }) {
  const [shown, set] = useSetting(name, String(value));
  return (
    <Switch checked={shown === "true"} onChange={(checked) => set(String(checked))}>
      {label}
    </Switch>
  );
}

interface ChoiceProps {
  name: SettingKey;
  value: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
}

function Choice({ name, value, label, options }: ChoiceProps) {
  const [shown, set] = useSetting(name, value);
  return <SelectField label={label} options={options} value={shown} onChange={({ target }) => set(target.value)} />;
}

export function AdminAutomationTab() {
  const query = useQuery(automationSettings());
  if (query.isPending) return <RowsSkeleton label="Loading automation settings" />;
  if (!query.data) {
    return <LoadFailure level="h2" title="Failed to fetch automation settings" onRetry={() => void query.refetch()} />;
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <AdminAutomationSummary settings={query.data} />
      <AdminAutomationActions />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <AdminAutomationSettings settings={query.data} />
        <AdminAutomationActivity />
      </div>
    </div>
  );
}

function AdminAutomationSummary({ settings }: { settings: AutomationSettings }) {
  const totals = useQuery(forumTotals());
  const activity = useQuery(automationActivity());
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
      <SectionCard title="Thread Automation" actions={<State isActive={settings.autoCreateThreads} />}>
        <p className={settings.autoCreateThreads ? "" : "text-ink-muted"}>
          Creates {settings.threadsPerDay} threads daily
        </p>
      </SectionCard>
      <SectionCard title="Comment Automation" actions={<State isActive={settings.autoCreateComments} />}>
        <p className={settings.autoCreateComments ? "" : "text-ink-muted"}>
          Adds {settings.commentsPerDay} comments daily
        </p>
        <p className="text-sm text-ink-muted">Target: {TARGET_NAMES[settings.targetThreads]}</p>
      </SectionCard>
      <SectionCard title="Activity Stats">
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <Figure name="Total threads">{countOf(totals, ({ totalThreads }) => totalThreads)}</Figure>
          <Figure name="Recent actions">{countOf(activity, ({ length }) => length)}</Figure>
        </dl>
      </SectionCard>
    </div>
  );
}

function countOf<T>({ data, isPending }: { data: T | undefined; isPending: boolean }, count: (data: T) => number) {
  if (data !== undefined) return formatCount(count(data));
  return isPending ? <Skeleton className="inline-block h-5 w-8" /> : "Not known";
}

function State({ isActive }: { isActive: boolean }) {
  return <Chip tone={isActive ? "accent" : "warn"}>{isActive ? "Active" : "Paused"}</Chip>;
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-muted">{name}:</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** Number of activities shown (docs/product.md, Automation). */
const SHOWN = 10;

const DOTS = { blue: "bg-focus", green: "bg-good", red: "bg-danger" } as const;

/** Lists the latest activity of the automation, including what moderators triggered. */
function AdminAutomationActivity() {
  const query = useQuery(automationActivity());
  return (
    <SectionCard title="Recent Activity">
      {query.isPending && (
        <>
          <p className="mb-3 text-sm text-ink-muted">Loading activity...</p>
          <RowsSkeleton label="Loading activity" />
        </>
      )}
      {!query.isPending && !query.data && (
        <LoadFailure title="Failed to fetch automation activity" onRetry={() => void query.refetch()} />
      )}
      {query.data?.length === 0 && (
        <Notice icon={Bot} title="No Activity Yet">
          Automated posts appear here.
        </Notice>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="-my-3 divide-y divide-line">
          {query.data.slice(0, SHOWN).map((activity) => (
            <Activity key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function Activity({ activity }: { activity: AutomationActivity }) {
  const status = statusText(activity);
  return (
    <li className="flex gap-3 py-3">
      <span aria-hidden className={`mt-1.5 size-2.5 shrink-0 rounded-full ${DOTS[dotColour(activity)]}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="font-medium">{actionText(activity)}</span>
          <Chip tone={status === "Failed" ? "danger" : "neutral"}>{status}</Chip>
        </p>
        <p className="text-sm wrap-anywhere">{activity.details.message}</p>
        <time dateTime={activity.createdAt} className="text-sm text-ink-muted">
          {formatMoment(activity.createdAt)}
        </time>
      </div>
    </li>
  );
}

function toastError(text: string, error: unknown): void {
  toast({ title: "Error", description: `${text} ${errorText(error, "")}`.trim(), variant: "destructive" });
}

/** Shows the server's message, which says what was posted, or why nothing was. */
function toastThread({ threadId, message }: ThreadCreated): void {
  toast(threadId === null ? { title: message } : { title: "Thread Created", description: message });
}

function toastComments({ added, message }: CommentsAdded): void {
  toast(added === 0 ? { title: message } : { title: "Comments Added", description: message });
}

/** Buttons that post at once, even if automation is disabled. */
function AdminAutomationActions() {
  const creation = useCreateThread();
  const addition = useAddComments();
  const mayPost = useHasRole("moderator");
  const create = () =>
    creation.mutate(undefined, {
      onSuccess: toastThread,
      onError: (error) => toastError("Failed to create thread.", error),
    });
  const add = () =>
    addition.mutate(null, {
      onSuccess: toastComments,
      onError: (error) => toastError("Failed to add comments.", error),
    });
  if (!mayPost) return null;
  return (
    <SectionCard
      title="Instant Actions"
      note="Posts use this site’s own listings and statistics. They are labelled as automated and never repeat. “Add Comments (Smart)” uses the target set below."
    >
      <div className="flex flex-wrap gap-2">
        <RoleButton needs="moderator" size="sm" busy={creation.isPending} onClick={create}>
          {!creation.isPending && <Plus aria-hidden className="size-4" />}
          Create Thread Now
        </RoleButton>
        <RoleButton needs="moderator" size="sm" variant="secondary" busy={addition.isPending} onClick={add}>
          {!addition.isPending && <MessageSquarePlus aria-hidden className="size-4" />}
          Add Comments (Smart)
        </RoleButton>
      </div>
      <ChosenThread />
    </SectionCard>
  );
}

/** Form that adds a comment to a chosen thread; hidden while there are no threads. */
function ChosenThread() {
  const query = useQuery(automationThreads());
  const addition = useAddComments();
  const [chosen, setChosen] = useState("");
  if (query.isPending) return <Skeleton className="mt-4 h-17 w-full" />;
  if (!query.data) {
    return (
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-3 text-sm text-danger">
        Failed to fetch discussion threads
        <Button size="sm" variant="secondary" onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  if (query.data.length === 0) return null;
  // Undefined if the chosen thread has been deleted meanwhile.
  const thread = query.data.find(({ id }) => String(id) === chosen);
  const add = ({ id }: { id: number }) =>
    addition.mutate(id, {
      onSuccess: toastComments,
      onError: (error) => toastError("Failed to add comments.", error),
    });
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-72 sm:max-w-xl">
        <SelectField
          label="Thread to comment on"
          options={[["", "Select a thread"], ...query.data.map((option) => [option.id, threadOption(option)] as const)]}
          value={thread ? chosen : ""}
          onChange={({ target }) => setChosen(target.value)}
        />
      </div>
      <RoleButton
        needs="moderator"
        variant="secondary"
        disabled={!thread}
        busy={addition.isPending}
        onClick={() => thread && add(thread)}
      >
        Add Comments
      </RoleButton>
    </div>
  );
}
