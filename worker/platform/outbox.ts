import { and, eq, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { mayBeSentLater } from "./mail-once.ts";
import { outbox } from "./tables.ts";

/** What a queue message carries: the row is the truth, the message only a hint to look. */
export interface OutboxMessage {
  outboxId: number;
}

/** Does the work of one kind. Must be idempotent: queues deliver at least once. */
export type OutboxHandler = (deps: Deps, payload: Record<string, unknown>, entryId: number) => Promise<void>;
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/**
 * The statement that stores work to be done. Put it into the same batch as the change it follows from, so that
 * neither exists without the other; then call {@link relayOutbox}.
 * @param dueAt not to be done before; within 12 hours
 */
export function outboxEntry(deps: Deps, kind: string, payload: Record<string, unknown>, dueAt: Date | null = null) {
  return deps.db.insert(outbox).values({ kind, payload, createdAt: deps.now(), dueAt });
}

/**
 * {@link outboxEntry} behind a conditional change in the same batch: it is stored only when the statement before it
 * changed a row.
 */
export function outboxIfChanged(deps: Deps, kind: string, payload: Record<string, unknown>, dueAt: Date | null = null) {
  // In the order of the table's columns; the id is SQLite's to choose.
  return deps.db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${kind}, ${JSON.stringify(payload)}, ${deps.now().getTime()}, NULL, NULL, NULL, ${dueAt?.getTime() ?? null}, NULL WHERE changes() > 0`,
    );
}

/** A row handed over less than this ago is left to the queue, whose retries (handlers.ts) end within 20 minutes. */
const RELAY_AGAIN_AFTER_MS = 30 * 60_000;
const RELAY_BATCH = 90;
/** Longest that one delivery may work on an entry; a queue consumer is ended after 15 minutes. */
const LEASE_MS = 15 * 60_000;
/** An entry delivered this much before it is due is done all the same. */
const EARLY_MS = 5_000;
/** A mail that may be sent later is tried again after as long as it has waited, within these bounds. */
const PUT_OFF_MS = { least: 15 * 60_000, most: 4 * 3_600_000 };
/** After this long it fails like other work, so that it reaches a person. */
const PUT_OFF_FOR_MS = 3 * 86_400_000;
const PRUNE_BATCH = 1_000;
const WEEK_MS = 7 * 86_400_000;

// Literal, because a bound parameter would miss the partial index outbox_undone.
const isOpen = sql`done_at IS NULL AND gave_up_at IS NULL`;

/**
 * Hands open work to the queue (index outbox_undone). Called after a commit that stored some, and by the cron for
 * what a crash or a queue failure left behind.
 * @returns how many were handed over
 */
export async function relayOutbox(deps: Deps): Promise<number> {
  const now = deps.now();
  const before = new Date(now.getTime() - RELAY_AGAIN_AFTER_MS);
  const rows = await deps.db
    .select({ id: outbox.id, dueAt: outbox.dueAt })
    .from(outbox)
    .where(and(isOpen, or(isNull(outbox.relayedAt), lt(outbox.relayedAt, before))))
    .orderBy(outbox.id)
    .limit(RELAY_BATCH);
  if (rows.length === 0) return 0;
  await deps.queue.sendBatch(
    rows.map(({ id, dueAt }) => ({
      body: { outboxId: id } satisfies OutboxMessage,
      delaySeconds: dueAt ? Math.max(0, Math.ceil((dueAt.getTime() - now.getTime()) / 1000)) : 0,
    })),
  );
  await deps.db
    .update(outbox)
    .set({ relayedAt: now })
    .where(
      inArray(
        outbox.id,
        rows.map(({ id }) => id),
      ),
    );
  return rows.length;
}

/** Relays without keeping the caller waiting and without failing it: the work is stored, the cron comes by. */
export function relaySoon(deps: Deps): void {
  deps.waitUntil(relayOutbox(deps).catch((error: unknown) => deps.log.error("outbox.relay_failed", error)));
}

/**
 * Does one piece of stored work, by one delivery at a time. A delivery that dies half way leaves the entry open, so a
 * handler may still run twice and must be idempotent. Mail that may be sent later is put off: an outage of the mail
 * service lasts longer than the queue's retries.
 * @throws what else the handler throws, so that the queue retries it
 */
export async function runOutboxEntry(deps: Deps, handlers: OutboxHandlers, id: number): Promise<void> {
  const now = deps.now();
  const [row] = await deps.db
    .update(outbox)
    .set({ leasedUntil: new Date(now.getTime() + LEASE_MS) })
    .where(
      and(
        eq(outbox.id, id),
        isOpen,
        or(isNull(outbox.leasedUntil), lt(outbox.leasedUntil, now)),
        // Early by a clock's difference is in time.
        or(isNull(outbox.dueAt), lt(outbox.dueAt, new Date(now.getTime() + EARLY_MS))),
      ),
    )
    .returning();
  if (!row) return;
  const handler = handlers[row.kind];
  try {
    if (!handler) throw new Error(`No handler for outbox entries of kind ${row.kind}`);
    await handler(deps, row.payload, id);
  } catch (error) {
    const waited = deps.now().getTime() - row.createdAt.getTime();
    const isPutOff = mayBeSentLater(error) && waited < PUT_OFF_FOR_MS;
    const delay = Math.min(PUT_OFF_MS.most, Math.max(PUT_OFF_MS.least, waited));
    const later = isPutOff ? { dueAt: new Date(deps.now().getTime() + delay), relayedAt: null } : {};
    await deps.db
      .update(outbox)
      .set({ leasedUntil: null, ...later })
      .where(eq(outbox.id, id));
    if (!isPutOff) throw error;
    deps.log.error("outbox.put_off", error, { kind: row.kind });
    return;
  }
  await deps.db.update(outbox).set({ doneAt: deps.now() }).where(eq(outbox.id, id));
}

/**
 * The statement by which a handler ends its own entry, to be followed in its batch by {@link outboxIfChanged}: what an
 * entry leads to is stored once, however often it is delivered, and wherever a delivery dies.
 */
export function endOutboxEntry(deps: Deps, id: number) {
  return deps.db
    .update(outbox)
    .set({ doneAt: deps.now() })
    .where(and(eq(outbox.id, id), isOpen));
}

/** The kind of an entry that is neither done nor given up, or null. */
export async function openOutboxKind(deps: Deps, id: number): Promise<string | null> {
  const [row] = await deps.db
    .select({ kind: outbox.kind })
    .from(outbox)
    .where(and(eq(outbox.id, id), isOpen));
  return row?.kind ?? null;
}

/** Closes an entry that failed too often. */
export async function giveUpOutboxEntry(deps: Deps, id: number): Promise<void> {
  await deps.db
    .update(outbox)
    .set({ gaveUpAt: deps.now() })
    .where(and(eq(outbox.id, id), isOpen));
}

const GIVEN_UP_BATCH = 500;

/**
 * Opens entries of some kinds again that failed too often and were stored after `since` (index outbox_given_up): what an
 * outage of hours kept from being done is done when it is over.
 */
export async function reopenOutbox(deps: Deps, kinds: readonly string[], since: Date): Promise<void> {
  const recent = deps.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.createdAt, since), inArray(outbox.kind, [...kinds])))
    .limit(GIVEN_UP_BATCH);
  await deps.db.update(outbox).set({ gaveUpAt: null, relayedAt: null }).where(inArray(outbox.id, recent));
}

/** Entries of a kind that failed too often and were stored after `since` (index outbox_given_up_kind), some of them at a time. */
export async function givenUpEntries(deps: Deps, kind: string, since: Date) {
  return deps.db
    .select({ id: outbox.id, payload: outbox.payload })
    .from(outbox)
    .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.createdAt, since), eq(outbox.kind, kind)))
    .limit(RELAY_BATCH);
}

/** Closes entries that were given up as done: their work was done after all. */
export async function endGivenUp(deps: Deps, ids: readonly number[]): Promise<void> {
  await deps.db
    .update(outbox)
    .set({ gaveUpAt: null, doneAt: deps.now() })
    .where(inArray(outbox.id, [...ids]));
}

/** Forgets work done more than a week before `time`, at most {@link PRUNE_BATCH} entries (index outbox_done). */
export async function pruneOutbox(deps: Deps, time: Date): Promise<void> {
  const old = deps.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(sql`done_at IS NOT NULL`, lt(outbox.doneAt, new Date(time.getTime() - WEEK_MS))))
    .limit(PRUNE_BATCH);
  await deps.db.delete(outbox).where(inArray(outbox.id, old));
}
