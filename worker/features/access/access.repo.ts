import { and, eq, gt, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { accessCodes } from "../subscribers/subscribers.table.ts";

/** Returns the statement that stores the access code of an email address, replacing an older code. */
export function upsertCode(deps: Deps, values: typeof accessCodes.$inferInsert) {
  return deps.db
    .insert(accessCodes)
    .values(values)
    .onConflictDoUpdate({ target: accessCodes.addressHash, set: values });
}

/** Returns the hash of an email address's access code (by primary key). Returns null if the address has no code. */
export async function storedCodeHash(deps: Deps, addressHash: string): Promise<string | null> {
  const [row] = await deps.db
    .select({ codeHash: accessCodes.codeHash })
    .from(accessCodes)
    .where(eq(accessCodes.addressHash, addressHash))
    .limit(1);
  return row?.codeHash ?? null;
}

/**
 * Counts an attempt to enter the access code of an email address (by primary key).
 * @returns the code's hash, or null when no attempt is left
 */
export async function countAccessCodeAttempt(deps: Deps, addressHash: string): Promise<string | null> {
  const [row] = await deps.db
    .update(accessCodes)
    .set({ triesLeft: sql`${accessCodes.triesLeft} - 1` })
    .where(
      and(
        eq(accessCodes.addressHash, addressHash),
        gt(accessCodes.triesLeft, 0),
        gt(accessCodes.expiresAt, deps.now()),
      ),
    )
    .returning({ codeHash: accessCodes.codeHash });
  return row?.codeHash ?? null;
}

/**
 * Deletes an access code, because a code works only once.
 * @returns whether the code still existed
 */
export async function deleteCode(deps: Deps, addressHash: string, codeHash: string): Promise<boolean> {
  const rows = await deps.db
    .delete(accessCodes)
    .where(and(eq(accessCodes.addressHash, addressHash), eq(accessCodes.codeHash, codeHash)))
    .returning({ addressHash: accessCodes.addressHash });
  return rows.length > 0;
}

/** Deletes expired codes (uses index access_codes_expiring). */
export async function deleteCodesBefore(deps: Deps, time: Date): Promise<void> {
  await deleteInBatches(deps, "access_codes", sql`expires_at < ${time.getTime()}`);
}
