import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contracts/days.ts";
import { isOutboxKind, type OutboxKind, type OutboxPayload, readPayload } from "./outbox.schemas.ts";
import type { Deps } from "./deps.ts";
import { isRetriedSoon, isRetryable } from "./mail-once.ts";
import { MailDeferred } from "./mail-slots.ts";
import { relayNewest } from "./relay.ts";
import { outbox } from "./tables.ts";

/** Does the work of one kind. Must be idempotent: queues deliver at least once. */
export type OutboxHandler<Kind extends OutboxKind> = (
  deps: Deps,
  payload: OutboxPayload<Kind>,
  entryId: number,
) => Promise<void>;
/** The one handler of every kind. */
export type OutboxHandlers = { readonly [Kind in OutboxKind]: OutboxHandler<Kind> };

/**
 * The statement that stores work to be done. Put it into the same batch as the change it follows from, so that
 * neither exists without the other; then call {@link relaySoon}.
 * @param dueAt not to be done before; within 12 hours
 */
export function outboxEntry<Kind extends OutboxKind>(
  deps: Deps,
  kind: Kind,
  payload: OutboxPayload<Kind>,
  dueAt: Date | null = null,
) {
  return deps.db.insert(outbox).values({ kind, payload, createdAt: deps.now(), dueAt });
}

/**
 * {@link outboxEntry} behind a conditional change in the same batch: it is stored only when the statement before it
 * changed a row.
 */
export function outboxIfChanged<Kind extends OutboxKind>(
  deps: Deps,
  kind: Kind,
  payload: OutboxPayload<Kind>,
  dueAt: Date | null = null,
) {
  return insertSelected(deps, {
    kind: sql`${kind}`,
    payload: sql`${JSON.stringify(payload)}`,
    dueAt: sql`${dueAt?.getTime() ?? null}`,
    from: sql`WHERE changes() > 0`,
  });
}

/** A payload whose fields may be read from the rows of a statement. */
type SelectedPayload<Payload> = { [Field in keyof Payload]: Payload[Field] | SQL };

/**
 * The statement that stores an entry for each row that `from` selects; a field that is SQL is read from the row.
 * @param from what follows the columns of a SELECT
 */
export function outboxForEach<Kind extends OutboxKind>(
  deps: Deps,
  kind: Kind,
  payload: SelectedPayload<OutboxPayload<Kind>>,
  from: SQL,
  dueAt: Date | null = null,
) {
  const fields = Object.entries(payload).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`);
  return insertSelected(deps, {
    kind: sql`${kind}`,
    payload: sql`json_object(${sql.join(fields, sql`, `)})`,
    dueAt: sql`${dueAt?.getTime() ?? null}`,
    from,
  });
}

/**
 * The statement that stores an entry for each row that `from` selects.
 * All columns are SQL over those rows; `dueAt` is in epoch milliseconds or null.
 */
export function insertSelected(
  deps: Deps,
  { kind, payload, dueAt, from }: { kind: SQL; payload: SQL; dueAt: SQL; from: SQL },
) {
  // In the order of the table's columns; the id is SQLite's to choose.
  return deps.db
    .insert(outbox)
    .select(sql`SELECT NULL, ${kind}, ${payload}, ${deps.now().getTime()}, NULL, NULL, NULL, ${dueAt}, NULL ${from}`);
}

/** Whether an entry of a kind for which `isSame` holds waits to be done (index outbox_undone_kind); its payload is `open.payload`. */
export const isStored = (kind: OutboxKind, isSame: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${outbox} AS open WHERE open.kind = ${kind} AND open.done_at IS NULL
    AND open.gave_up_at IS NULL AND ${isSame})`;

/** Longest that one delivery may work on an entry; a queue consumer is ended after 15 minutes. */
const LEASE_MS = 15 * MINUTE_MS;
/** An entry delivered this much before it is due is done all the same. */
const EARLY_MS = 5_000;
/**
 * A mail that may be sent later is tried again after as long as it has waited, within these bounds. Failures that are
 * over within minutes begin with the shorter one: a code is good for ten minutes.
 */
const PUT_OFF_MS = { least: 15 * MINUTE_MS, soonest: MINUTE_MS / 2, most: 4 * HOUR_MS };
/** After this long it fails like other work, so that it reaches a person. */
const PUT_OFF_FOR_MS = 3 * DAY_MS;
/** A mail that waits for its day is looked at this often: its address may have proven itself meanwhile. */
const WAIT_AT_MOST_MS = 4 * HOUR_MS;

// Literal, because a bound parameter would miss the partial indexes.
const isOpen = sql`done_at IS NULL AND gave_up_at IS NULL`;

/** Relays without keeping the caller waiting and without failing it: the work is stored, the cron comes by. */
export function relaySoon(deps: Deps): void {
  deps.waitUntil(relayNewest(deps).catch((error: unknown) => deps.log.error("outbox.relay_failed", error)));
}

/**
 * Does one piece of stored work, by one delivery at a time. A delivery that dies half way leaves the entry open, so a
 * handler may still run twice and must be idempotent. Mail that may be sent later is put off: an outage of the mail
 * service lasts longer than the queue's retries. A payload that does not fit its kind is given up at once: no retry
 * would change it.
 * @param retryMs after how long the queue delivers it again when it fails
 * @throws what else the handler throws, so that the queue retries it
 */
export async function runOutboxEntry(
  deps: Deps,
  handlers: OutboxHandlers,
  { id, retryMs }: { id: number; retryMs: number },
): Promise<void> {
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
  try {
    // A kind may be a newer deployment's.
    if (!isOutboxKind(row.kind)) throw new Error(`No handler for outbox entries of kind ${row.kind}`);
    if (!(await handle(deps, handlers, row.kind, row))) {
      deps.log.error("outbox.invalid_payload", new Error(`Entry ${id} does not fit ${row.kind}`), { kind: row.kind });
      await giveUpOutboxEntry(deps, id);
      return;
    }
  } catch (error) {
    const failedAt = deps.now().getTime();
    const delay = delayAfter(deps, row.createdAt, error);
    const later =
      delay === null
        ? { relayedAt: new Date(failedAt + retryMs) }
        : { dueAt: new Date(failedAt + delay), relayedAt: null };
    await deps.db
      .update(outbox)
      .set({ leasedUntil: null, ...later })
      .where(eq(outbox.id, id));
    if (delay === null) throw error;
    if (!(error instanceof MailDeferred)) deps.log.error("outbox.put_off", error, { kind: row.kind });
    // The next tick of the cron would be too late.
    if (delay < PUT_OFF_MS.least) relaySoon(deps);
    return;
  }
  await deps.db.update(outbox).set(done(deps)).where(eq(outbox.id, id));
}

/** @returns whether the payload fits its kind */
async function handle<Kind extends OutboxKind>(
  deps: Deps,
  handlers: OutboxHandlers,
  kind: Kind,
  { id, payload: stored }: { id: number; payload: unknown },
): Promise<boolean> {
  const payload = readPayload(kind, stored);
  if (payload === null) return false;
  await handlers[kind](deps, payload, id);
  return true;
}

/** What makes an entry done: it keeps no mail address. */
export const done = (deps: Deps) => ({ doneAt: deps.now(), payload: sql`json_remove(${outbox.payload}, '$.email')` });

/** After how long work that failed is tried again, in milliseconds; null when that is the queue's to decide. */
function delayAfter(deps: Deps, createdAt: Date, error: unknown): number | null {
  const now = deps.now().getTime();
  if (error instanceof MailDeferred) return Math.min(WAIT_AT_MOST_MS, error.until.getTime() - now);
  const waited = now - createdAt.getTime();
  if (!isRetryable(error) || waited >= PUT_OFF_FOR_MS) return null;
  const least = isRetriedSoon(error) ? PUT_OFF_MS.soonest : PUT_OFF_MS.least;
  return Math.min(PUT_OFF_MS.most, Math.max(least, waited));
}

/**
 * Does work after the answer without the queue, because somebody waits for it, and stores it when it fails but may be
 * done later.
 */
export function doSoonOrStore<Kind extends OutboxKind>(
  deps: Deps,
  kind: Kind,
  payload: OutboxPayload<Kind>,
  handler: OutboxHandler<Kind>,
): void {
  const work = async () => {
    try {
      await handler(deps, payload, 0);
    } catch (error) {
      deps.log.error("outbox.not_done_at_once", error, { kind });
      const now = deps.now();
      const delay = delayAfter(deps, now, error);
      if (delay === null) return;
      await outboxEntry(deps, kind, payload, new Date(now.getTime() + delay));
      relaySoon(deps);
    }
  };
  deps.waitUntil(work().catch((error: unknown) => deps.log.error("outbox.not_stored", error, { kind })));
}

/**
 * The statement by which a handler ends its own entry, to be followed in its batch by {@link outboxIfChanged}: what an
 * entry leads to is stored once, however often it is delivered, and wherever a delivery dies.
 */
export function endOutboxEntry(deps: Deps, id: number) {
  return deps.db
    .update(outbox)
    .set(done(deps))
    .where(and(eq(outbox.id, id), isOpen));
}

/** The statements that forget work of a kind that was asked for with a mail address (indexes outbox_undone_kind, outbox_given_up_kind). */
export function forgetAsked(deps: Deps, kind: OutboxKind, email: string) {
  const isAsked = and(eq(outbox.kind, kind), sql`lower(json_extract(payload, '$.email')) = ${email.toLowerCase()}`);
  return [
    deps.db.delete(outbox).where(and(isOpen, isAsked)),
    deps.db.delete(outbox).where(and(sql`gave_up_at IS NOT NULL`, isAsked)),
  ] as const;
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
