import type { Deps } from "../../platform/deps.ts";
import type { Moderator } from "../audit/audit.service.ts";
import { insertActivity, type Quota, wasRecordedSince } from "./automation.repo.ts";

export interface PostOptions {
  quota: Quota;
  /** The moderator for the audit log; null for the schedule. */
  by: Moderator | null;
}

/** Runs work; a failure is recorded in the activity log and rethrown. */
export async function withFailureRecorded<Result>(
  deps: Deps,
  { actionType, message, unless = () => false }: FailureNote,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!unless(error)) await note(deps, actionType, message);
    throw error;
  }
}

interface FailureNote {
  /** The dashboard marks entries whose type contains `_failed` or `_error`. */
  actionType: "thread_failed" | "comment_error";
  message: string;
  /** Errors that are refusals rather than failures. */
  unless?: (error: unknown) => boolean;
}

/** The original error is rethrown even if it cannot be recorded. */
async function note(deps: Deps, actionType: string, message: string): Promise<void> {
  try {
    await insertActivity(deps, actionType, { message });
  } catch (error) {
    deps.log.error("automation.not_noted", error, { actionType });
  }
}

/** Records once a day that there was nothing to post, because every tick tries again. */
export async function recordNothingPosted(deps: Deps, actionType: string, message: string, since: Date): Promise<void> {
  if (!(await wasRecordedSince(deps, actionType, since))) await insertActivity(deps, actionType, { message });
}
