import { CHECK_LIMIT_MS, type PurgeState, type SystemState } from "../../contracts/system.ts";
import type { Deps } from "../../platform/deps.ts";
import { recentErrors } from "../../platform/error-record.ts";
import { purgeBudget } from "../../platform/purge.ts";
import { within } from "../../platform/time-limit.ts";
import { lastBackup } from "../backups/backups.service.ts";
import { mailState } from "../digest/mail-state.service.ts";
import { deadLetters } from "./dead-letters.service.ts";
import { healthOf } from "./health.service.ts";

/** What the System tab shows. */
export async function readSystem(deps: Deps): Promise<SystemState> {
  const [health, errors, dead, purges, backup, mail] = await Promise.all([
    healthOf(deps),
    recentErrors(deps),
    deadLetters(deps),
    orNull(deps, "purges", purgeState(deps)),
    orNull(deps, "backup", lastBackup(deps)),
    orNull(deps, "mail", mailState(deps)),
  ]);
  return {
    health,
    errors: errors.map(({ firstAt, lastAt, ...error }) => ({
      ...error,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    dead,
    purges,
    backup,
    mail,
  };
}

/** One part that cannot be read must not hide the others. */
async function orNull<Part>(deps: Deps, name: string, read: Promise<Part>): Promise<Part | null> {
  try {
    return await within(deps, CHECK_LIMIT_MS, read);
  } catch (error) {
    deps.log.warn("system.part_not_read", { name, error: error instanceof Error ? error.name : "unknown" });
    return null;
  }
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

async function purgeState(deps: Deps): Promise<PurgeState> {
  const { tokens, waiting, waitingWithdrawals, oldestAt, refusals, refusedAt } = await purgeBudget(deps);
  return {
    callsLeft: Math.floor(tokens),
    waiting,
    waitingWithdrawals,
    oldestAt: isoOf(oldestAt),
    refusals,
    refusedAt: isoOf(refusedAt),
  };
}
