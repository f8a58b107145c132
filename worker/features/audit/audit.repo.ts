import { and, asc, count, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { AuditActor } from "../../contracts/audit.ts";
import { deleteInBatches, isAmongOldest } from "../../platform/database.ts";
import { MAX_OFFSET, type PageWindow } from "../../platform/paging.ts";
import type { Deps } from "../../platform/deps.ts";
import { auditLog } from "./audit.table.ts";

type AuditEntry = Omit<typeof auditLog.$inferInsert, "id" | "at">;

/**
 * Returns SQL for an audit entry's `after` value that contains, under a name, the number of rows that the previous
 * statement changed.
 */
export const auditChangedRows = (name: string) => sql`json_object(${name}, changes())`;

/** Returns the person who makes the request if the actor is a moderator or the operator; null for other actors. */
const personOf = ({ person }: Deps, { actor }: Pick<AuditEntry, "actor">) =>
  actor === "admin" || actor === "operator" ? person : null;

/** Returns SQL for a listing's current revision, for audit entries of changes that do not set the revision. */
export const revisionOf = (id: string | number | SQL) =>
  sql`(SELECT revision FROM listings WHERE id = CAST(${id} AS INTEGER))`;

/** Returns the statement that writes an audit entry. */
export function insertEntry(
  deps: Deps,
  entry: Omit<AuditEntry, "after" | "targetId" | "revision"> & {
    after?: AuditEntry["after"] | SQL;
    targetId: string | SQL;
    revision?: AuditEntry["revision"] | SQL;
  },
) {
  const person = personOf(deps, entry);
  return deps.db
    .insert(auditLog)
    .values({ ...entry, at: deps.now(), personId: person?.id ?? null, personName: person?.name ?? null });
}

/**
 * Returns the statement that removes field values and the owner's IP addresses from the audit entries of a target (uses
 * index audit_log_target). The entries and the moderators' IP addresses remain.
 */
export function redactAudit(deps: Deps, targetType: string, targetId: string) {
  return deps.db
    .update(auditLog)
    .set({ before: null, after: null, ipAddress: sql`iif(${auditLog.actor} = 'owner', NULL, ${auditLog.ipAddress})` })
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId)));
}

/** Upper bound on the number of listings of one person. */
const MAX_LISTINGS = 500;

/** Returns the ids of listings that had an email address before a change (uses index audit_log_former_email). */
export async function listingsWithFormerEmail(deps: Deps, email: string): Promise<string[]> {
  const rows = await deps.db
    .selectDistinct({ id: auditLog.targetId })
    .from(auditLog)
    .where(sql`target_type = 'listing' AND lower(before_json ->> '$.email') = ${email.toLowerCase()}`)
    .limit(MAX_LISTINGS);
  return rows.map(({ id }) => id);
}

/** Filter for audit entries. Without any field, all entries match. */
export interface AuditFilter {
  /** A kind of actor, or the id of a person. */
  actor?: AuditActor | number;
  /** One action (`listing.approve`), or all actions on a kind of target (`listing`). */
  action?: string;
  from?: Date;
  /** End of the period, exclusive. */
  until?: Date;
  /**
   * Targets that match a search text: the listings and people that the text finds, and a target whose id equals the
   * text.
   */
  found?: { listingIds: readonly number[]; personIds: readonly number[]; targetId: string };
}

/** Target types whose targets a search finds by id. */
const SEARCHED_TARGETS = ["listing", "thread", "comment", "report", "author", "person", "ban", "digest"];

const inJson = (values: readonly (number | string)[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;

/**
 * Returns SQL for the id of the first entry since a time. Ids ascend with time, so a single lookup suffices (uses index
 * audit_log_at).
 */
const firstIdSince = (time: Date) =>
  sql`(SELECT id FROM audit_log WHERE at >= ${time.getTime()} ORDER BY at, id LIMIT 1)`;

/**
 * Returns the SQL conditions of an audit filter (uses indexes audit_log_target, audit_log_person, audit_log_action,
 * audit_log_at).
 */
function filterConditions({ actor, action, from, until, found }: AuditFilter): SQL | undefined {
  return and(
    typeof actor === "number" ? eq(auditLog.personId, actor) : undefined,
    typeof actor === "string" ? eq(auditLog.actor, actor) : undefined,
    action?.includes(".") ? eq(auditLog.action, action) : undefined,
    action !== undefined && !action.includes(".")
      ? sql`${auditLog.action} > ${`${action}.`} AND ${auditLog.action} < ${`${action}/`}`
      : undefined,
    from && sql`${auditLog.id} >= ${firstIdSince(from)}`,
    until && sql`${auditLog.id} < coalesce(${firstIdSince(until)}, ${Number.MAX_SAFE_INTEGER})`,
    found &&
      sql`${auditLog.id} IN (
        SELECT id FROM audit_log WHERE target_type = 'listing' AND target_id IN ${inJson(found.listingIds.map(String))}
        UNION SELECT id FROM audit_log WHERE target_type IN ${inJson(SEARCHED_TARGETS)} AND target_id = ${found.targetId}
        UNION SELECT id FROM audit_log WHERE person_id IN ${inJson(found.personIds)})`,
  );
}

/** Returns audit entries, newest first, by primary key or by the filter's indexes. */
export async function auditEntries(deps: Deps, filter: AuditFilter, { limit, offset }: PageWindow) {
  if (offset > MAX_OFFSET) return [];
  return deps.db
    .select()
    .from(auditLog)
    .where(filterConditions(filter))
    .orderBy(desc(auditLog.id))
    .limit(limit)
    .offset(offset);
}

/** Counts the audit entries that match a filter, up to the maximum that a list shows. */
export async function countEntries(deps: Deps, filter: AuditFilter): Promise<number> {
  const some = deps.db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(filterConditions(filter))
    .limit(MAX_OFFSET)
    .as("some");
  const [row] = await deps.db.select({ number: count() }).from(some);
  return row?.number ?? 0;
}

/** Maximum number of people whose names the log contains. */
const MAX_PEOPLE = 500;

/**
 * Returns each person in the audit log with their latest name. Looks up each person once (uses index audit_log_person).
 */
export async function peopleInAudit(deps: Deps): Promise<{ id: number; name: string | null }[]> {
  return deps.db.all<{ id: number; name: string | null }>(
    sql`WITH RECURSIVE person(id) AS (
        SELECT min(person_id) FROM audit_log WHERE person_id IS NOT NULL
        UNION ALL
        SELECT (SELECT min(person_id) FROM audit_log WHERE person_id > person.id) FROM person WHERE person.id IS NOT NULL
      )
      SELECT id, (SELECT person_name FROM audit_log WHERE person_id = person.id ORDER BY audit_log.id DESC LIMIT 1) AS name
      FROM person WHERE id IS NOT NULL LIMIT ${MAX_PEOPLE}`,
  );
}

/** Returns the number of a person's audit entries (uses index audit_log_person). */
export async function countEntriesOfPerson(deps: Deps, personId: number): Promise<number> {
  const [row] = await deps.db.select({ number: count() }).from(auditLog).where(eq(auditLog.personId, personId));
  return row?.number ?? 0;
}

/** Returns the statements that replace a person's name in the audit log with a number. The person's actions remain. */
export const forgetPersonInAudit = (deps: Deps, personId: number) =>
  [
    deps.db.update(auditLog).set({ personName: null }).where(eq(auditLog.personId, personId)),
    redactAudit(deps, "person", String(personId)),
  ] as const;

/** Returns the changes of a listing since a revision, oldest first (uses index audit_log_target). */
export async function entriesSinceRevision(deps: Deps, listingId: number, revision: number, limit: number) {
  return deps.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.targetType, "listing"),
        eq(auditLog.targetId, String(listingId)),
        gt(auditLog.revision, revision),
      ),
    )
    .orderBy(asc(auditLog.id))
    .limit(limit);
}

/** Returns the latest audit entries of a target, newest first (uses index audit_log_target). */
export async function entriesOfTarget(deps: Deps, targetType: string, targetId: string, limit: number) {
  return deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, targetType), eq(auditLog.targetId, targetId)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

/**
 * Returns the IP address from which a landlord last changed a listing, masked after 90 days. Returns null if the
 * address is unknown.
 */
export async function latestOwnerAddress(deps: Deps, listingId: number): Promise<string | null> {
  const [row] = await deps.db
    .select({ ipAddress: auditLog.ipAddress })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.targetType, "listing"),
        eq(auditLog.targetId, String(listingId)),
        sql`actor = 'owner' AND ip_address IS NOT NULL`,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row?.ipAddress ?? null;
}

/** Deletes audit entries written before `time`. */
export async function deleteEntriesBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "audit_log", sql`${isAmongOldest("audit_log")} AND at < ${time.getTime()}`);
}
