import { and, eq, sql } from "drizzle-orm";
import { DAY_MS } from "../contracts/days.ts";
import { deleteInBatches } from "./database.ts";
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

/** Asks for the rest of a tick to be run in another invocation. */
export interface TickMessage {
  /** The tick's scheduled time, in milliseconds. */
  tick: number;
  /** The first job that was not run, by its place in the list. */
  from: number;
}

/**
 * After so many statements a tick goes on in another invocation: D1 answers 1,000 of one, and no job sends more than 200
 * (test/worker/security/statements.test.ts).
 */
const STATEMENTS_A_TICK = 250;

/**
 * Runs what is due, each run once: the ledger row with its unique key is the claim. A job's failure is logged and kept
 * in the ledger, and does not stop the others.
 * @param from place of the job to begin with
 * @returns whether the tick is over, and does not go on in another invocation
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
    if (deps.statements() - before >= STATEMENTS_A_TICK) {
      // Should this message be lost, the next tick runs what is still due then.
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

/** Runs are remembered for longer than any slot lasts: the longest is a month. */
const REMEMBERED_MS = 40 * DAY_MS;

/** Forgets old runs (index job_runs_started). */
export async function pruneLedger(deps: Deps, time: Date): Promise<void> {
  const before = time.getTime() - REMEMBERED_MS;
  await deleteInBatches(deps, "job_runs", sql`started_at < ${before}`);
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
