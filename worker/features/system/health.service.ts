import { inArray, sql } from "drizzle-orm";
import { MINUTE_MS } from "../../contracts/days.ts";
import {
  CHECK_LIMIT_MS,
  CRON_LATE_MS,
  type Health,
  HEALTH_REUSED_MS,
  type HealthCheck,
  OUTBOX_LATE_MS,
  QUEUE_LATE_MS,
  type QueueName,
} from "../../contracts/system.ts";
import type { Config } from "../../platform/config.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { notifyOperator } from "../../platform/operator-notices.ts";
import { everyTick, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { jobCursors } from "../../platform/tables.ts";
import { TimeLimitError, withTimeLimit } from "../../platform/time-limit.ts";
import { installedAt, lastJobStart, outboxLateness, pingDatabase, hasFailedSince } from "./system.repo.ts";

/**
 * A message that each tick sends through each queue. A worker cannot read a queue, so it estimates the age of a queue's
 * oldest message as the age of the oldest canary that has not arrived.
 */
export interface CanaryMessage {
  canary: QueueName;
  /** Time at which the canary was sent, in milliseconds. */
  sentAt: number;
}

const QUEUES = Object.keys(QUEUE_LATE_MS) as QueueName[];
const cursorOf = (queue: QueueName) => `canary.${queue}`;

/**
 * Returns SQL for the cursor of a queue's canaries: the times at which the oldest missing canary and the newest canary
 * were sent, in milliseconds.
 */
const cursorSql = (since: unknown, last: unknown) => sql`json_object('since', ${since}, 'last', ${last})`;
const SINCE = sql`json_extract(cursor, '$.since')`;
const LAST = sql`json_extract(cursor, '$.last')`;

async function send(deps: Deps): Promise<void> {
  const now = deps.now().getTime();
  const queues = { jobs: deps.queue, mails: deps.mailQueue, slow: deps.slowQueue };
  const failures: unknown[] = [];
  for (const queue of QUEUES) {
    // A canary is recorded before it is sent, so that a queue that accepts no messages is detected because its canary
    // never arrives.
    await deps.db
      .insert(jobCursors)
      .values({ job: cursorOf(queue), cursor: JSON.stringify({ since: now, last: now }) })
      .onConflictDoUpdate({
        target: jobCursors.job,
        set: { cursor: cursorSql(sql`coalesce(${SINCE}, ${now})`, now) },
      });
    try {
      await queues[queue].sendBatch([{ body: { canary: queue, sentAt: now } satisfies CanaryMessage }]);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Job that sends the canaries of each tick. */
export const canaryJobs: readonly ScheduledJob[] = [{ name: "queues.canaries", due: everyTick, run: send }];

/** Records that a canary arrived. All earlier canaries then also count as arrived. */
export async function recordCanaryArrival(deps: Deps, { canary, sentAt }: CanaryMessage): Promise<void> {
  await deps.db
    .update(jobCursors)
    .set({ cursor: cursorSql(sql`iif(${LAST} > ${sentAt}, ${LAST}, NULL)`, LAST) })
    .where(sql`${jobCursors.job} = ${cursorOf(canary)} AND ${SINCE} <= ${sentAt}`);
}

/** Returns how long the oldest missing canary of each queue has been under way, in milliseconds; 0 if there is none. */
async function canaryAges(deps: Deps): Promise<Record<QueueName, number>> {
  const rows = await deps.db
    .select({ job: jobCursors.job, since: sql<number | null>`${SINCE}` })
    .from(jobCursors)
    .where(inArray(jobCursors.job, QUEUES.map(cursorOf)));
  const now = deps.now().getTime();
  const ageOf = (queue: QueueName) => {
    const since = rows.find(({ job }) => job === cursorOf(queue))?.since ?? null;
    return since === null ? 0 : Math.max(0, now - since);
  };
  return { jobs: ageOf("jobs"), mails: ageOf("mails"), slow: ageOf("slow") };
}

/** The health check that an isolate caches, by configuration. The configuration does not change within an isolate. */
interface Remembered {
  /** Time of the request that began the check. */
  since: Date;
  look: { at: number; health: Promise<Health> } | null;
}
const remembered = new WeakMap<Config, Remembered>();

const minutes = (ms: number) => {
  const count = Math.max(0, Math.round(ms / MINUTE_MS));
  return count === 1 ? "1 minute" : `${count} minutes`;
};

/** Runs a check. The result contains no error texts, because these may contain personal data. */
async function check(deps: Deps, work: () => Promise<HealthCheck>): Promise<HealthCheck> {
  try {
    return await withTimeLimit(deps, CHECK_LIMIT_MS, work());
  } catch (error) {
    const isLate = error instanceof TimeLimitError;
    if (!isLate) deps.log.warn("health.check_failed", { error: error instanceof Error ? error.name : "unknown" });
    return {
      ok: false,
      detail: isLate ? `No answer within ${CHECK_LIMIT_MS / 1_000} seconds.` : "It answered with an error.",
    };
  }
}

const reached = (work: () => Promise<unknown>) => async () => {
  await work();
  return { ok: true };
};

async function checkQueues(deps: Deps): Promise<HealthCheck> {
  const ages = await canaryAges(deps);
  const late = (Object.keys(QUEUE_LATE_MS) as QueueName[]).filter((queue) => ages[queue] >= QUEUE_LATE_MS[queue]);
  if (late.length > 0)
    return {
      ok: false,
      detail: `Waiting too long: ${late.map((queue) => `${queue} for ${minutes(ages[queue])}`).join(", ")}.`,
    };
  const longest = Math.max(...Object.values(ages));
  const isEmpty = longest < MINUTE_MS;
  return { ok: true, detail: isEmpty ? "Nothing is waiting." : `The oldest message has waited ${minutes(longest)}.` };
}

async function checkCron(deps: Deps, since: Date): Promise<HealthCheck> {
  const now = deps.now().getTime();
  const last = await lastJobStart(deps);
  if (last !== null) {
    const age = now - last.getTime();
    return { ok: age < CRON_LATE_MS, detail: `Last run ${minutes(age)} ago.` };
  }
  const age = now - ((await installedAt(deps)) ?? since).getTime();
  return { ok: age < CRON_LATE_MS, detail: `No run in the ${minutes(age)} since setup.` };
}

async function checkOutbox(deps: Deps): Promise<HealthCheck> {
  const late = await outboxLateness(deps);
  const ok = late.slow < OUTBOX_LATE_MS.slow && late.others < OUTBOX_LATE_MS.others;
  const latest = Math.max(late.slow, late.others);
  if (latest < MINUTE_MS) return { ok, detail: "Nothing is late." };
  return { ok, detail: `The oldest entry is ${minutes(latest)} late.` };
}

function rememberedOf(deps: Deps): Remembered {
  const known = remembered.get(deps.config) ?? { since: deps.now(), look: null };
  remembered.set(deps.config, known);
  return known;
}

/** Runs all checks at once. Each check has its own time limit, so that a binding that hangs is also reported. */
async function checkHealth(deps: Deps): Promise<Health> {
  const { since } = rememberedOf(deps);
  const [d1, r2, kv, queue, cron, outbox] = await Promise.all([
    check(
      deps,
      reached(() => pingDatabase(deps)),
    ),
    check(
      deps,
      reached(() => deps.photos.ping()),
    ),
    check(
      deps,
      reached(() => deps.statsSessions.get("health")),
    ),
    check(deps, () => checkQueues(deps)),
    check(deps, () => checkCron(deps, since)),
    check(deps, () => checkOutbox(deps)),
  ]);
  const checks = { d1, r2, kv, queue, cron, outbox };
  const isFine = Object.values(checks).every(({ ok }) => ok);
  return { status: !d1.ok ? "down" : isFine ? "ok" : "degraded", version: deps.version, checks };
}

/**
 * Returns the health of the site, from a check by this isolate that is at most 10 s old. Simultaneous requests share
 * one check. They wait for it only for a limited time, because the request that began the check may be aborted.
 */
export async function healthOf(deps: Deps): Promise<Health> {
  const known = rememberedOf(deps);
  const now = deps.now().getTime();
  if (known.look !== null && now - known.look.at < HEALTH_REUSED_MS) {
    try {
      return await withTimeLimit(deps, 2 * CHECK_LIMIT_MS, known.look.health);
    } catch (error) {
      if (!(error instanceof TimeLimitError)) throw error;
    }
  }
  const health = checkHealth(deps);
  known.look = { at: now, health };
  deps.waitUntil(health);
  return health;
}

/**
 * Number of consecutive faulty ticks after which the operator is notified, and number of further faulty ticks until the
 * next email, which is a quarter of a day later.
 */
const NOTIFY_AFTER = { after: 2, again: 24 };
/** Delay after which a tick that found a fault checks again. The tick only counts as faulty if the fault persists. */
const AGAIN_AFTER_MS = 2_000;
const WATCH = "health.watch";

/**
 * Notifies the operator of a fault that two consecutive ticks found. The heartbeat detects faults that prevent ticks
 * from running.
 */
async function watchHealth(deps: Deps): Promise<void> {
  const first = await checkHealth(deps);
  if (first.status !== "ok") await deps.wait(AGAIN_AFTER_MS);
  // The check is repeated, because D1 occasionally fails a query that succeeds a second later.
  const { status, checks } = first.status === "ok" ? first : await checkHealth(deps);
  const now = deps.now().getTime();
  const [count = 0, lookedAt = 0] = ((await readCursor(deps, WATCH)) ?? "").split(":").map(Number);
  // Ticks with a gap between them are not consecutive.
  const streak = status === "ok" ? 0 : now - lookedAt < CRON_LATE_MS ? count + 1 : 1;
  await writeCursor(deps, WATCH, `${streak}:${now}`);
  if (streak < NOTIFY_AFTER.after || (streak - NOTIFY_AFTER.after) % NOTIFY_AFTER.again !== 0) return;
  const faults = Object.entries(checks).flatMap(([name, { ok, detail = "" }]) => (ok ? [] : [`${name}: ${detail}`]));
  await notifyOperator(
    deps,
    "health.degraded",
    "Something needs attention",
    `${faults.join("\n")}\n\nThe System tab of ${deps.config.siteUrl}/admin shows more.`,
  );
}

/** Job that checks the site at each tick. */
export const healthJobs: readonly ScheduledJob[] = [{ name: WATCH, due: everyTick, run: watchHealth }];

/** Maximum wait for the monitor's response. */
const LIMIT_MS = 5_000;

/**
 * Requests HEARTBEAT_URL after a tick in which no job failed, in any of its invocations. If the requests stop, the
 * monitor at that URL notifies the operator. A failed request is only logged, because the next tick makes another one.
 * @param time the tick's scheduled time
 */
export async function sendHeartbeatAfterTick(deps: Deps, time: Date): Promise<void> {
  const { heartbeatUrl } = deps.config;
  if (heartbeatUrl === null) return;
  try {
    if (await hasFailedSince(deps, time)) return;
    const ended = new AbortController();
    const cancel = deps.after(LIMIT_MS, () => ended.abort());
    try {
      const response = await deps.fetch(heartbeatUrl, { signal: ended.signal, redirect: "manual" });
      await response.body?.cancel();
      if (!response.ok) deps.log.warn("heartbeat.refused", { status: response.status });
    } finally {
      cancel();
    }
  } catch (error) {
    // Error messages of fetch are not logged, because they may contain the URL, which is a secret.
    deps.log.warn("heartbeat.failed", { error: error instanceof Error ? error.name : "unknown" });
  }
}

const LOCKED_TEXT = [
  "SESSION_SECRET was changed, and the site does not know the previous secret. It therefore cannot tell which addresses have opted out of email,",
  "so it sends no email and accepts no sign-ups. Set SESSION_SECRET_PREVIOUS to the previous secret (docs/operations.md, Runbooks).",
].join(" ");

/**
 * Ensures that the key for hashing email addresses can be read with the current secret. The first tick after a rotation
 * of the secret records the rotation.
 */
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
