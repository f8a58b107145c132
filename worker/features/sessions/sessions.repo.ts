import { and, desc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { hasRow, valueIf } from "../../platform/run-all-or-none.ts";
import { people } from "../people/people.table.ts";
import { adminSessions } from "./sessions.table.ts";

type NewSession = Pick<typeof adminSessions.$inferInsert, "idHash" | "personId" | "method" | "passkeyId" | "device">;

/**
 * Stores a session.
 * @returns false when the person or passkey was removed in the meantime
 */
export async function insertSession(deps: Deps, session: NewSession): Promise<boolean> {
  const { idHash, personId = null, method = "password", passkeyId = null, device = "" } = session;
  const now = deps.now().getTime();
  const rows = await deps.db
    .insert(adminSessions)
    .select(
      sql`SELECT ${idHash}, ${now}, ${now}, ${personId}, ${method}, ${passkeyId}, ${device}
        WHERE (${personId} IS NULL OR EXISTS (SELECT 1 FROM people WHERE id = ${personId}))
        AND (${passkeyId} IS NULL OR EXISTS (SELECT 1 FROM passkeys WHERE id = ${passkeyId}))`,
    )
    .returning({ idHash: adminSessions.idHash });
  return rows.length > 0;
}

const withPerson = { session: adminSessions, person: people };

/**
 * Returns a session by primary key, with the person's current data, because the person's role may have changed since
 * the login.
 */
export async function sessionByHash(deps: Deps, idHash: string) {
  const [row] = await deps.db
    .select(withPerson)
    .from(adminSessions)
    .leftJoin(people, eq(people.id, adminSessions.personId))
    .where(eq(adminSessions.idHash, idHash))
    .limit(1);
  return row ?? null;
}

/** Maximum number of sessions that are listed. */
const MAX_LISTED = 200;

/**
 * Returns sessions opened since a time, newest first (uses indexes admin_sessions_created, admin_sessions_of_person).
 * @param personId id of the person whose sessions are returned; null for the sessions of all people
 */
export async function sessionsSince(deps: Deps, opened: Date, personId: number | null) {
  return deps.db
    .select(withPerson)
    .from(adminSessions)
    .leftJoin(people, eq(people.id, adminSessions.personId))
    .where(
      and(personId === null ? undefined : eq(adminSessions.personId, personId), gt(adminSessions.createdAt, opened)),
    )
    .orderBy(desc(adminSessions.createdAt))
    .limit(MAX_LISTED);
}

export async function touchSession(deps: Deps, idHash: string): Promise<void> {
  await deps.db.update(adminSessions).set({ lastSeenAt: deps.now() }).where(eq(adminSessions.idHash, idHash));
}

/** Returns the statement that assigns a session to a person. */
export const claimSession = (deps: Deps, idHash: string, personId: number) =>
  deps.db.update(adminSessions).set({ personId }).where(eq(adminSessions.idHash, idHash));

/** Returns the statement that ends a session. */
export const deleteSession = (deps: Deps, idHash: string) =>
  deps.db.delete(adminSessions).where(eq(adminSessions.idHash, idHash)).returning({ idHash: adminSessions.idHash });

/**
 * Returns the statement that ends the session whose hash begins with a 32-digit hexadecimal number (by primary key).
 */
export function deleteSessionNumbered(deps: Deps, number: string) {
  const isBelow = lt(adminSessions.idHash, `${number}g`);
  const from = valueIf(hasRow(adminSessions, and(gte(adminSessions.idHash, number), isBelow)), number);
  return deps.db
    .delete(adminSessions)
    .where(and(gte(adminSessions.idHash, from), isBelow))
    .returning({ idHash: adminSessions.idHash });
}

/** Deletes sessions opened before `time` (uses index admin_sessions_created). */
export async function deleteSessionsCreatedBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "admin_sessions", sql`created_at < ${time.getTime()}`);
}
