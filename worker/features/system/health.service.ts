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
import { notifyOperator } from "../../platform/operator-notices.ts";
import { everyTick, readCursor, type ScheduledJob, writeCursor } from "../../platform/schedule.ts";
import { TooLate, within } from "../../platform/time-limit.ts";
import { canaryAges } from "./canaries.service.ts";
import { installedAt, lastJobStart, outboxLateness, pingDatabase } from "./system.repo.ts";

/** What an isolate remembers of its looks, by configuration, because that does not change in an isolate. */
interface Remembered {
  /** When it was first asked. */
  since: Date;
  look: { at: number; health: Promise<Health> } | null;
}
const remembered = new WeakMap<Config, Remembered>();

const minutes = (ms: number) => {
  const count = Math.max(0, Math.round(ms / MINUTE_MS));
  return count === 1 ? "1 minute" : `${count} minutes`;
};

/** A check that names no error: texts of errors may hold data. */
async function check(deps: Deps, work: () => Promise<HealthCheck>): Promise<HealthCheck> {
  try {
    return await within(deps, CHECK_LIMIT_MS, work());
  } catch (error) {
    const isLate = error instanceof TooLate;
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
      detail: `Not taken: ${late.map((queue) => `${queue} for ${minutes(ages[queue])}`).join(", ")}.`,
    };
  return { ok: true, detail: `The oldest message waits for ${minutes(Math.max(...Object.values(ages)))}.` };
}

async function checkCron(deps: Deps, since: Date): Promise<HealthCheck> {
  const now = deps.now().getTime();
  const last = await lastJobStart(deps);
  if (last !== null) {
    const age = now - last.getTime();
    return { ok: age < CRON_LATE_MS, detail: `The last tick was ${minutes(age)} ago.` };
  }
  const age = now - ((await installedAt(deps)) ?? since).getTime();
  return { ok: age < CRON_LATE_MS, detail: `No tick yet, in ${minutes(age)}.` };
}

async function checkOutbox(deps: Deps): Promise<HealthCheck> {
  const late = await outboxLateness(deps);
  const ok = late.slow < OUTBOX_LATE_MS.slow && late.others < OUTBOX_LATE_MS.others;
  const latest = Math.max(late.slow, late.others);
  if (latest < MINUTE_MS) return { ok, detail: "No entry is late." };
  return { ok, detail: `The oldest open entry is ${minutes(latest)} late.` };
}

function rememberedOf(deps: Deps): Remembered {
  const known = remembered.get(deps.config) ?? { since: deps.now(), look: null };
  remembered.set(deps.config, known);
  return known;
}

/** Looks at everything at once; each check has its own time limit, so that a binding that hangs is an answer too. */
async function lookAtHealth(deps: Deps): Promise<Health> {
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
 * The health of the site, from a look of this isolate that is at most 10 s old. Requests at the same time share one look;
 * the request that began it may be gone, so the others wait for it with a limit.
 */
export async function healthOf(deps: Deps): Promise<Health> {
  const known = rememberedOf(deps);
  const now = deps.now().getTime();
  if (known.look !== null && now - known.look.at < HEALTH_REUSED_MS) {
    try {
      return await within(deps, 2 * CHECK_LIMIT_MS, known.look.health);
    } catch (error) {
      if (!(error instanceof TooLate)) throw error;
    }
  }
  const health = lookAtHealth(deps);
  known.look = { at: now, health };
  deps.waitUntil(health);
  return health;
}

/** Ticks in a row with a fault after which the operator hears of it, and after how many more he hears again: a quarter of a day. */
const TOLD = { after: 2, again: 24 };
/** Before a tick takes a fault for one, it looks again. */
const AGAIN_AFTER_MS = 2_000;
const WATCH = "health.watch";

/** Tells the operator of a fault that two ticks in a row have seen; one that keeps the tick from running is the heartbeat's. */
async function watchHealth(deps: Deps): Promise<void> {
  const first = await lookAtHealth(deps);
  if (first.status !== "ok") await deps.wait(AGAIN_AFTER_MS);
  // One query of many that fails is no fault yet: D1 now and then fails one that succeeds a second later.
  const { status, checks } = first.status === "ok" ? first : await lookAtHealth(deps);
  const now = deps.now().getTime();
  const [count = 0, lookedAt = 0] = ((await readCursor(deps, WATCH)) ?? "").split(":").map(Number);
  // Ticks with a gap between them are not in a row.
  const streak = status === "ok" ? 0 : now - lookedAt < CRON_LATE_MS ? count + 1 : 1;
  await writeCursor(deps, WATCH, `${streak}:${now}`);
  if (streak < TOLD.after || (streak - TOLD.after) % TOLD.again !== 0) return;
  const faults = Object.entries(checks).flatMap(([name, { ok, detail = "" }]) => (ok ? [] : [`${name}: ${detail}`]));
  await notifyOperator(
    deps,
    "health.degraded",
    "Something needs attention",
    `${faults.join("\n")}\n\nThe System tab of ${deps.config.siteUrl}/admin shows more.`,
  );
}

/** The tick's own look at the site. */
export const healthJobs: readonly ScheduledJob[] = [{ name: WATCH, due: everyTick, run: watchHealth }];
