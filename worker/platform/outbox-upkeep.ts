import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { DAY_MS } from "../contracts/days.ts";
import { deleteInBatches } from "./database.ts";
import type { Deps } from "./deps.ts";
import { type OutboxKind, type OutboxPayload, readPayload } from "./outbox.schemas.ts";
import { done } from "./outbox.ts";
import { outbox } from "./tables.ts";

const REOPENED = 500;
const READ = 100;
/** Entries that are done are kept this long, to be looked at after a fault. */
const DONE_KEPT_MS = 7 * DAY_MS;
/** Entries that gave up are kept this long, to be looked at. */
const GIVEN_UP_KEPT_MS = 60 * DAY_MS;

/**
 * Opens entries of some kinds again that failed too often and were stored after `since` (index outbox_given_up): what an
 * outage of hours kept from being done is done when it is over.
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
 * Entries of a kind that failed too often and were stored after `since` (index outbox_given_up_kind), some of them at a
 * time, but those whose payload does not fit.
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

/** Closes entries that were given up as done: their work was done after all. */
export async function endGivenUp(deps: Deps, ids: readonly number[]): Promise<void> {
  await deps.db
    .update(outbox)
    .set({ gaveUpAt: null, ...done(deps) })
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** The entries that were given up last (index outbox_given_up), and how many there are, up to `most`. */
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

/** Entries that were given up, those that wait longest first (index outbox_given_up). */
export const oldestGivenUp = (deps: Deps, limit: number) =>
  deps.db
    .select()
    .from(outbox)
    .where(sql`gave_up_at IS NOT NULL`)
    .orderBy(outbox.gaveUpAt)
    .limit(limit);

/** The statement that opens an entry again that was given up; it counts as due from now on. */
export const reopenEntry = (deps: Deps, id: number) =>
  deps.db
    .update(outbox)
    .set({ gaveUpAt: null, relayedAt: null, leasedUntil: null, dueAt: deps.now() })
    .where(and(eq(outbox.id, id), sql`gave_up_at IS NOT NULL`))
    .returning({ id: outbox.id });

/** The statement that closes an entry that was given up, with its work left undone. */
export const dropEntry = (deps: Deps, id: number) =>
  deps.db
    .update(outbox)
    .set({ gaveUpAt: null, ...done(deps) })
    .where(and(eq(outbox.id, id), sql`gave_up_at IS NOT NULL`))
    .returning({ id: outbox.id });

/** Whether there is an entry, in whatever state. */
export async function hasEntry(deps: Deps, id: number): Promise<boolean> {
  const [row] = await deps.db.select({ id: outbox.id }).from(outbox).where(eq(outbox.id, id)).limit(1);
  return row !== undefined;
}

/** Deletes entries that were done, or gave up, long before `time` (indexes outbox_done and outbox_given_up). */
export async function pruneOutbox(deps: Deps, time: Date): Promise<void> {
  const doneBefore = time.getTime() - DONE_KEPT_MS;
  const gaveUpBefore = time.getTime() - GIVEN_UP_KEPT_MS;
  await deleteInBatches(deps, "outbox", sql`done_at IS NOT NULL AND done_at < ${doneBefore}`);
  await deleteInBatches(deps, "outbox", sql`gave_up_at IS NOT NULL AND gave_up_at < ${gaveUpBefore}`);
}
