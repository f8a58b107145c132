/** Options of the automation's settings (docs/product.md, Automation). */
export const THREADS_PER_DAY = [1, 2, 3, 4, 5] as const;
export const COMMENTS_PER_DAY = [1, 3, 5, 10, 15] as const;
export const TARGETS = ["smart", "newest", "popular", "random"] as const;
export type AutomationTarget = (typeof TARGETS)[number];

/** Keys of PATCH /api/discussion/automation/settings; values are strings. */
export const SETTING_KEYS = [
  "enabled",
  "threads_per_day",
  "auto_create_comments",
  "comments_per_day",
  "target_threads",
] as const;
export type SettingKey = (typeof SETTING_KEYS)[number];

/** Name and badge of the site's own account. */
export const BOT_NAME = "Community Bot";
export const BOT_BADGE = "Automated";

/** The automation's settings. It is off until a moderator turns it on. */
export interface AutomationSettings {
  autoCreateThreads: boolean;
  threadsPerDay: number;
  autoCreateComments: boolean;
  commentsPerDay: number;
  targetThreads: AutomationTarget;
}

/**
 * An entry of the automation's activity log; dates are ISO 8601 UTC. The type of a failure contains `_failed` or
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

/** Response of POST /api/discussion/automation/create-thread; null when there was nothing new to post. */
export interface ThreadCreated {
  success: true;
  message: string;
  threadId: number | null;
}

/** Response of POST /api/discussion/automation/add-comments. */
export interface CommentsAdded {
  success: true;
  message: string;
  added: number;
}
