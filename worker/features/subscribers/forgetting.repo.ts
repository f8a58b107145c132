import { and, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { WITHOUT_WISHES } from "./subscribers.repo.ts";
import { consents, subscriberDays, subscribers } from "./subscribers.table.ts";
import { type MissingHash, hashRows, isSuppressedForGood } from "../../platform/suppressions.ts";
import { insertProofs } from "../../platform/mail-slots.ts";
import { torontoDay } from "../../platform/toronto-time.ts";

/** The statements that delete subscribers and their consent history. */
export function deleteSubscribers(deps: Deps, ids: readonly number[]) {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return [
    deps.db.delete(consents).where(sql`${consents.subscriberId} IN ${those}`),
    deps.db.delete(subscribers).where(sql`${subscribers.id} IN ${those}`),
  ] as const;
}

/** Deletes the list's daily changes before a day (primary key). @param before YYYY-MM-DD */
export async function deleteDaysBefore(deps: Deps, before: string): Promise<void> {
  await deps.db.delete(subscriberDays).where(lt(subscriberDays.day, before));
}

/**
 * Ids of subscribers (index subscribers_leaving) who signed up before `pendingBefore` and never confirmed, or left
 * before `leftBefore`; at most `limit`.
 */
export async function subscribersToDelete(
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
          // Includes suppressed addresses that a stranger signed up.
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
 * Ends repeated sign-ups that were not confirmed in time (index subscribers_leaving). The subscriber had confirmed and
 * left before, so the earlier consent is kept.
 */
export async function endUnconfirmedSignUps(deps: Deps, before: Date): Promise<void> {
  await deps.db
    .update(subscribers)
    .set({ status: "unsubscribed", confirmVersion: sql`${subscribers.confirmVersion} + 1`, ...WITHOUT_WISHES })
    .where(
      and(
        sql`status <> 'confirmed'`,
        eq(subscribers.status, "pending"),
        isNotNull(subscribers.confirmedAt),
        lt(subscribers.requestedAt, before),
      ),
    );
}

/** Subscribers without an address hash (index subscribers_address_hash). */
export const subscribersWithoutHash = (deps: Deps, limit: number) =>
  deps.db
    .select({ id: subscribers.id, emailKey: subscribers.emailKey })
    .from(subscribers)
    .where(eq(subscribers.addressHash, ""))
    .limit(limit);

/**
 * Stores subscribers' address hashes with their consequences: confirmed addresses become proven, unless a purchase
 * alone confirmed them, and suppressed addresses leave the list as in leaving.service.ts.
 */
export async function fillSubscriberHashes(deps: Deps, hashes: readonly MissingHash[]): Promise<void> {
  const now = deps.now();
  const { rows, value, id, ids } = hashRows(hashes);
  const leaves = sql`subscribers.id IN ${ids} AND subscribers.status <> 'suppressed'
    AND ${isSuppressedForGood(sql`subscribers.address_hash`)}`;
  const confirmed = (isByPurchase: boolean) =>
    sql`EXISTS (SELECT 1 FROM consents WHERE subscriber_id = subscribers.id AND kind = 'confirmed'
      AND (method = 'vip') = ${isByPurchase ? 1 : 0})`;
  await deps.db.batch([
    deps.db
      .update(subscribers)
      .set({ addressHash: value })
      .from(rows)
      // By primary key alone, because a hash filled in the meantime is the same.
      .where(sql`subscribers.id = ${id}`),
    insertProofs(
      deps,
      sql`SELECT address_hash, confirmed_at, confirmed_at FROM subscribers
        WHERE id IN ${ids} AND confirmed_at IS NOT NULL AND (${confirmed(false)} OR NOT ${confirmed(true)})`,
    ),
    // Values follow the order of the table's columns; NULL lets SQLite assign the id.
    deps.db.insert(consents).select(
      sql`SELECT NULL, id, ${now.getTime()}, 'withdrawn', (SELECT min(reason) FROM mail_suppressions
            WHERE mail_suppressions.address_hash = subscribers.address_hash AND ends_at IS NULL), NULL, NULL, NULL
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
      .set({ status: "suppressed", unsubscribedAt: now, confirmVersion: sql`confirm_version + 1`, ...WITHOUT_WISHES })
      .where(leaves),
  ]);
}
