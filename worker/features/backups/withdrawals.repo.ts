import { asc, gt, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { withdrawals } from "./backups.table.ts";

/** Withdrawals that are not in the log yet, oldest first (primary key). */
export async function waitingWithdrawals(deps: Deps, limit: number) {
  return deps.db.select().from(withdrawals).where(gt(withdrawals.id, 0)).orderBy(asc(withdrawals.id)).limit(limit);
}

/** Forgets withdrawals that are in the log. */
export async function deleteWithdrawals(deps: Deps, ids: readonly number[]): Promise<void> {
  await deps.db.delete(withdrawals).where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
