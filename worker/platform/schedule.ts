import { and, eq, sql } from "drizzle-orm";
import { DAY_MS } from "../contracts/days.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { failureText } from "./log.ts";
import { jobCursors, jobRuns } from "./tables.ts";

/** A job that the cron trigger runs. */
export interface ScheduledJob {
  name: string;
  /**
   * Returns the key of the run that is due at `scheduledTime` ("2026-11-21" for a daily job), or null. The result must
   * depend only on the time, because comparing keys handles late, duplicate and missed ticks.
   */
  due(scheduledTime: Date): string | null;
  run(deps: Deps, scheduledTime: Date): Promise<void>;
}

/** Schedules a job for every tick. The key of a run is its quarter of an hour. */
export function everyTick(time: Date): string {
  return new Date(Math.floor(time.getTime() / 900_000) * 900_000).toISOString();
}

/** Schedules a job once per UTC day. */
export function daily(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Asks another invocation to run the remaining jobs of a tick. */
export interface TickMessage {
  /** The tick's scheduled time, in milliseconds. */
  tick: number;
  /** Index of the first job that was not run. */
  from: number;
}

/**
 * Number of statements after which a tick continues in another invocation. D1 allows 1,000 statements per invocation,
 * and no job sends more than 200 (test/worker/security/statements.test.ts).
 */
const STATEMENTS_PER_TICK = 250;

/**
 * Runs the jobs that are due. Each run happens only once, because it is claimed by inserting a ledger row with a unique
 * key. A failed job is logged and recorded in the ledger, and does not stop the other jobs.
 * @param from index of the job to begin with
 * @returns whether the tick is complete and does not continue in another invocation
 */
export async function runDueJobs(
  deps: Deps,
  jobs: readonly ScheduledJob[],
  scheduledTime: Date,
  from = 0,
): Promise<boolean> {
  const before = deps.statements();
  for (const [place, job] of jobs.entries()) {
    const slot = place < from ? null : job.due(scheduledTime);
    if (slot === null) continue;
    if (deps.statements() - before >= STATEMENTS_PER_TICK) {
      // If this message is lost, the next tick runs the jobs that are still due.
      await deps.queue.sendBatch([
        { body: { tick: scheduledTime.getTime(), from: place } satisfies TickMessage, delaySeconds: 0 },
      ]);
      return false;
    }
    try {
      await runOnce(deps, job, slot, scheduledTime);
    } catch (error) {
      deps.log.error("job.failed", error, { job: job.name, slot });
    }
  }
  return true;
}

async function runOnce(deps: Deps, job: ScheduledJob, slot: string, scheduledTime: Date): Promise<void> {
  const [claimed] = await deps.db
    .insert(jobRuns)
    .values({ job: job.name, slot, startedAt: deps.now() })
    .onConflictDoNothing()
    .returning();
  if (!claimed) return;
  const finish = (error: string | null) =>
    deps.db
      .update(jobRuns)
      .set({ finishedAt: deps.now(), error })
      .where(and(eq(jobRuns.job, job.name), eq(jobRuns.slot, slot)));
  try {
    await job.run(deps, scheduledTime);
  } catch (error) {
    await finish(failureText(error));
    throw error;
  }
  await finish(null);
}

/** How long runs are stored: longer than any job's interval, of which the longest is a month. */
const REMEMBERED_MS = 40 * DAY_MS;

/** Deletes old runs (uses index job_runs_started). */
export async function pruneLedger(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - REMEMBERED_MS;
  await deleteInBatches(deps, "job_runs", sql`started_at < ${before}`);
}

/** Returns the position where a job stopped in its last run; null at the beginning. */
export async function readCursor(deps: Deps, job: string): Promise<string | null> {
  const [row] = await deps.db.select().from(jobCursors).where(eq(jobCursors.job, job)).limit(1);
  return row?.cursor ?? null;
}

/** Stores the position where a job continues in its next run. */
export async function writeCursor(deps: Deps, job: string, cursor: string | null): Promise<void> {
  await deps.db
    .insert(jobCursors)
    .values({ job, cursor })
    .onConflictDoUpdate({ target: jobCursors.job, set: { cursor } });
}
