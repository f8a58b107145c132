import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { failureText } from "./log.ts";
import { jobCursors, jobRuns } from "./tables.ts";

/** Work of the one cron tick. */
export interface ScheduledJob {
  name: string;
  /**
   * The run that is due at `scheduledTime`, as a key that names it ("2026-11-21" for a daily job), or null.
   * A pure function of the time: late, doubled and missed ticks are decided here.
   */
  due(scheduledTime: Date): string | null;
  run(deps: Deps, scheduledTime: Date): Promise<void>;
}

/** A job of every tick: its run is named by the quarter of an hour. */
export function everyTick(time: Date): string {
  return new Date(Math.floor(time.getTime() / 900_000) * 900_000).toISOString();
}

/** A job of once a UTC day. */
export function daily(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * Runs what is due, each run once: the ledger row with its unique key is the claim. A job's failure is logged and kept
 * in the ledger, and does not stop the others.
 */
export async function runDueJobs(deps: Deps, jobs: readonly ScheduledJob[], scheduledTime: Date): Promise<void> {
  for (const job of jobs) {
    const slot = job.due(scheduledTime);
    if (slot === null) continue;
    try {
      await runOnce(deps, job, slot, scheduledTime);
    } catch (error) {
      deps.log.error("job.failed", error, { job: job.name, slot });
    }
  }
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

/** Runs of more than 90 days ago are forgotten, at most this many a day. */
const PRUNE_BATCH = 1_000;
const QUARTER_MS = 90 * 86_400_000;

/** Forgets old runs (index job_runs_started). */
export async function pruneLedger(deps: Deps, time: Date): Promise<void> {
  const old = deps.db
    .select({ rowid: sql`rowid` })
    .from(jobRuns)
    .where(lt(jobRuns.startedAt, new Date(time.getTime() - QUARTER_MS)))
    .limit(PRUNE_BATCH);
  await deps.db.delete(jobRuns).where(inArray(sql`rowid`, old));
}

/** Where a job stopped last time; null at the beginning. */
export async function readCursor(deps: Deps, job: string): Promise<string | null> {
  const [row] = await deps.db.select().from(jobCursors).where(eq(jobCursors.job, job)).limit(1);
  return row?.cursor ?? null;
}

/** Notes where a job goes on next time. */
export async function writeCursor(deps: Deps, job: string, cursor: string | null): Promise<void> {
  await deps.db
    .insert(jobCursors)
    .values({ job, cursor })
    .onConflictDoUpdate({ target: jobCursors.job, set: { cursor } });
}
