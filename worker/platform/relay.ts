import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "../contracts/days.ts";
import { SLOW_KINDS } from "./outbox.schemas.ts";
import type { Deps } from "./deps.ts";
import { jobCursors, outbox } from "./tables.ts";

/** A queue message, which prompts the consumer to read the database row. Only the row is authoritative. */
export interface OutboxMessage {
  outboxId: number;
}

/** Message that continues the relay in a separate invocation. */
export interface RelayMessage {
  /** Identifies the step. A message for a step that was already taken does nothing. */
  relay: string;
}

const SECOND_MS = 1_000;
/** Maximum number of messages that the queue accepts in one call. */
const MESSAGES_PER_CALL = 100;
/** Maximum number of entries per step, and maximum number of steps per invocation of the relay. */
const ENTRIES_PER_STEP = 1_000;
const STEPS = 4;
/** The longest delay that the queue supports. */
const LONGEST_DELAY_MS = 12 * HOUR_MS;
/**
 * Time after the expected delivery of an unfinished entry at which the entry is enqueued again, because its message may
 * be lost or delayed in the queue. The interval doubles each time, up to an hour.
 */
const RESEND_AFTER_MS = 150 * SECOND_MS;
const MAX_RESEND_AFTER_MS = HOUR_MS;
/** Minimum and maximum time between two checks of enqueued entries. */
const CHECK_INTERVAL_MS = { least: MINUTE_MS, most: RESEND_AFTER_MS };
/** Maximum delay of a check, because the cron runs every quarter of an hour anyway. */
const MAX_CHECK_DELAY_MS = 15 * MINUTE_MS;
/** Time after the expected delivery of the relay's own message at which the message is assumed lost. */
const LOST_MS = 3 * MINUTE_MS;

// The condition is literal, because the partial index outbox_undone_relayed does not match bound parameters.
const isUndone = sql`done_at IS NULL AND gave_up_at IS NULL`;
const isNew = and(isUndone, isNull(outbox.relayedAt));

/**
 * Time after an entry's expected delivery at which the entry is enqueued again. It equals the time that the entry had
 * waited until that delivery.
 */
const resendAfterMs = sql`min(${MAX_RESEND_AFTER_MS}, max(${RESEND_AFTER_MS}, relayed_at - coalesce(due_at, created_at)))`;

/** Claims the next entries for this caller before sending them, so that two relays never send the same entry. */
async function claimEntries(deps: Deps, which: "newest" | "oldest" | "overdue", limit: number) {
  const now = deps.now().getTime();
  const { db } = deps;
  const overdue = and(
    isUndone,
    isNotNull(outbox.relayedAt),
    lte(outbox.relayedAt, new Date(now - RESEND_AFTER_MS)),
    sql`relayed_at + ${resendAfterMs} <= ${now}`,
    or(isNull(outbox.leasedUntil), lte(outbox.leasedUntil, new Date(now))),
  );
  const chosen = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(which === "overdue" ? overdue : isNew)
    .orderBy(which === "newest" ? sql`id DESC` : sql`relayed_at, id`)
    .limit(limit);
  return db
    .update(outbox)
    .set({ relayedAt: sql`min(max(coalesce(due_at, 0), ${now}), ${now + LONGEST_DELAY_MS})` })
    .where(sql`id IN ${chosen}`)
    .returning({ id: outbox.id, kind: outbox.kind, relayedAt: outbox.relayedAt });
}

/** Sends the claimed entries, slow work last. Releases entries that the queue does not accept. */
async function send(deps: Deps, taken: Awaited<ReturnType<typeof claimEntries>>): Promise<void> {
  const now = deps.now().getTime();
  const inOrder = taken.toSorted((a, b) => a.id - b.id);
  const waiting = new Set(taken.map(({ id }) => id));
  try {
    for (const isSlow of [false, true]) {
      const mine = inOrder.filter(({ kind }) => SLOW_KINDS.has(kind) === isSlow);
      for (let at = 0; at < mine.length; at += MESSAGES_PER_CALL) {
        const part = mine.slice(at, at + MESSAGES_PER_CALL);
        await (isSlow ? deps.slowQueue : deps.queue).sendBatch(
          part.map(({ id, relayedAt }) => ({
            body: { outboxId: id } satisfies OutboxMessage,
            delaySeconds: Math.max(0, Math.ceil(((relayedAt?.getTime() ?? now) - now) / SECOND_MS)),
          })),
        );
        for (const { id } of part) waiting.delete(id);
      }
    }
  } catch (error) {
    await deps.db
      .update(outbox)
      .set({ relayedAt: null })
      .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify([...waiting])})) AND ${isUndone}`);
    throw error;
  }
}

/**
 * Enqueues the newest work, so that entries that the caller just stored come before all waiting ones. The chain handles
 * the remaining entries and lost messages.
 */
export async function relayNewest(deps: Deps): Promise<void> {
  const taken = await claimEntries(deps, "newest", MESSAGES_PER_CALL);
  if (taken.length === 0) return;
  await send(deps, taken);
  await startChain(deps, taken.length === MESSAGES_PER_CALL);
}

/** Performs the cron's part of the relay: enqueues waiting and lost work, and ensures that the relay continues. */
export async function relayAll(deps: Deps): Promise<void> {
  const isLeft = await relayStep(deps);
  if (isLeft || (await nextCheckMs(deps)) !== null) await startChain(deps, isLeft);
}

/** @returns whether more entries may be waiting */
async function relayStep(deps: Deps): Promise<boolean> {
  const fresh = await claimEntries(deps, "oldest", ENTRIES_PER_STEP);
  if (fresh.length > 0) await send(deps, fresh);
  if (fresh.length === ENTRIES_PER_STEP) return true;
  const lost = await claimEntries(deps, "overdue", ENTRIES_PER_STEP);
  if (lost.length === 0) return false;
  // Not a warning, because a local queue loses its messages when the server stops, and Cloudflare's queue may be slow.
  deps.log.info("outbox.handed_over_again", { count: lost.length });
  await send(deps, lost);
  return lost.length === ENTRIES_PER_STEP;
}

/**
 * Returns the time until the next check of enqueued entries (uses index outbox_undone_relayed); null if the cron runs
 * early enough.
 */
async function nextCheckMs(deps: Deps): Promise<number | null> {
  const now = deps.now().getTime();
  const [row] = await deps.db
    .select({ at: outbox.relayedAt })
    .from(outbox)
    .where(and(isUndone, isNotNull(outbox.relayedAt)))
    .orderBy(outbox.relayedAt)
    .limit(1);
  if (!row?.at) return null;
  const wait = row.at.getTime() + RESEND_AFTER_MS - now;
  return wait < MAX_CHECK_DELAY_MS ? Math.min(CHECK_INTERVAL_MS.most, Math.max(CHECK_INTERVAL_MS.least, wait)) : null;
}

const CHAIN = "outbox.relay";

/**
 * Formats the cursor of {@link CHAIN}, which continues the relay with one message after another. The cursor contains
 * the time by which the next step must be taken (milliseconds), the id of that step, and whether it is asleep (a later
 * check) or awake.
 */
const cursorOf = (step: string, delayMs: number, now: number) =>
  `${now + delayMs + LOST_MS}:${delayMs > 0 ? "asleep" : "awake"}:${step}`;

const isStep = (step: string) => sql`cursor LIKE ${`%:${step}`}`;
const isOver = (now: number) => sql`(cursor IS NULL OR CAST(cursor AS INTEGER) <= ${now})`;

async function enqueueStep(deps: Deps, step: string, delayMs: number): Promise<void> {
  try {
    await deps.queue.sendBatch([
      { body: { relay: step } satisfies RelayMessage, delaySeconds: Math.ceil(delayMs / SECOND_MS) },
    ]);
  } catch (error) {
    // After a failure, any caller may start a new chain.
    await deps.db
      .update(jobCursors)
      .set({ cursor: null })
      .where(and(eq(jobCursors.job, CHAIN), isStep(step)));
    throw error;
  }
}

/**
 * Starts the chain unless one exists. @param isLeft true if entries are waiting; the new chain then replaces a chain
 * that is asleep
 */
async function startChain(deps: Deps, isLeft: boolean): Promise<void> {
  const now = deps.now().getTime();
  const step = deps.newId();
  const delayMs = isLeft ? 0 : RESEND_AFTER_MS;
  const mayBegin = isLeft ? sql`(${isOver(now)} OR cursor LIKE '%:asleep:%')` : isOver(now);
  const begun = await deps.db
    .insert(jobCursors)
    .values({ job: CHAIN, cursor: cursorOf(step, delayMs, now) })
    .onConflictDoUpdate({
      target: jobCursors.job,
      set: { cursor: sql`excluded.cursor` },
      setWhere: mayBegin,
    })
    .returning();
  if (begun.length > 0) await enqueueStep(deps, step, delayMs);
}

/**
 * Takes a step of the chain: enqueues waiting and lost entries, and requests the next step while entries are left.
 * Duplicate messages and messages of a replaced chain do nothing.
 * @throws what the database or the queue throws; any caller may then start a new chain
 */
export async function continueRelay(deps: Deps, step: string): Promise<void> {
  const now = deps.now().getTime();
  const next = deps.newId();
  const taken = await deps.db
    .update(jobCursors)
    .set({ cursor: cursorOf(next, 0, now) })
    .where(and(eq(jobCursors.job, CHAIN), or(isStep(step), isOver(now))))
    .returning();
  if (taken.length === 0) return;
  try {
    let isLeft = true;
    for (let steps = 0; isLeft && steps < STEPS; steps += 1) isLeft = await relayStep(deps);
    const delayMs = isLeft ? 0 : await nextCheckMs(deps);
    // Other code may have stored an entry in the meantime. If that code found the chain awake, it relies on the chain
    // to deliver the entry.
    const isResting = await deps.db
      .update(jobCursors)
      .set({ cursor: delayMs === null ? null : cursorOf(next, delayMs, now) })
      .where(
        and(
          eq(jobCursors.job, CHAIN),
          isStep(next),
          isLeft ? undefined : sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${isNew})`,
        ),
      )
      .returning();
    if (isResting.length === 0) await enqueueStep(deps, next, 0);
    else if (delayMs !== null) await enqueueStep(deps, next, delayMs);
  } catch (error) {
    await deps.db
      .update(jobCursors)
      .set({ cursor: null })
      .where(and(eq(jobCursors.job, CHAIN), isStep(next)));
    throw error;
  }
}
