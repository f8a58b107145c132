import { and, asc, desc, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import { deleteInBatches, readSetting } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { type Mailing, mailings } from "./mailings.table.ts";

/** Name of the setting that stops all editions. */
export const DIGEST_PAUSED = "digest.paused";
export const isDigestPaused = async (deps: Deps) => (await readSetting(deps, DIGEST_PAUSED)) === "true";

export const digestKey = (date: string) => `digest:${date}`;
/** Extracts the local date from an edition's key. */
export const dateOfKey = (key: string) => key.slice(key.indexOf(":") + 1);

/** Matches unfinished mailings. Must equal the condition of index mailings_open. */
const isOpen = sql`status IN ('freezing', 'sending')`;

/** Returns a mailing by primary key. */
export async function mailingByKey(deps: Deps, key: string): Promise<Mailing | null> {
  const [row] = await deps.db.select().from(mailings).where(eq(mailings.key, key)).limit(1);
  return row ?? null;
}

/** Stores a mailing unless one with its key exists. */
export async function insertMailing(deps: Deps, values: typeof mailings.$inferInsert): Promise<void> {
  await deps.db.insert(mailings).values(values).onConflictDoNothing();
}

/** Returns some mailings by primary key. */
export const mailingsByKeys = (deps: Deps, keys: readonly string[]): Promise<Mailing[]> =>
  deps.db
    .select()
    .from(mailings)
    .where(sql`${mailings.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`);

/** Stores a mailing, or replaces the mailing with the same key. */
export async function putMailing(deps: Deps, values: Mailing): Promise<void> {
  await deps.db.insert(mailings).values(values).onConflictDoUpdate({ target: mailings.key, set: values });
}

/** Records a failed edition unless one with its key exists. */
export async function insertFailedEdition(
  deps: Deps,
  { key, scheduledAt, problem }: { key: string; scheduledAt: Date; problem: string },
): Promise<void> {
  await insertMailing(deps, { key, kind: "digest", scheduledAt, problem, status: "failed", finishedAt: deps.now() });
}

/** Changes an unfinished mailing. @returns the new row, or null */
export async function updateMailing(
  deps: Deps,
  key: string,
  values: Partial<typeof mailings.$inferInsert>,
): Promise<Mailing | null> {
  const [row] = await deps.db
    .update(mailings)
    .set(values)
    .where(and(eq(mailings.key, key), isOpen))
    .returning();
  return row ?? null;
}

/** Stores the problem of an unfinished mailing. @returns whether the problem is new */
export async function recordProblem(deps: Deps, key: string, problem: string): Promise<boolean> {
  const [row] = await deps.db
    .update(mailings)
    .set({ problem })
    .where(and(eq(mailings.key, key), isOpen, sql`${mailings.problem} IS NOT ${problem}`))
    .returning({ key: mailings.key });
  return row !== undefined;
}

/** Returns unfinished mailings, editions first, then oldest first (uses index mailings_open). */
export async function openMailings(deps: Deps, limit: number): Promise<Mailing[]> {
  return deps.db
    .select()
    .from(mailings)
    .where(isOpen)
    .orderBy(asc(mailings.kind), asc(mailings.scheduledAt))
    .limit(limit);
}

/** Returns unfinished mailings of alerts (uses index mailings_open). */
export async function openSearchMailings(deps: Deps): Promise<Mailing[]> {
  return deps.db
    .select()
    .from(mailings)
    .where(and(isOpen, eq(mailings.kind, "searches")))
    .orderBy(asc(mailings.scheduledAt))
    .limit(20);
}

/** Counts the alerts emailed since a time (uses index mailings_by_time). */
export async function searchMailsSince(deps: Deps, from: Date): Promise<number> {
  const [row] = await deps.db
    .select({ sent: sql<number>`coalesce(sum(${mailings.sent}), 0)` })
    .from(mailings)
    .where(and(eq(mailings.kind, "searches"), gte(mailings.scheduledAt, from)));
  return row?.sent ?? 0;
}

/** Returns editions of the digest, newest first (uses index mailings_by_time). */
export async function newestEditions(deps: Deps, limit: number): Promise<Mailing[]> {
  return deps.db
    .select()
    .from(mailings)
    .where(eq(mailings.kind, "digest"))
    .orderBy(desc(mailings.scheduledAt))
    .limit(limit);
}

/** Returns emailed editions since a time, newest first, at most `limit` (uses index mailings_by_time). */
export async function mailedEditions(deps: Deps, from: Date, limit: number): Promise<Mailing[]> {
  return deps.db
    .select()
    .from(mailings)
    .where(
      and(eq(mailings.kind, "digest"), gte(mailings.scheduledAt, from), inArray(mailings.status, ["sending", "done"])),
    )
    .orderBy(desc(mailings.scheduledAt))
    .limit(limit);
}

/** A part of an edition: its own listings, or the listings of the whole week, which only Monday's edition has. */
export type EditionPart = "edition" | "week";

/** Matches all editions except failed ones. Empty editions are included. */
const isSuccessful = sql`kind = 'digest' AND status IN ('sending', 'done', 'empty')`;
const isMonday = sql`strftime('%w', substr(key, 8)) = '1'`;
const hasPart = (part: EditionPart) => (part === "week" ? and(isSuccessful, isMonday) : isSuccessful);

/** Returns the first edition that did not fail (uses index mailings_by_time). */
export async function firstEdition(deps: Deps, part: EditionPart): Promise<Mailing | null> {
  const [row] = await deps.db.select().from(mailings).where(hasPart(part)).orderBy(asc(mailings.scheduledAt)).limit(1);
  return row ?? null;
}

/** Returns a query for the ids of listings in editions since a time (uses index mailings_by_time). */
export function listingsOfEditions(part: EditionPart, from: Date): SQL {
  const ids = part === "week" ? sql`week_listing_ids` : sql`listing_ids`;
  return sql`SELECT part.value FROM mailings, json_each(mailings.${ids}) AS part
    WHERE ${isSuccessful} AND scheduled_at >= ${from.getTime()}`;
}

/** Deletes mailings of alerts from before `time` (uses index mailings_by_time). */
export async function deleteAlertsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "mailings", sql`kind = 'searches' AND scheduled_at < ${time.getTime()}`);
}
