import { and, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { HOUR_MS, MINUTE_MS } from "../contracts/days.ts";
import { SLOW_KINDS } from "./outbox.schemas.ts";
import type { Deps } from "./deps.ts";
import { jobCursors, outbox } from "./tables.ts";

/** A queue message: the row is the truth, the message only a hint to look. */
export interface OutboxMessage {
  outboxId: number;
}

/** Asks for the relay to go on in an invocation of its own. */
export interface RelayMessage {
  /** Names the step; the one of a step that was taken already does nothing. */
  relay: string;
}

const SECOND_MS = 1_000;
/** Messages that the queue takes in one call. */
const A_CALL = 100;
/** Entries of one statement, and statements of an invocation that goes on with the relay. */
const A_STEP = 1_000;
const STEPS = 4;
/** The longest delay that the queue knows. */
const LONGEST_DELAY_MS = 12 * HOUR_MS;
/**
 * An entry that was not done this long after the queue should have delivered it is handed over again, and once more each
 * time after twice as long, up to an hour: its message may be lost, or stand in a long line.
 */
const AGAIN_MS = 150 * SECOND_MS;
const AGAIN_AT_MOST_MS = HOUR_MS;
/** Least and most time between two looks at what was handed over. */
const LOOK_MS = { least: MINUTE_MS, most: AGAIN_MS };
/** While nothing is expected within this time there are none: the cron comes every quarter of an hour. */
const LOOK_WITHIN_MS = 15 * MINUTE_MS;
/** The relay's own message is taken to be lost this long after it should have been delivered. */
const LOST_MS = 3 * MINUTE_MS;

// Literal, because a bound parameter would miss the partial index outbox_undone_relayed.
const isUndone = sql`done_at IS NULL AND gave_up_at IS NULL`;
const isNew = and(isUndone, isNull(outbox.relayedAt));

/** How long after its moment an entry is handed over again: it is as old as it has waited. */
const patienceMs = sql`min(${AGAIN_AT_MOST_MS}, max(${AGAIN_MS}, relayed_at - coalesce(due_at, created_at)))`;

/** Takes the next entries for this caller, before they are sent: two relays never send the same. */
async function take(deps: Deps, which: "newest" | "oldest" | "overdue", limit: number) {
  const now = deps.now().getTime();
  const { db } = deps;
  const overdue = and(
    isUndone,
    isNotNull(outbox.relayedAt),
    lte(outbox.relayedAt, new Date(now - AGAIN_MS)),
    sql`relayed_at + ${patienceMs} <= ${now}`,
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

/** Sends what was taken, what nobody should wait for last; what the queue does not take is given back. */
async function send(deps: Deps, taken: Awaited<ReturnType<typeof take>>): Promise<void> {
  const now = deps.now().getTime();
  const inOrder = taken.toSorted((a, b) => a.id - b.id);
  const waiting = new Set(taken.map(({ id }) => id));
  try {
    for (const isSlow of [false, true]) {
      const mine = inOrder.filter(({ kind }) => SLOW_KINDS.has(kind) === isSlow);
      for (let at = 0; at < mine.length; at += A_CALL) {
        const part = mine.slice(at, at + A_CALL);
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
 * Hands the newest work to the queue: what the caller itself stored just now comes first, whatever waits. The rest, and
 * what the queue loses, is the chain's.
 */
export async function relayNewest(deps: Deps): Promise<void> {
  const taken = await take(deps, "newest", A_CALL);
  if (taken.length === 0) return;
  await send(deps, taken);
  await startChain(deps, taken.length === A_CALL);
}

/** Does the cron's part of the relay: hands over waiting and lost work, and makes sure that the relay goes on. */
export async function relayAll(deps: Deps): Promise<void> {
  const isLeft = await relayStep(deps);
  if (isLeft || (await nextLookMs(deps)) !== null) await startChain(deps, isLeft);
}

/** @returns whether more may wait */
async function relayStep(deps: Deps): Promise<boolean> {
  const fresh = await take(deps, "oldest", A_STEP);
  if (fresh.length > 0) await send(deps, fresh);
  if (fresh.length === A_STEP) return true;
  const lost = await take(deps, "overdue", A_STEP);
  if (lost.length === 0) return false;
  // No warning: a local queue forgets its messages when the server stops, and Cloudflare's may be slow.
  deps.log.info("outbox.handed_over_again", { count: lost.length });
  await send(deps, lost);
  return lost.length === A_STEP;
}

/** After how long to look again at what the queue has (index outbox_undone_relayed); null when the cron is early enough. */
async function nextLookMs(deps: Deps): Promise<number | null> {
  const now = deps.now().getTime();
  const [row] = await deps.db
    .select({ at: outbox.relayedAt })
    .from(outbox)
    .where(and(isUndone, isNotNull(outbox.relayedAt)))
    .orderBy(outbox.relayedAt)
    .limit(1);
  if (!row?.at) return null;
  const wait = row.at.getTime() + AGAIN_MS - now;
  return wait < LOOK_WITHIN_MS ? Math.min(LOOK_MS.most, Math.max(LOOK_MS.least, wait)) : null;
}

const CHAIN = "outbox.relay";

/**
 * The chain: one message at a time asks the relay to go on. The cursor of {@link CHAIN} holds until when the next step is
 * to be taken (milliseconds), which step that is, and whether it is one of a sleeper, who only looks again later.
 */
const cursorOf = (step: string, delayMs: number, now: number) =>
  `${now + delayMs + LOST_MS}:${delayMs > 0 ? "asleep" : "awake"}:${step}`;

const isStep = (step: string) => sql`cursor LIKE ${`%:${step}`}`;
const isOver = (now: number) => sql`(cursor IS NULL OR CAST(cursor AS INTEGER) <= ${now})`;

async function ask(deps: Deps, step: string, delayMs: number): Promise<void> {
  try {
    await deps.queue.sendBatch([
      { body: { relay: step } satisfies RelayMessage, delaySeconds: Math.ceil(delayMs / SECOND_MS) },
    ]);
  } catch (error) {
    // Anybody may begin anew.
    await deps.db
      .update(jobCursors)
      .set({ cursor: null })
      .where(and(eq(jobCursors.job, CHAIN), isStep(step)));
    throw error;
  }
}

/** Begins the chain unless there is one. @param isLeft something waits: one that sleeps is replaced by one at work */
async function startChain(deps: Deps, isLeft: boolean): Promise<void> {
  const now = deps.now().getTime();
  const step = deps.newId();
  const delayMs = isLeft ? 0 : AGAIN_MS;
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
  if (begun.length > 0) await ask(deps, step, delayMs);
}

/**
 * Takes a step of the chain: hands over what waits and what was lost, and asks for the next one while anything is left.
 * A message that comes twice, or of a chain that was replaced, does nothing.
 * @throws what the database or the queue throws; anybody may begin the chain anew then
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
    const lookMs = isLeft ? 0 : await nextLookMs(deps);
    // Code that stored something since, and found the chain at work, relies on the chain to deliver it.
    const isResting = await deps.db
      .update(jobCursors)
      .set({ cursor: lookMs === null ? null : cursorOf(next, lookMs, now) })
      .where(
        and(
          eq(jobCursors.job, CHAIN),
          isStep(next),
          isLeft ? undefined : sql`NOT EXISTS (SELECT 1 FROM ${outbox} WHERE ${isNew})`,
        ),
      )
      .returning();
    if (isResting.length === 0) await ask(deps, next, 0);
    else if (lookMs !== null) await ask(deps, next, lookMs);
  } catch (error) {
    await deps.db
      .update(jobCursors)
      .set({ cursor: null })
      .where(and(eq(jobCursors.job, CHAIN), isStep(next)));
    throw error;
  }
}
