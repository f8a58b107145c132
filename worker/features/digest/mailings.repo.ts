import { and, asc, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { type Mailing, mailings } from "./mailings.table.ts";

/** By primary key. */
export async function mailingByKey(deps: Deps, key: string): Promise<Mailing | null> {
  const [row] = await deps.db.select().from(mailings).where(eq(mailings.key, key)).limit(1);
  return row ?? null;
}

/** Stores a mailing unless it is there. */
export async function insertMailing(deps: Deps, values: typeof mailings.$inferInsert): Promise<void> {
  await deps.db.insert(mailings).values(values).onConflictDoNothing();
}

/** Changes a mailing that is not finished. @returns the row as it is afterwards, or null */
export async function updateMailing(
  deps: Deps,
  key: string,
  values: Partial<typeof mailings.$inferInsert>,
): Promise<Mailing | null> {
  const [row] = await deps.db
    .update(mailings)
    .set(values)
    .where(and(eq(mailings.key, key), sql`status IN ('freezing', 'sending')`))
    .returning();
  return row ?? null;
}

/** Notes why a mailing waits. @returns whether it is news */
export async function noteProblem(
  deps: Deps,
  key: string,
  { problem, pausedUntil }: { problem: string; pausedUntil: Date },
): Promise<boolean> {
  const [row] = await deps.db
    .update(mailings)
    .set({ problem, pausedUntil })
    .where(and(eq(mailings.key, key), sql`${mailings.problem} IS NOT ${problem}`))
    .returning({ key: mailings.key });
  if (!row) await updateMailing(deps, key, { pausedUntil });
  return row !== undefined;
}

/** Mailings that are not finished, oldest first (index mailings_open). */
export async function openMailings(deps: Deps, limit: number): Promise<Mailing[]> {
  return deps.db
    .select()
    .from(mailings)
    .where(sql`status IN ('freezing', 'sending')`)
    .orderBy(asc(mailings.scheduledAt))
    .limit(limit);
}

/** Editions of the digest, newest first (index mailings_by_time). */
export async function newestEditions(deps: Deps, limit: number): Promise<Mailing[]> {
  return deps.db
    .select()
    .from(mailings)
    .where(eq(mailings.kind, "digest"))
    .orderBy(desc(mailings.scheduledAt))
    .limit(limit);
}

/** The edition before a moment, whatever became of it but a failure: what came after it is new (index mailings_by_time). */
export async function editionBefore(deps: Deps, time: Date): Promise<Mailing | null> {
  const [row] = await deps.db
    .select()
    .from(mailings)
    .where(and(eq(mailings.kind, "digest"), lt(mailings.scheduledAt, time), ne(mailings.status, "failed")))
    .orderBy(desc(mailings.scheduledAt))
    .limit(1);
  return row ?? null;
}
