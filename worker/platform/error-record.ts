import { and, desc, gte, sql } from "drizzle-orm";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contracts/days.ts";
import { deleteInBatches } from "./database.ts";
import type { ErrorRecorder } from "./log.ts";
import { errorCounts } from "./tables.ts";

const SLOT_MS = 10 * MINUTE_MS;
/**
 * Maximum number of kinds of errors stored per ten minutes, and counted by one isolate until the next write. Further
 * kinds are only logged.
 */
const KINDS_A_SLOT = 50;
/**
 * Maximum number of statements per isolate and minute. Further errors are counted in memory until the next statement.
 */
const WRITES_A_MINUTE = 30;
/** Pause after a failed write. */
const PAUSE_AFTER_FAILURE_MS = MINUTE_MS;
/** Time after which a write counts as lost, because its invocation has ended. */
const LOST_MS = 30_000;
const KEPT_MS = 7 * DAY_MS;

/** The dependencies that these functions need. */
interface Clocked {
  db: DrizzleD1Database;
  now: () => Date;
}

interface Counted {
  slot: number;
  event: string;
  code: string;
  count: number;
  firstAt: number;
  lastAt: number;
  requestId: string | null;
}

/** Errors that an isolate has counted but not written yet, by database. */
interface Pending {
  counted: Map<string, Counted>;
  writingSince: number | null;
  /** The minute of the last write, and the number of writes in that minute. */
  minute: number;
  writes: number;
  pausedUntil: number;
}
const pendingOf = new WeakMap<DrizzleD1Database, Pending>();

const plain = (text: string, length: number) => text.replaceAll(/[^\w.:-]/g, "_").slice(0, length);

/**
 * Counts errors for the System tab. Stores only names and codes, because texts may contain personal data. An isolate
 * runs one write at a time, and does not log a failed write, because that would count another error.
 */
export function errorRecorder({
  db,
  now,
  waitUntil,
}: Clocked & { waitUntil(work: Promise<unknown>): void }): ErrorRecorder {
  return (event, code, requestId) => {
    const pending = pendingOf.get(db) ?? {
      counted: new Map(),
      writingSince: null,
      minute: 0,
      writes: 0,
      pausedUntil: 0,
    };
    pendingOf.set(db, pending);
    const at = now().getTime();
    count(pending, {
      event: plain(event, 60),
      code: plain(code, 80),
      requestId: requestId && plain(requestId, 64),
      at,
    });
    if (mayWrite(pending)) waitUntil(writeAll(db, pending));
  };
}

function count(
  { counted }: Pending,
  { event, code, requestId, at }: { event: string; code: string; requestId: string | null; at: number },
): void {
  const slot = Math.floor(at / SLOT_MS) * SLOT_MS;
  const key = `${slot} ${event} ${code}`;
  const known = counted.get(key);
  if (known) Object.assign(known, { count: known.count + 1, lastAt: at, requestId });
  else if (counted.size < KINDS_A_SLOT)
    counted.set(key, { slot, event, code, count: 1, firstAt: at, lastAt: at, requestId });
}

/** Returns whether a write is allowed now, by the isolate's own clock. */
function mayWrite(pending: Pending): boolean {
  const time = Date.now();
  if (pending.writingSince !== null && time - pending.writingSince < LOST_MS) return false;
  if (time < pending.pausedUntil) return false;
  const minute = Math.floor(time / MINUTE_MS);
  if (pending.minute !== minute) Object.assign(pending, { minute, writes: 0 });
  return pending.writes < WRITES_A_MINUTE;
}

async function writeAll(db: DrizzleD1Database, pending: Pending): Promise<void> {
  while (pending.counted.size > 0 && mayWrite({ ...pending, writingSince: null })) {
    const rows = [...pending.counted.values()];
    pending.counted.clear();
    pending.writingSince = Date.now();
    pending.writes += 1;
    try {
      await write(db, rows);
    } catch {
      pending.pausedUntil = Date.now() + PAUSE_AFTER_FAILURE_MS;
    }
  }
  pending.writingSince = null;
}

/** Writes all rows in one statement. */
async function write(db: DrizzleD1Database, rows: readonly Counted[]): Promise<void> {
  const field = (name: keyof Counted) => sql.raw(`json_extract(value, '$.${name}')`);
  await db.run(sql`INSERT INTO error_counts (slot, event, code, count, first_at, last_at, request_id)
    SELECT ${field("slot")}, ${field("event")}, ${field("code")}, ${field("count")}, ${field("firstAt")},
      ${field("lastAt")}, ${field("requestId")}
    FROM json_each(${JSON.stringify(rows)})
    WHERE (SELECT count(*) FROM error_counts AS kept WHERE kept.slot = ${field("slot")}) < ${KINDS_A_SLOT}
    ON CONFLICT (slot, event, code) DO UPDATE SET count = count + excluded.count, last_at = excluded.last_at,
      request_id = excluded.request_id`);
}

/** A kind of error, with the number of times it occurred in the last hour. */
export interface ErrorCount {
  event: string;
  code: string;
  count: number;
  firstAt: Date;
  lastAt: Date;
  requestId: string | null;
}

/** Returns the errors of the last hour, newest first (by primary key). The hour is rounded to ten minutes. */
export async function recentErrors(deps: Clocked): Promise<ErrorCount[]> {
  const since = deps.now().getTime() - HOUR_MS;
  const { event, code, lastAt, firstAt, requestId } = errorCounts;
  return deps.db
    .select({
      event,
      code,
      count: sql<number>`sum(${errorCounts.count})`,
      firstAt: sql`min(${firstAt})`.mapWith(firstAt),
      // SQLite takes a column without an aggregate function from the row with the maximum.
      lastAt: sql`max(${lastAt})`.mapWith(lastAt),
      requestId,
    })
    .from(errorCounts)
    .where(and(gte(errorCounts.slot, new Date(since - SLOT_MS)), gte(lastAt, new Date(since))))
    .groupBy(event, code)
    .orderBy(desc(sql`max(${lastAt})`))
    .limit(KINDS_A_SLOT);
}

/** Deletes old errors (by primary key). */
export async function pruneErrors(deps: Clocked, time: Date): Promise<void> {
  await deleteInBatches(deps, "error_counts", sql`slot < ${time.getTime() - KEPT_MS}`);
}
