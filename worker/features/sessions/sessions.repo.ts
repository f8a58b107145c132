import { eq, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { adminSessions } from "./sessions.table.ts";

export async function insertSession(deps: Deps, idHash: string): Promise<void> {
  const now = deps.now();
  await deps.db.insert(adminSessions).values({ idHash, createdAt: now, lastSeenAt: now });
}

/** By primary key. */
export async function sessionByHash(deps: Deps, idHash: string) {
  const [row] = await deps.db.select().from(adminSessions).where(eq(adminSessions.idHash, idHash)).limit(1);
  return row ?? null;
}

export async function touchSession(deps: Deps, idHash: string): Promise<void> {
  await deps.db.update(adminSessions).set({ lastSeenAt: deps.now() }).where(eq(adminSessions.idHash, idHash));
}

export async function deleteSession(deps: Deps, idHash: string): Promise<void> {
  await deps.db.delete(adminSessions).where(eq(adminSessions.idHash, idHash));
}

/** Deletes sessions opened before `time` (index admin_sessions_created). */
export async function deleteSessionsCreatedBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "admin_sessions", sql`created_at < ${time.getTime()}`);
}
