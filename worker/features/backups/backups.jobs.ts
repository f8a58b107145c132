import { BACKUP_HOUR_UTC, BACKUP_LATE_HOURS } from "./backup-format.ts";
import type { Deps } from "../../platform/deps.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import type { OutboxHandlers } from "../../platform/outbox.ts";
import { daily, everyTick, type ScheduledJob } from "../../platform/schedule.ts";
import { backupById } from "./backups.repo.ts";
import { continueBackup, lastBackup, startBackup, runStep } from "./backups.service.ts";
import { logWithdrawals } from "./withdrawals.service.ts";

/** UTC hour from which a missing nightly backup is reported. */
const MISSED_HOUR_UTC = 12;

/** Begins the nightly backup, or continues one that stopped because a step failed repeatedly. */
async function backUp(deps: Deps, time: Date): Promise<void> {
  if (deps.config.backupPublicKey === null || time.getUTCHours() < BACKUP_HOUR_UTC) return;
  const backup = await backupById(deps, daily(time));
  if (!backup) await startBackup(deps);
  else if (backup.finishedAt === null && (await continueBackup(deps, backup))) {
    const text = `Part of the backup of ${backup.id} keeps failing. The site is trying it again now; the log says why.`;
    await notifyOperator(deps, "backup.failed", "The backup keeps failing", text);
  }
}

/** Notifies the operator once a day if the nightly backup is missing. */
async function checkBackup(deps: Deps): Promise<void> {
  const { hasKey, isLate, last } = await lastBackup(deps);
  if (!isLate || deps.config.isDevelopment) return;
  const reason = hasKey
    ? "The log says why. The next scheduled run tries again."
    : "BACKUP_PUBLIC_KEY is empty, and without it no backup is written: see docs/operations.md, Backups and restore.";
  const newest = last ? `The newest backup is from ${last.id}` : "There is no backup yet";
  await notifyOperator(
    deps,
    "backup.failed",
    "Last night's backup is missing",
    `${newest}, so it is older than ${BACKUP_LATE_HOURS} hours. ${reason}`,
  );
}

export const backupJobs: readonly ScheduledJob[] = [
  { name: "withdrawals.log", due: everyTick, run: logWithdrawals },
  { name: "backups.nightly", due: everyTick, run: backUp },
  {
    name: "backups.check",
    due: (time) => (time.getUTCHours() < MISSED_HOUR_UTC ? null : daily(time)),
    run: checkBackup,
  },
];

export const backupOutbox = {
  "backup.step": runStep,
} satisfies Partial<OutboxHandlers>;
