import type { Deps } from "../../platform/deps.ts";
import { insertActivity, wasNotedSince } from "./automation.repo.ts";

/** Runs work whose failure is noted among the activity, and thrown on in any case. */
export async function notingFailure<Result>(
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
  /** With `_failed` or `_error` in it. */
  actionType: "thread_failed" | "comment_error";
  message: string;
  /** Refusals that are no failure. */
  unless?: (error: unknown) => boolean;
}

/** What failed first is what is thrown, also when the database takes no note of it. */
async function note(deps: Deps, actionType: string, message: string): Promise<void> {
  try {
    await insertActivity(deps, actionType, { message });
  } catch (error) {
    deps.log.error("automation.not_noted", error, { actionType });
  }
}

/** Notes once a day that there was nothing to say: the next ticks try again, and would say so each time. */
export async function noteNothing(deps: Deps, actionType: string, message: string, since: Date): Promise<void> {
  if (!(await wasNotedSince(deps, actionType, since))) await insertActivity(deps, actionType, { message });
}
