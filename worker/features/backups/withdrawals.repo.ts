import { asc, inArray } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { withdrawals } from "./backups.table.ts";

/** Withdrawals that are not in the log yet, oldest first. */
export async function waitingWithdrawals(deps: Deps, limit: number) {
  return deps.db.select().from(withdrawals).orderBy(asc(withdrawals.id)).limit(limit);
}

/** Forgets withdrawals that are in the log. @param ids at most 90 */
export async function deleteWithdrawals(deps: Deps, ids: readonly number[]): Promise<void> {
  await deps.db.delete(withdrawals).where(inArray(withdrawals.id, [...ids]));
}
