import { type DoneWithMessage, operation, type PageQuery, types } from "./operation.ts";

/** Options of the automation's settings (docs/product.md, Automation). */
export const THREADS_PER_DAY = [1, 2, 3, 4, 5] as const;
export const COMMENTS_PER_DAY = [1, 3, 5, 10, 15] as const;
export const TARGETS = ["smart", "newest", "popular", "random"] as const;
export type AutomationTarget = (typeof TARGETS)[number];

/** Names of the settings, as sent to change one. The values are sent as strings. */
export const SETTING_KEYS = [
  "enabled",
  "threads_per_day",
  "auto_create_comments",
  "comments_per_day",
  "target_threads",
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];

/** Name of the site's own account. */
export const BOT_NAME = "Community Bot";

/** The automation's settings. The automation is off until a moderator turns it on. */
export interface AutomationSettings {
  autoCreateThreads: boolean;
  threadsPerDay: number;
  autoCreateComments: boolean;
  commentsPerDay: number;
  targetThreads: AutomationTarget;
}

/**
 * An entry in the activity log of the automation. Dates are ISO 8601 UTC. Types of failures contain `_failed` or
 * `_error`.
 */
export interface AutomationActivity {
  id: number;
  actionType: string;
  details: { message: string; threadTitle?: string; commentCount?: number };
  createdAt: string;
}

/** A thread that comments can be added to. */
export interface AutomationThread {
  id: number;
  title: string;
  commentCount: number;
}

/** Result of posting a thread. The thread is null if there was nothing new to post. */
export interface ThreadCreated extends DoneWithMessage {
  threadId: number | null;
}

/** Result of adding comments: the number of comments posted. */
export interface CommentsAdded extends DoneWithMessage {
  added: number;
}

export const getAutomationSettings = operation(
  "GET",
  "/api/discussion/automation/settings",
  types<{ answer: AutomationSettings }>,
);
/** Changes exactly one setting and returns all settings. */
export const changeAutomationSetting = operation(
  "PATCH",
  "/api/discussion/automation/settings",
  types<{ body: { [Key in SettingKey]?: string }; answer: AutomationSettings }>,
);
/** Lists activity of the automation, newest first. */
export const listAutomationActivity = operation(
  "GET",
  "/api/discussion/automation/activity",
  types<{ query: PageQuery; answer: AutomationActivity[] }>,
);
/** Lists threads that are not deleted, newest first. */
export const listAutomationThreads = operation(
  "GET",
  "/api/discussion/automation/threads",
  types<{ query: PageQuery; answer: AutomationThread[] }>,
);
export const postAutomatedThread = operation(
  "POST",
  "/api/discussion/automation/create-thread",
  types<{ answer: ThreadCreated }>,
);
/** Posts comments on the given thread, or on a thread that the automation picks. */
export const postAutomatedComments = operation(
  "POST",
  "/api/discussion/automation/add-comments",
  types<{ body: { threadId?: number | null }; answer: CommentsAdded }>,
);
