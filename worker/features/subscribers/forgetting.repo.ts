import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { consents, subscriberDays, subscribers } from "./subscribers.table.ts";
import { type MissingHash, hashRows, isSuppressed } from "../../platform/suppressions.ts";
import { insertProofs } from "../../platform/mail-slots.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

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

/** Subscribers whose address has no hash yet (index subscribers_address_hash). */
export const subscribersWithoutHash = (deps: Deps, limit: number) =>
  deps.db
    .select({ id: subscribers.id, emailKey: subscribers.emailKey })
    .from(subscribers)
    .where(eq(subscribers.addressHash, ""))
    .limit(limit);

/**
 * Stores hashes of subscribers' addresses, and what they would have led to: who confirmed is proven, unless a purchase was
 * all that they confirmed by; and who asked for no mail meanwhile leaves the list, as by leaving.service.ts.
 */
export async function fillSubscriberHashes(deps: Deps, hashes: readonly MissingHash[]): Promise<void> {
  const now = deps.now();
  const { told, value, id, ids } = hashRows(hashes);
  const leaves = sql`subscribers.id IN ${ids} AND subscribers.status <> 'suppressed'
    AND ${isSuppressed(sql`subscribers.address_hash`)}`;
  const confirmed = (isByPurchase: boolean) =>
    sql`EXISTS (SELECT 1 FROM consents WHERE subscriber_id = subscribers.id AND kind = 'confirmed'
      AND (method = 'vip') = ${isByPurchase ? 1 : 0})`;
  await deps.db.batch([
    deps.db
      .update(subscribers)
      .set({ addressHash: value })
      .from(told)
      // By the primary key alone: one that has a hash by now has this one.
      .where(sql`subscribers.id = ${id}`),
    insertProofs(
      deps,
      sql`SELECT address_hash, confirmed_at, confirmed_at FROM subscribers
        WHERE id IN ${ids} AND confirmed_at IS NOT NULL AND (${confirmed(false)} OR NOT ${confirmed(true)})`,
    ),
    // In the order of the table's columns; the id is SQLite's to choose.
    deps.db.insert(consents).select(
      sql`SELECT NULL, id, ${now.getTime()}, 'withdrawn', (SELECT min(reason) FROM mail_suppressions
            WHERE mail_suppressions.address_hash = subscribers.address_hash), NULL, NULL, NULL
          FROM subscribers WHERE ${leaves}`,
    ),
    deps.db
      .insert(subscriberDays)
      .select(
        sql`SELECT * FROM (SELECT ${torontoDay(now)}, 0, count(*) AS gone FROM subscribers
          WHERE ${leaves} AND status = 'confirmed') WHERE gone > 0`,
      )
      .onConflictDoUpdate({ target: subscriberDays.day, set: { left: sql`"left" + excluded."left"` } }),
    deps.db
      .update(subscribers)
      .set({ status: "suppressed", unsubscribedAt: now, confirmVersion: sql`confirm_version + 1` })
      .where(leaves),
  ]);
}
