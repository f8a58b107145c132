import type { SettingChange } from "../../contracts/automation.schemas.ts";
import {
  type AutomationActivity,
  type AutomationSettings,
  type AutomationThread,
  COMMENTS_PER_DAY,
  SETTING_KEYS,
  type SettingKey,
  TARGETS,
  THREADS_PER_DAY,
} from "../../contracts/automation.ts";
import { readCounter, setSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import type { PageWindow } from "../../platform/paging.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import {
  latestActivity,
  settingName,
  storedSettings,
  newestThreads,
  insertActivity,
  type Quota,
  wasRecordedSince,
} from "./automation.repo.ts";

export interface PostOptions {
  quota: Quota;
  /** The moderator to name in the audit log. Null for scheduled posts. */
  by: Moderator | null;
}

/** Runs `work`, and rethrows a failure after recording it in the activity log. */
export async function withFailureRecorded<Result>(
  deps: Deps,
  { actionType, message, unless = () => false }: FailureNote,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!unless(error)) await recordFailure(deps, actionType, message);
    throw error;
  }
}

interface FailureNote {
  /** Type of the activity entry. The dashboard highlights types that contain `_failed` or `_error`. */
  actionType: "thread_failed" | "comment_error";
  message: string;
  /** Tests whether an error is a refusal rather than a failure. */
  unless?: (error: unknown) => boolean;
}

/** Records a failure. Does not throw if that fails, so that the caller can rethrow the original error. */
async function recordFailure(deps: Deps, actionType: string, message: string): Promise<void> {
  try {
    await insertActivity(deps, actionType, { message });
  } catch (error) {
    deps.log.error("automation.not_noted", error, { actionType });
  }
}

/** Records, at most once a day, that there was nothing to post. Every tick tries again. */
export async function recordNothingPosted(deps: Deps, actionType: string, message: string, since: Date): Promise<void> {
  if (!(await wasRecordedSince(deps, actionType, since))) await insertActivity(deps, actionType, { message });
}

/** Default settings (docs/product.md, Automation). */
const DEFAULTS: Record<SettingKey, string> = {
  enabled: "false",
  threads_per_day: "1",
  auto_create_comments: "false",
  comments_per_day: "3",
  target_threads: "smart",
};
const NAMES: Record<SettingKey, string> = {
  enabled: "Thread automation",
  threads_per_day: "Threads per day",
  auto_create_comments: "Comment automation",
  comments_per_day: "Comments per day",
  target_threads: "Target threads",
};
const IN_WORDS: Partial<Record<string, string>> = { true: "on", false: "off" };

async function readValues(deps: Deps): Promise<Record<SettingKey, string>> {
  const stored = await storedSettings(deps, SETTING_KEYS);
  const values = { ...DEFAULTS };
  for (const key of SETTING_KEYS) values[key] = stored.get(settingName(key)) ?? DEFAULTS[key];
  return values;
}

function toSettings(values: Record<SettingKey, string>): AutomationSettings {
  const among = (options: readonly number[], key: SettingKey) =>
    options.find((option) => String(option) === values[key]) ?? Number(DEFAULTS[key]);
  return {
    autoCreateThreads: values.enabled === "true",
    threadsPerDay: among(THREADS_PER_DAY, "threads_per_day"),
    autoCreateComments: values.auto_create_comments === "true",
    commentsPerDay: among(COMMENTS_PER_DAY, "comments_per_day"),
    targetThreads: TARGETS.find((target) => target === values.target_threads) ?? "smart",
  };
}

export async function readSettings(deps: Deps): Promise<AutomationSettings> {
  return toSettings(await readValues(deps));
}

/** Changes one setting, with audit and activity entries. Writes nothing if the value is unchanged. */
export async function changeSetting(deps: Deps, change: SettingChange, by: Moderator): Promise<AutomationSettings> {
  const values = await readValues(deps);
  const key = SETTING_KEYS.find((name) => change[name] !== undefined);
  const after = key && change[key];
  if (key === undefined || after === undefined || after === values[key]) return toSettings(values);
  const before = values[key];
  const message = `${NAMES[key]}: ${IN_WORDS[after] ?? after} (before: ${IN_WORDS[before] ?? before})`;
  await deps.db.batch([
    setSetting(deps, settingName(key), after),
    auditEntry(deps, {
      action: "automation.settings",
      targetType: "automation",
      targetId: key,
      before: { [key]: before },
      after: { [key]: after },
      ...by,
    }),
    insertActivity(deps, "settings_changed", { message }),
  ]);
  return readSettings(deps);
}

/** Returns a page of the automation's activity, newest first, and the number of all entries. */
export async function readActivity(
  deps: Deps,
  paging: PageWindow,
): Promise<{ rows: AutomationActivity[]; total: number }> {
  const [rows, total] = await Promise.all([latestActivity(deps, paging), readCounter(deps, "automation:activity")]);
  return { rows: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), total };
}

/** Returns a page of the threads that are not deleted, newest first, and the number of all such threads. */
export async function readThreads(
  deps: Deps,
  paging: PageWindow,
): Promise<{ rows: AutomationThread[]; total: number }> {
  const [rows, total] = await Promise.all([newestThreads(deps, paging), readCounter(deps, "forum:threads")]);
  return { rows, total };
}
