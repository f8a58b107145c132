import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { consents, subscriberDays, subscribers } from "./subscribers.table.ts";

/** Deletes subscribers and the history of their consents: the statements, for a batch. */
export function deleteSubscribers(deps: Deps, ids: readonly number[]) {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return [
    deps.db.delete(consents).where(sql`${consents.subscriberId} IN ${those}`),
    deps.db.delete(subscribers).where(sql`${subscribers.id} IN ${those}`),
  ] as const;
}

/** Deletes the days, before one, by which the list grew and shrank (primary key). @param before YYYY-MM-DD */
export async function deleteDaysBefore(deps: Deps, before: string): Promise<void> {
  await deps.db.delete(subscriberDays).where(lt(subscriberDays.day, before));
}

/**
 * Ids of those (index subscribers_leaving) who asked before `pendingBefore` and never confirmed, or left before
 * `leftBefore`, a batch of them.
 */
export async function subscribersToForget(
  deps: Deps,
  { pendingBefore, leftBefore, limit }: { pendingBefore: Date; leftBefore: Date; limit: number },
): Promise<number[]> {
  const rows = await deps.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        sql`status <> 'confirmed'`,
        or(
          // A stranger may have signed up a suppressed address, too.
          and(
            sql`(status = 'pending' OR unsubscribed_at IS NULL)`,
            isNull(subscribers.confirmedAt),
            lt(subscribers.requestedAt, pendingBefore),
          ),
          and(sql`status <> 'pending'`, lt(subscribers.unsubscribedAt, leftBefore)),
        ),
      ),
    )
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Those (index subscribers_leaving) who had left, asked again before a moment and never confirmed that, have left: the
 * proof of the earlier consent stays.
 */
export async function endUnconfirmed(deps: Deps, before: Date): Promise<void> {
  await deps.db
    .update(subscribers)
    .set({ status: "unsubscribed", confirmVersion: sql`${subscribers.confirmVersion} + 1` })
    .where(
      and(
        sql`status <> 'confirmed'`,
        eq(subscribers.status, "pending"),
        isNotNull(subscribers.confirmedAt),
        lt(subscribers.requestedAt, before),
      ),
    );
}
