import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { everyTick, type ScheduledJob } from "../../platform/schedule.ts";

const LOCKED_TEXT = [
  "SESSION_SECRET was changed, and the one before is not known. Without it the site cannot tell who wants no mail, so it",
  "sends none and takes no sign-ups. Set SESSION_SECRET_PREVIOUS to the secret before (docs/operations.md, Runbooks).",
].join(" ");

/** Keeps the key of address hashes readable by the present secret, and notes a rotation at its first tick. */
async function keepKeys(deps: Deps): Promise<void> {
  if (!deps.config.sessionSecret) return;
  try {
    await deps.tokens.keepKeys();
  } catch (error) {
    if (error instanceof AppError && error.code === "session.secret_changed")
      await notifyOperator(deps, "secret.changed", "No mail can be sent", LOCKED_TEXT);
    throw error;
  }
}

export const secretJobs: readonly ScheduledJob[] = [{ name: "secrets.keep", due: everyTick, run: keepKeys }];
