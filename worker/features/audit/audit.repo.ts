import { and, desc, eq, lt, sql } from "drizzle-orm";
import { MAX_OFFSET, type Paging } from "../../platform/paging.ts";
import type { Deps } from "../../platform/deps.ts";
import { auditLog } from "./audit.table.ts";

type AuditEntry = Omit<typeof auditLog.$inferInsert, "id" | "at">;

/** The statement that writes an entry when the statement before it in the batch changed a row. */
export function insertIfChanged(deps: Deps, entry: AuditEntry) {
  const values = [
    deps.now().getTime(),
    entry.actor,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.before ? JSON.stringify(entry.before) : null,
    entry.after ? JSON.stringify(entry.after) : null,
    entry.ipAddress ?? null,
  ].map((value) => sql`${value}`);
  // In the order of the table's columns; the id is SQLite's to choose.
  return deps.db.insert(auditLog).select(sql`SELECT NULL, ${sql.join(values, sql`, `)} WHERE changes() > 0`);
}

/** Writes an entry that goes with no other statement. */
export async function insertEntry(deps: Deps, entry: AuditEntry): Promise<void> {
  await deps.db.insert(auditLog).values({ ...entry, at: deps.now() });
}

/** The statement that forgets what entries of a target say of its fields; that there was a change stays. */
export function forgetValues(deps: Deps, targetType: string, targetId: string) {
  return deps.db
    .update(auditLog)
    .set({ before: null, after: null })
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId)));
}

/** Entries, newest first, by primary key. */
export async function auditEntries(deps: Deps, { limit, offset }: Paging) {
  if (offset > MAX_OFFSET) return [];
  return deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(limit).offset(offset);
}

/** The latest entries of a target, newest first (index audit_log_target). */
export async function entriesOfTarget(deps: Deps, targetType: string, targetId: string, limit: number) {
  return deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/** Entries before `time` whose address is not masked yet (index audit_log_unmasked). */
export async function unmaskedEntries(deps: Deps, time: Date, limit: number) {
  return deps.db
    .select({ id: auditLog.id, ipAddress: auditLog.ipAddress })
    .from(auditLog)
    .where(and(sql`${auditLog.ipAddress} NOT LIKE '%/%'`, lt(auditLog.at, time)))
    .orderBy(auditLog.at)
    .limit(limit);
}

export async function setEntryAddress(deps: Deps, id: number, ipAddress: string): Promise<void> {
  await deps.db.update(auditLog).set({ ipAddress }).where(eq(auditLog.id, id));
}
