import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "./deps.ts";
import { outbox } from "./tables.ts";

/** What a queue message carries: the row is the truth, the message only a hint to look. */
export interface OutboxMessage {
  outboxId: number;
}

/** Does the work of one kind. Must be idempotent: queues deliver at least once. */
export type OutboxHandler = (deps: Deps, payload: Record<string, unknown>) => Promise<void>;
export type OutboxHandlers = Readonly<Record<string, OutboxHandler>>;

/**
 * The statement that stores work to be done. Put it into the same batch as the change it follows from, so that
 * neither exists without the other; then call {@link relayOutbox}.
 */
export function outboxEntry(deps: Deps, kind: string, payload: Record<string, unknown>) {
  return deps.db.insert(outbox).values({ kind, payload, createdAt: deps.now() });
}

/** A row handed over less than this ago is left to the queue. */
const RELAY_AGAIN_AFTER_MS = 10 * 60_000;
const RELAY_BATCH = 100;

/**
 * Hands undone work to the queue (index outbox_undone). Called after every commit, and by the cron for what a
 * crash or a queue failure left behind.
 * @returns how many were handed over
 */
export async function relayOutbox(deps: Deps): Promise<number> {
  const now = deps.now();
  const before = new Date(now.getTime() - RELAY_AGAIN_AFTER_MS);
  const rows = await deps.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), or(isNull(outbox.relayedAt), lt(outbox.relayedAt, before))))
    .orderBy(outbox.id)
    .limit(RELAY_BATCH);
  if (rows.length === 0) return 0;
  await deps.queue.sendBatch(rows.map(({ id }) => ({ body: { outboxId: id } satisfies OutboxMessage })));
  const ids = rows.map(({ id }) => id);
  // D1 takes 100 bound parameters a query.
  for (let at = 0; at < ids.length; at += 90) {
    await deps.db
      .update(outbox)
      .set({ relayedAt: now })
      .where(inArray(outbox.id, ids.slice(at, at + 90)));
  }
  return ids.length;
}

/** Relays without keeping the caller waiting and without failing it: the work is stored, the cron comes by. */
export function relaySoon(deps: Deps): void {
  deps.waitUntil(relayOutbox(deps).catch((error: unknown) => deps.log.error("outbox.relay_failed", error)));
}

/**
 * Does one piece of stored work, once.
 * @throws what the handler throws, so that the queue retries it
 */
export async function runOutboxEntry(deps: Deps, handlers: OutboxHandlers, id: number): Promise<void> {
  const [row] = await deps.db.select().from(outbox).where(eq(outbox.id, id)).limit(1);
  if (!row || row.doneAt) return;
  const handler = handlers[row.kind];
  if (!handler) throw new Error(`No handler for outbox entries of kind ${row.kind}`);
  await handler(deps, row.payload);
  await deps.db.update(outbox).set({ doneAt: deps.now() }).where(eq(outbox.id, id));
}

/** Forgets work done more than a week before `time` (index outbox_done). */
export async function pruneOutbox(deps: Deps, time: Date): Promise<void> {
  await deps.db
    .delete(outbox)
    .where(and(isNotNull(outbox.doneAt), lt(outbox.doneAt, new Date(time.getTime() - 7 * 86_400_000))));
}

/**
 * {@link outboxEntry} behind a conditional change in the same batch: it is stored only when the statement before it
 * changed a row.
 */
export function outboxIfChanged(deps: Deps, kind: string, payload: Record<string, unknown>) {
  // In the order of the table's columns; the id is SQLite's to choose.
  return deps.db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${kind}, ${JSON.stringify(payload)}, ${deps.now().getTime()}, NULL, NULL WHERE changes() > 0`,
    );
}
