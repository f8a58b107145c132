import { eq, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { accessCodes, privacyRequests } from "../subscribers/subscribers.table.ts";

/**
 * Stores a request for personal data. The emailed link contains its id.
 * @returns the id of the request
 */
export async function insertRequest(deps: Deps, email: string): Promise<number> {
  const [row] = await deps.db
    .insert(privacyRequests)
    .values({ email, createdAt: deps.now() })
    .returning({ id: privacyRequests.id });
  if (!row) throw new Error("INSERT returned no row");
  return row.id;
}

/** Returns a request for personal data by primary key. */
export async function requestById(deps: Deps, id: number) {
  const [row] = await deps.db.select().from(privacyRequests).where(eq(privacyRequests.id, id)).limit(1);
  return row ?? null;
}

/** Deletes requests for personal data made before `time` (uses index privacy_requests_created). */
export async function deleteRequestsBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "privacy_requests", sql`created_at < ${time.getTime()}`);
}

/**
 * Returns the statements that delete an email address's access codes and requests for personal data (uses index
 * privacy_requests_email).
 */
export function deletePrivacyTraces(deps: Deps, { email, addressHash }: { email: string; addressHash: string }) {
  return [
    deps.db.delete(accessCodes).where(eq(accessCodes.addressHash, addressHash)),
    deps.db.delete(privacyRequests).where(eq(privacyRequests.email, email)),
  ] as const;
}
