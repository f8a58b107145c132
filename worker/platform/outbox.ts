import { and, eq, isNull, lt, or, type SQL, sql, desc, gt, inArray } from "drizzle-orm";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../contracts/days.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { isRetriedSoon, isRetryable } from "./mail-once.ts";
import { MailDeferred } from "./mail-slots.ts";
import { isOutboxKind, type OutboxKind, type OutboxPayload, readPayload } from "./outbox.schemas.ts";
import { relayNewest } from "./relay.ts";
import { outbox } from "./tables.ts";
import { requireRow } from "./run-all-or-none.ts";

/** Performs the work of one kind. Must be idempotent, because queues deliver messages at least once. */
export type OutboxHandler<Kind extends OutboxKind> = (
  deps: Deps,
  payload: OutboxPayload<Kind>,
  entryId: number,
) => Promise<void>;
/** The only handler of every kind. */
export type OutboxHandlers = { readonly [Kind in OutboxKind]: OutboxHandler<Kind> };

/**
 * Returns the statement that stores work. Put it into the batch of the change that causes the work, so that both are
 * stored or neither. Then call {@link relaySoon}.
 * @param dueAt earliest time to do the work; within 12 hours
 */
export function outboxEntry<Kind extends OutboxKind>(
  deps: Deps,
  kind: Kind,
  payload: OutboxPayload<Kind>,
  dueAt: Date | null = null,
) {
  return deps.db.insert(outbox).values({ kind, payload, createdAt: deps.now(), dueAt });
}

/** A payload whose fields may come from the rows of a statement. */
type SelectedPayload<Payload> = { [Field in keyof Payload]: Payload[Field] | SQL };

/**
 * Returns the statement that stores an entry for each row that `from` selects. A field that is SQL is read from the
 * row.
 * @param from the rest of the SELECT after its columns
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
 * Returns the statement that stores an entry for each row that `from` selects. All columns are SQL expressions over
 * those rows. `dueAt` is in epoch milliseconds or null.
 */
export function insertSelected(
  deps: Deps,
  { kind, payload, dueAt, from }: { kind: SQL; payload: SQL; dueAt: SQL; from: SQL },
) {
  // The values are in the order of the table's columns. SQLite chooses the id.
  return deps.db
    .insert(outbox)
    .select(sql`SELECT NULL, ${kind}, ${payload}, ${deps.now().getTime()}, NULL, NULL, NULL, ${dueAt}, NULL ${from}`);
}

/**
 * Returns the SQL condition that an unfinished entry of a kind exists for which `isSame` is true (uses index
 * outbox_undone_kind). In `isSame`, refer to the entry's payload as `open.payload`.
 */
export const isStored = (kind: OutboxKind, isSame: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${outbox} AS open WHERE open.kind = ${kind} AND open.done_at IS NULL
    AND open.gave_up_at IS NULL AND ${isSame})`;

/** Longest time that one delivery may work on an entry. The platform stops a queue consumer after 15 minutes. */
const LEASE_MS = 15 * MINUTE_MS;
/** An entry that is delivered less than this time early is processed at once. */
const EARLY_MS = 5_000;
/**
 * Bounds of the delay before a postponed email is retried. The delay equals the email's age. Failures that usually pass
 * within minutes start with the shorter delay, because a code is valid for only ten minutes.
 */
const RETRY_DELAY_MS = { least: 15 * MINUTE_MS, soonest: MINUTE_MS / 2, most: 4 * HOUR_MS };
/** Age at which a postponed email fails like other work, so that a person looks at it. */
const MAX_RETRY_AGE_MS = 3 * DAY_MS;
/**
 * Maximum interval between checks of an email that waits for its daily limit, because the address may have been proven
 * in the meantime.
 */
const MAX_WAIT_MS = 4 * HOUR_MS;

// The condition is literal, because the partial indexes do not match bound parameters.
const isOpen = sql`done_at IS NULL AND gave_up_at IS NULL`;

/** Relays in the background without failing the caller, because the cron can deliver the stored work later. */
export function relaySoon(deps: Deps): void {
  deps.waitUntil(relayNewest(deps).catch((error: unknown) => deps.log.error("outbox.relay_failed", error)));
}

/**
 * Performs one piece of stored work, in one delivery at a time. If a delivery dies halfway, the entry stays open, so a
 * handler may run twice and must be idempotent. Emails that may be sent later are postponed, because an outage of the
 * email service lasts longer than the queue's retries. A payload that does not match its kind is given up immediately,
 * because no retry would help.
 * @param retryMs time after which the queue redelivers the entry if it fails
 * @throws any other error of the handler, so that the queue retries the entry
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
        // Tolerates differences between clocks.
        or(isNull(outbox.dueAt), lt(outbox.dueAt, new Date(now.getTime() + EARLY_MS))),
      ),
    )
    .returning();
  if (!row) return;
  try {
    // An unknown kind may come from a newer deployment.
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
    // The next run of the cron would be too late.
    if (delay < RETRY_DELAY_MS.least) relaySoon(deps);
    return;
  }
  await deps.db.update(outbox).set(done(deps)).where(eq(outbox.id, id));
}

/** @returns whether the payload matches its kind */
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

/** Returns the values that mark an entry as done and remove its email address. */
const done = (deps: Deps) => ({ doneAt: deps.now(), payload: sql`json_remove(${outbox.payload}, '$.email')` });

/** Returns the delay before failed work is retried, in milliseconds; null if the queue chooses the delay. */
function delayAfter(deps: Deps, createdAt: Date, error: unknown): number | null {
  const now = deps.now().getTime();
  if (error instanceof MailDeferred) return Math.min(MAX_WAIT_MS, error.until.getTime() - now);
  const waited = now - createdAt.getTime();
  if (!isRetryable(error) || waited >= MAX_RETRY_AGE_MS) return null;
  const least = isRetriedSoon(error) ? RETRY_DELAY_MS.soonest : RETRY_DELAY_MS.least;
  return Math.min(RETRY_DELAY_MS.most, Math.max(least, waited));
}

/**
 * Performs work after the response without the queue, because a person is waiting for the result. If the work fails but
 * may be done later, it is stored.
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
 * Returns the statement with which a handler finishes its own entry, in one batch with the results. The results are
 * then stored exactly once, however often the entry is delivered, and even if a delivery dies.
 */
export const finishOutboxEntry = (deps: Deps, id: number) =>
  deps.db
    .update(outbox)
    .set(done(deps))
    .where(requireRow(outbox, id, isOpen));

/**
 * Returns the statements that delete work of a kind that was requested with an email address (uses indexes
 * outbox_undone_kind, outbox_given_up_kind).
 */
export function deleteRequested(deps: Deps, kind: OutboxKind, email: string) {
  const isAsked = and(eq(outbox.kind, kind), sql`lower(json_extract(payload, '$.email')) = ${email.toLowerCase()}`);
  return [
    deps.db.delete(outbox).where(and(isOpen, isAsked)),
    deps.db.delete(outbox).where(and(sql`gave_up_at IS NOT NULL`, isAsked)),
  ] as const;
}

/** Returns the kind of an entry that is neither done nor given up, or null. */
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

const REOPENED = 500;
const READ = 100;
/** How long completed entries are stored, for examining them after a fault. */
const DONE_KEPT_MS = 7 * DAY_MS;
/** How long entries that were given up are stored, for examining them. */
const GIVEN_UP_KEPT_MS = 60 * DAY_MS;

/**
 * Reopens entries of some kinds that failed too often and were stored after `since` (uses index outbox_given_up), so
 * that work blocked by an outage of several hours is done afterwards.
 */
export async function reopenOutbox(deps: Deps, kinds: readonly OutboxKind[], since: Date): Promise<void> {
  const recent = deps.db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.createdAt, since), inArray(outbox.kind, [...kinds])))
    .limit(REOPENED);
  await deps.db.update(outbox).set({ gaveUpAt: null, relayedAt: null }).where(inArray(outbox.id, recent));
}

/**
 * Returns entries of a kind that failed too often and were stored after `since` (uses index outbox_given_up_kind), a
 * limited number at a time. Leaves out entries whose payload does not match the kind.
 */
export async function givenUpEntries<Kind extends OutboxKind>(
  deps: Deps,
  kind: Kind,
  since: Date,
): Promise<{ id: number; payload: OutboxPayload<Kind> }[]> {
  const rows = await deps.db
    .select({ id: outbox.id, payload: outbox.payload })
    .from(outbox)
    .where(and(sql`gave_up_at IS NOT NULL`, gt(outbox.createdAt, since), eq(outbox.kind, kind)))
    .limit(READ);
  return rows.flatMap(({ id, payload: stored }) => {
    const payload = readPayload(kind, stored);
    return payload === null ? [] : [{ id, payload }];
  });
}

/** Marks entries that were given up as done, because another run did their work. */
export async function markGivenUpAsDone(deps: Deps, ids: readonly number[]): Promise<void> {
  await deps.db
    .update(outbox)
    .set({ gaveUpAt: null, ...done(deps) })
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** Returns the most recently given-up entries (uses index outbox_given_up), and their total number, up to `most`. */
export async function newestGivenUp(deps: Deps, { limit, most }: { limit: number; most: number }) {
  const isGivenUp = sql`gave_up_at IS NOT NULL`;
  const [letters, [counted]] = await deps.db.batch([
    deps.db.select().from(outbox).where(isGivenUp).orderBy(desc(outbox.gaveUpAt)).limit(limit),
    deps.db
      .select({ total: sql<number>`count(*)` })
      .from(deps.db.select({ id: outbox.id }).from(outbox).where(isGivenUp).limit(most).as("dead")),
  ]);
  return { letters, total: counted?.total ?? 0 };
}

/** Returns entries that were given up, oldest first (uses index outbox_given_up). */
export const oldestGivenUp = (deps: Deps, limit: number) =>
  deps.db
    .select()
    .from(outbox)
    .where(sql`gave_up_at IS NOT NULL`)
    .orderBy(outbox.gaveUpAt)
    .limit(limit);

/** Returns the statement that reopens an entry that was given up, and makes it due immediately. */
export const reopenEntry = (deps: Deps, id: number) =>
  deps.db
    .update(outbox)
    .set({ gaveUpAt: null, relayedAt: null, leasedUntil: null, dueAt: deps.now() })
    .where(requireRow(outbox, id, sql`gave_up_at IS NOT NULL`))
    .returning({ id: outbox.id });

/** Returns the statement that closes an entry that was given up, whose work remains undone. */
export const dropEntry = (deps: Deps, id: number) =>
  deps.db
    .update(outbox)
    .set({ gaveUpAt: null, ...done(deps) })
    .where(requireRow(outbox, id, sql`gave_up_at IS NOT NULL`))
    .returning({ id: outbox.id });

/** Returns whether an entry exists, in any state. */
export async function hasEntry(deps: Deps, id: number): Promise<boolean> {
  const [row] = await deps.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).limit(1);
  return row !== undefined;
}

/** Deletes entries that were done, or given up, long before `time` (uses indexes outbox_done and outbox_given_up). */
export async function pruneOutbox(deps: Deps, time: Date): Promise<void> {
  const doneBefore = time.getTime() - DONE_KEPT_MS;
  const gaveUpBefore = time.getTime() - GIVEN_UP_KEPT_MS;
  await deleteInBatches(deps, "outbox", sql`done_at IS NOT NULL AND done_at < ${doneBefore}`);
  await deleteInBatches(deps, "outbox", sql`gave_up_at IS NOT NULL AND gave_up_at < ${gaveUpBefore}`);
}
