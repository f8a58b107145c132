import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { type MissingHash, toldHashes } from "../../platform/address-hashes.ts";
import { insertProofs } from "../../platform/mail-places.ts";
import { isSilenced } from "../../platform/suppressions.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { consents, subscriberDays, subscribers } from "./subscribers.table.ts";

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
  const { told, value, id, ids } = toldHashes(hashes);
  const leaves = sql`subscribers.id IN ${ids} AND subscribers.status <> 'suppressed'
    AND ${isSilenced(sql`subscribers.address_hash`)}`;
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
