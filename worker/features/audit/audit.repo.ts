import { and, desc, eq, is, SQL, sql } from "drizzle-orm";
import { deleteInBatches, isAmongOldest } from "../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import type { Deps } from "../../platform/deps.ts";
import { auditLog } from "./audit.table.ts";

type AuditEntry = Omit<typeof auditLog.$inferInsert, "id" | "at">;

/** The number of rows changed by the previous statement, as the `after` of an entry under a name. */
export const auditChangedRows = (name: string) => sql`json_object(${name}, changes())`;

/** Who a change is by: the person of the request, if it is a moderator's. */
const personOf = ({ person }: Deps, { actor }: Pick<AuditEntry, "actor">) => (actor === "admin" ? person : null);

/** A listing's revision, which the statement before has just changed. */
const revisionOf = (id: string | SQL) => sql`(SELECT revision FROM listings WHERE id = CAST(${id} AS INTEGER))`;

/** The statement that writes an entry if the previous statement in the batch changed a row. */
export function insertIfChanged(
  deps: Deps,
  entry: Omit<AuditEntry, "after" | "targetId"> & { after?: AuditEntry["after"] | SQL; targetId: string | SQL },
) {
  const person = personOf(deps, entry);
  const values = [
    deps.now().getTime(),
    entry.actor,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.before ? JSON.stringify(entry.before) : null,
    is(entry.after, SQL) || !entry.after ? (entry.after ?? null) : JSON.stringify(entry.after),
    entry.ipAddress ?? null,
    person?.id ?? null,
    person?.name ?? null,
    entry.targetType === "listing" ? revisionOf(entry.targetId) : null,
  ].map((value) => sql`${value}`);
  // Values follow the order of the table's columns; NULL lets SQLite assign the id.
  return deps.db.insert(auditLog).select(sql`SELECT NULL, ${sql.join(values, sql`, `)} WHERE changes() > 0`);
}

/** Writes an entry on its own. */
export async function insertEntry(deps: Deps, entry: AuditEntry): Promise<void> {
  const person = personOf(deps, entry);
  await deps.db
    .insert(auditLog)
    .values({ ...entry, at: deps.now(), personId: person?.id ?? null, personName: person?.name ?? null });
}

/**
 * The statement that removes field values and the owner's addresses from a target's entries (index audit_log_target).
 * The entries themselves and moderators' addresses remain.
 */
export function redactAudit(deps: Deps, targetType: string, targetId: string) {
  return deps.db
    .update(auditLog)
    .set({ before: null, after: null, ipAddress: sql`iif(${auditLog.actor} = 'owner', NULL, ${auditLog.ipAddress})` })
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId)));
}

/** Above the number of listings that one person has. */
const MAX_LISTINGS = 500;

/** Ids of listings that had another mail address before a change (index audit_log_former_email). */
export async function listingsWithFormerEmail(deps: Deps, email: string): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ id: auditLog.targetId })
    .from(auditLog)
    .where(sql`target_type = 'listing' AND lower(before_json ->> '$.email') = ${email.toLowerCase()}`)
    .limit(MAX_LISTINGS);
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

/** Deletes entries written before `time`. */
export async function deleteEntriesBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "audit_log", sql`${isAmongOldest("audit_log")} AND at < ${time.getTime()}`);
}
