import { and, desc, isNotNull, isNull, sql } from "drizzle-orm";
import { SLOW_KINDS } from "../../platform/outbox.schemas.ts";
import type { Deps } from "../../platform/deps.ts";
import { jobRuns, outbox } from "../../platform/tables.ts";

/** Returns when the newest scheduled job was started, or null (uses index job_runs_started). */
export async function lastJobStart(deps: Deps): Promise<Date | null> {
  const [row] = await deps.db.select({ at: jobRuns.startedAt }).from(jobRuns).orderBy(desc(jobRuns.startedAt)).limit(1);
  return row?.at ?? null;
}

/** Returns whether a job failed that was started at or after a time (uses index job_runs_started). */
export async function hasFailedSince(deps: Deps, time: Date): Promise<boolean> {
  const [row] = await deps.db
    .select({ job: jobRuns.job })
    .from(jobRuns)
    .where(and(sql`started_at >= ${time.getTime()}`, isNotNull(jobRuns.error)))
    .limit(1);
  return row !== undefined;
}

/**
 * Returns when the first migration was applied, according to wrangler. Returns null if wrangler did not apply the
 * migrations.
 */
export async function installedAt(deps: Deps): Promise<Date | null> {
  try {
    const row = await deps.db.get<{ at: number | null }>(
      sql`SELECT unixepoch(min(applied_at)) * 1000 AS at FROM d1_migrations`,
    );
    return row.at === null ? null : new Date(row.at);
  } catch {
    return null;
  }
}

// The condition is literal SQL, because SQLite does not use the partial index outbox_undone_relayed for a bound
// parameter.
const isOpen = sql`done_at IS NULL AND gave_up_at IS NULL`;
/**
 * Maximum number of outbox entries read, of those not yet sent to a queue, and of those sent to a queue the longest
 * time ago.
 */
const EXAMINED_LENGTH = 100;

/**
 * Returns by how many milliseconds the most overdue outbox entry is late, for the slow kinds and for all other kinds.
 * Examines only the oldest open entries. Returns 0 if no entry is overdue (uses index outbox_undone_relayed).
 */
export async function outboxLateness(deps: Deps): Promise<{ slow: number; others: number }> {
  const fields = { kind: outbox.kind, dueAt: sql<number>`max(created_at, coalesce(due_at, 0))` };
  const oldest = (isRelayed: boolean) =>
    deps.db
      .select(fields)
      .from(outbox)
      .where(and(isOpen, isRelayed ? isNotNull(outbox.relayedAt) : isNull(outbox.relayedAt)))
      .orderBy(sql`relayed_at, id`)
      .limit(EXAMINED_LENGTH);
  const [relayed, waiting] = await deps.db.batch([oldest(true), oldest(false)]);
  const now = deps.now().getTime();
  const late = { slow: 0, others: 0 };
  for (const { kind, dueAt } of [...relayed, ...waiting]) {
    const which = SLOW_KINDS.has(kind) ? "slow" : "others";
    late[which] = Math.max(late[which], now - dueAt);
  }
  return late;
}

/** Runs the cheapest possible statement on the database. */
export async function pingDatabase(deps: Deps): Promise<void> {
  await deps.db.get(sql`SELECT 1`);
}
