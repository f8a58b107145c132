import { and, desc, eq, is, SQL, sql } from "drizzle-orm";
import { deleteInBatches, isAmongOldest } from "../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import type { Deps } from "../../platform/deps.ts";
import { auditLog } from "./audit.table.ts";

type AuditEntry = Omit<typeof auditLog.$inferInsert, "id" | "at">;

/** How many rows the statement before changed, as the `after` of an entry, under a name. */
export const changedRows = (name: string) => sql`json_object(${name}, changes())`;

/** The statement that writes an entry when the statement before it in the batch changed a row. */
export function insertIfChanged(deps: Deps, entry: Omit<AuditEntry, "after"> & { after?: AuditEntry["after"] | SQL }) {
  const values = [
    deps.now().getTime(),
    entry.actor,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.before ? JSON.stringify(entry.before) : null,
    is(entry.after, SQL) || !entry.after ? (entry.after ?? null) : JSON.stringify(entry.after),
    entry.ipAddress ?? null,
  ].map((value) => sql`${value}`);
  // In the order of the table's columns; the id is SQLite's to choose.
  return deps.db.insert(auditLog).select(sql`SELECT NULL, ${sql.join(values, sql`, `)} WHERE changes() > 0`);
}

/** Writes an entry that goes with no other statement. */
export async function insertEntry(deps: Deps, entry: AuditEntry): Promise<void> {
  await deps.db.insert(auditLog).values({ ...entry, at: deps.now() });
}

/**
 * The statement that forgets what entries of a target say of its fields, and from where its owner made them (index
 * audit_log_target). That there was a change stays, and so does the address of a moderator.
 */
export function forgetTarget(deps: Deps, targetType: string, targetId: string) {
  return deps.db
    .update(auditLog)
    .set({ before: null, after: null, ipAddress: sql`iif(${auditLog.actor} = 'owner', NULL, ${auditLog.ipAddress})` })
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId)));
}

/** Listings looked at; more than one person ever had. */
const FORMER = 500;

/** Ids of listings whose mail address was another one before a change (index audit_log_former_email). */
export async function listingsWithFormerEmail(deps: Deps, email: string): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ id: auditLog.targetId })
    .from(auditLog)
    .where(sql`target_type = 'listing' AND lower(before_json ->> '$.email') = ${email.toLowerCase()}`)
    .limit(FORMER);
  return rows.map(({ id }) => id);
}

/** Entries, newest first, by primary key. */
export async function auditEntries(deps: Deps, { limit, offset }: PageWindow) {
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

/** Deletes entries written before `time`: ids are in the order of time, so that no index is needed. */
export async function deleteEntriesBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "audit_log", sql`${isAmongOldest("audit_log")} AND at < ${time.getTime()}`);
}
