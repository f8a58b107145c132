import { and, asc, eq, gt, inArray, lt, not, sql, isNotNull, isNull, or } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { ConsentRecord, SignUpWishes } from "../../contracts/subscribers.ts";
import type { Deps } from "../../platform/deps.ts";
import type { OutboxKind } from "../../platform/outbox.schemas.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import { isSuppressedPermanently } from "../../platform/suppressions.ts";
import { hasRow, requireRow } from "../../platform/run-all-or-none.ts";
import { vipSubscriptions } from "../vip/vip.table.ts";
import { consents, type Subscriber, subscriberDays, subscribers } from "./subscribers.table.ts";

/** Returns a subscriber by email address (uses the unique index subscribers_email). */
export async function subscriberByEmail(deps: Deps, emailKey: string): Promise<Subscriber | null> {
  const [row] = await deps.db.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).limit(1);
  return row ?? null;
}

/**
 * Returns a subscriber by the hash of the email address (uses index subscribers_address_hash).
 * @param addressHash never empty
 */
export async function subscriberByHash(deps: Deps, addressHash: string): Promise<Subscriber | null> {
  const [row] = await deps.db.select().from(subscribers).where(eq(subscribers.addressHash, addressHash)).limit(1);
  return row ?? null;
}

/** Returns a subscriber by primary key. */
export async function subscriberById(deps: Deps, id: number): Promise<Subscriber | null> {
  const [row] = await deps.db.select().from(subscribers).where(eq(subscribers.id, id)).limit(1);
  return row ?? null;
}

const hasAccess = sql`EXISTS (SELECT 1 FROM vip_subscriptions
  WHERE vip_subscriptions.email_key = subscribers.email_key AND vip_subscriptions.has_access)`;

/**
 * Returns subscribers by id, and whether each currently has paid access, in one query (uses the primary key and index
 * vip_subscriptions_email).
 * @param ids at most 90
 */
export async function subscribersWithVip(
  deps: Deps,
  ids: readonly number[],
): Promise<{ subscriber: Subscriber; isVip: boolean }[]> {
  const rows = await deps.db
    .select({ subscriber: subscribers, isVip: sql<number>`${hasAccess}` })
    .from(subscribers)
    .where(inArray(subscribers.id, [...ids]));
  return rows.map((row) => ({ ...row, isVip: row.isVip === 1 }));
}

/**
 * Returns the email addresses with paid access that follow a given address ("" for the start), each with its confirmed
 * subscriber, if any (uses index vip_subscriptions_email).
 */
export function vipsAfter(deps: Deps, after: string, limit: number) {
  const vips = deps.db
    .selectDistinct({ emailKey: vipSubscriptions.emailKey })
    .from(vipSubscriptions)
    .where(and(gt(vipSubscriptions.emailKey, after), sql`has_access`))
    .orderBy(asc(vipSubscriptions.emailKey))
    .limit(limit)
    .as("vips");
  return deps.db
    .select({ emailKey: vips.emailKey, subscriber: subscribers })
    .from(vips)
    .leftJoin(subscribers, and(eq(subscribers.emailKey, vips.emailKey), sql`subscribers.status = 'confirmed'`))
    .orderBy(asc(vips.emailKey));
}

/** Returns subscribers by email address (uses index subscribers_email). */
export const subscribersByEmail = (deps: Deps, emailKeys: readonly string[]): Promise<Subscriber[]> =>
  deps.db
    .select()
    .from(subscribers)
    .where(sql`email_key IN (SELECT value FROM json_each(${JSON.stringify(emailKeys)}))`);

interface SignUp {
  email: string;
  emailKey: string;
  addressHash: string;
  sessionId: string | null;
  /** Source of the session. */
  referrer: string | null;
  /** Hash of the secret that is required for adding wishes to the sign-up. */
  signUpKeyHash: string | null;
}

/**
 * Returns the statement that stores a sign-up. The statement is the same for every email address. New and former
 * subscribers become pending, confirmed subscribers stay confirmed, and suppressed subscribers stay suppressed. If
 * another browser signs up a pending address, the wishes are deleted, because the address may confirm either sign-up.
 */
export function upsertSignUp(deps: Deps, { email, emailKey, addressHash, sessionId, referrer, signUpKeyHash }: SignUp) {
  const now = deps.now().getTime();
  const status = sql`CASE WHEN ${isSuppressedPermanently(addressHash)}
    THEN 'suppressed' ELSE 'pending' END`;
  const isAnother = sql`${subscribers.status} = 'pending' AND ${subscribers.signUpKeyHash} IS NOT excluded.sign_up_key_hash`;
  return (
    deps.db
      .insert(subscribers)
      // Values are in the order of the table's columns; NULL lets SQLite assign the id.
      .select(
        sql`SELECT NULL, ${email}, ${emailKey}, ${status}, ${sessionId}, ${now}, NULL, NULL, 1, 1, '[]', NULL, '[]', 'every', ${now}, ${referrer}, ${addressHash}, ${signUpKeyHash}, NULL
        WHERE true`,
      )
      .onConflictDoUpdate({
        target: subscribers.emailKey,
        set: {
          status: sql`CASE WHEN ${subscribers.status} = 'unsubscribed' THEN excluded.status ELSE ${subscribers.status} END`,
          sessionId: sql`CASE WHEN ${subscribers.status} = 'confirmed' THEN ${subscribers.sessionId} ELSE coalesce(excluded.session_id, ${subscribers.sessionId}) END`,
          referrer: sql`CASE WHEN ${subscribers.status} = 'confirmed' THEN ${subscribers.referrer} ELSE coalesce(excluded.referrer, ${subscribers.referrer}) END`,
          requestedAt: sql`excluded.requested_at`,
          signUpKeyHash: sql`CASE WHEN ${subscribers.status} = 'confirmed' THEN NULL WHEN ${isAnother} THEN '' ELSE excluded.sign_up_key_hash END`,
          wishes: sql`CASE WHEN ${subscribers.status} = 'pending' AND NOT (${isAnother}) THEN ${subscribers.wishes} END`,
        },
      })
  );
}

/** Stores a person as unsubscribed, unless a subscriber with the same email address exists. */
export async function insertUnsubscribed(
  deps: Deps,
  by: { email: string; emailKey: string; addressHash: string },
): Promise<void> {
  const now = deps.now();
  await deps.db
    .insert(subscribers)
    .values({ ...by, status: "unsubscribed", createdAt: now, unsubscribedAt: now, requestedAt: now })
    .onConflictDoNothing();
}

/**
 * Returns the statement that ends the suppression of a subscriber if no reason for the suppression is left (uses index
 * subscribers_address_hash).
 */
export function endSuppression(deps: Deps, addressHash: string) {
  return deps.db
    .update(subscribers)
    .set({ status: "unsubscribed" })
    .where(
      and(
        eq(subscribers.addressHash, addressHash),
        eq(subscribers.status, "suppressed"),
        not(isSuppressedPermanently(addressHash)),
      ),
    );
}

/** Column values that end a sign-up, confirmed or not. */
export const WITHOUT_WISHES = { signUpKeyHash: null, wishes: null } as const;

const wished = (field: keyof SignUpWishes) => sql`json_extract(${subscribers.wishes}, ${`$.${field}`})`;

/** Column values that a confirmation sets. They turn the wishes of the sign-up into preferences. */
export const withWishes = {
  bedrooms: sql`coalesce(${wished("bedrooms")}, ${subscribers.bedrooms})`,
  maxRentCents: sql`CASE WHEN ${subscribers.wishes} IS NULL THEN ${subscribers.maxRentCents} ELSE ${wished("maxRent")} * 100 END`,
  areas: sql`coalesce(${wished("areas")}, ${subscribers.areas})`,
  ...WITHOUT_WISHES,
};

/**
 * Adds wishes to the pending sign-up of an email address, if the sign-up was made with this secret (uses index
 * subscribers_email).
 */
export async function updateWishes(
  deps: Deps,
  { emailKey, signUpKeyHash, wishes }: { emailKey: string; signUpKeyHash: string; wishes: SignUpWishes },
): Promise<void> {
  await deps.db
    .update(subscribers)
    .set({ wishes })
    .where(
      and(
        eq(subscribers.emailKey, emailKey),
        eq(subscribers.status, "pending"),
        eq(subscribers.signUpKeyHash, signUpKeyHash),
      ),
    );
}

/** Returns the SQL condition that an email address has a sign-up that is not confirmed yet. */
const isPending = (emailKey: string) => sql`email_key = ${emailKey} AND status = 'pending'`;

/** Returns the statement that confirms a pending subscriber. */
export function confirmPending(deps: Deps, emailKey: string) {
  return deps.db
    .update(subscribers)
    .set({ status: "confirmed", confirmedAt: deps.now(), unsubscribedAt: null, ...WITHOUT_WISHES })
    .where(isPending(emailKey));
}

/**
 * Returns the statement that stores a step in the consent history of the subscriber with an email address. A
 * confirmation is stored only for a pending subscriber.
 */
export function insertConsentOf(
  deps: Deps,
  emailKey: string,
  step: { kind: ConsentRecord["kind"]; method: string; ipAddress: string | null; wordingVersion: string | null },
) {
  return deps.db.insert(consents).select(
    sql`SELECT NULL, id, ${deps.now().getTime()}, ${step.kind}, ${step.method}, ${step.ipAddress}, ${step.wordingVersion}, NULL
        FROM subscribers WHERE ${step.kind === "confirmed" ? isPending(emailKey) : sql`email_key = ${emailKey}`}`,
  );
}

/** Returns the statement that queues an email to a subscriber. */
export function queueSubscriberMail(
  deps: Deps,
  emailKey: string,
  kind: Extract<OutboxKind, `subscriber.${string}`>,
  about: string,
) {
  const payload = { subscriberId: sql`id`, about };
  return outboxForEach(deps, kind, payload, sql`FROM subscribers WHERE email_key = ${emailKey}`);
}

/**
 * Returns the statement that changes a subscriber's state with an optimistic lock. If the row changed since it was
 * read, the whole batch is rolled back.
 */
export function changeStatus(
  deps: Deps,
  { id, status, confirmVersion }: Pick<Subscriber, "id" | "status" | "confirmVersion">,
  values: SQLiteUpdateSetSource<typeof subscribers>,
) {
  return deps.db
    .update(subscribers)
    .set(values)
    .where(requireRow(subscribers, id, eq(subscribers.status, status), eq(subscribers.confirmVersion, confirmVersion)))
    .returning();
}

/** Returns the statement that stores a step in a subscriber's consent history. */
export const insertConsent = (
  deps: Deps,
  subscriberId: number,
  step: Pick<ConsentRecord, "kind" | "method" | "ipAddress" | "wordingVersion" | "detail">,
) => deps.db.insert(consents).values({ ...step, subscriberId, at: deps.now() });

/**
 * Returns the statement that counts a person who joined or left the list.
 * @param emailKey email address that must be pending for the person to count
 */
export function countChange(deps: Deps, day: string, change: "joined" | "left", emailKey?: string) {
  const joined = change === "joined" ? 1 : 0;
  return deps.db
    .insert(subscriberDays)
    .select(
      sql`SELECT ${day}, ${joined}, ${1 - joined} WHERE ${emailKey === undefined ? sql`true` : hasRow(subscribers, isPending(emailKey))}`,
    )
    .onConflictDoUpdate({
      target: subscriberDays.day,
      set: { joined: sql`joined + ${joined}`, left: sql`"left" + ${1 - joined}` },
    });
}

/** Returns the numbers of people who joined and who left, for each of the given days (by primary key). */
export async function changesOfDays(deps: Deps, days: readonly string[]) {
  return deps.db
    .select()
    .from(subscriberDays)
    .where(inArray(subscriberDays.day, [...days]));
}

/** Returns the steps of a subscriber's consent, oldest first (uses index consents_subscriber). */
export async function consentsOf(deps: Deps, subscriberId: number) {
  return deps.db
    .select()
    .from(consents)
    .where(eq(consents.subscriberId, subscriberId))
    .orderBy(asc(consents.id))
    .limit(200);
}

/** SQL condition that a recipient of alerts is the subscriber with an email address, whose hash outlives the address. */
const isReader = (emailKey: string) =>
  sql`address_hash = (SELECT subscribers.address_hash FROM subscribers WHERE subscribers.email_key = ${emailKey})`;

/**
 * Allows alerts again for a subscriber who stopped all alerts and now requests emails. The statement is written as SQL,
 * because the alerts feature imports this feature, which therefore cannot import it.
 */
export async function resumeAlerts(deps: Deps, emailKey: string): Promise<void> {
  await deps.db.run(sql`UPDATE alert_readers SET stopped_at = NULL WHERE ${isReader(emailKey)}`);
}

/** Does the same as {@link resumeAlerts} for a VIP, unless the VIP stopped all alerts after the purchase. */
export async function resumeAlertsOfBuyer(deps: Deps, emailKey: string): Promise<void> {
  await deps.db.run(
    sql`UPDATE alert_readers SET stopped_at = NULL WHERE ${isReader(emailKey)}
      AND stopped_at < (SELECT max(welcomed_at) FROM vip_subscriptions WHERE email_key = ${emailKey})`,
  );
}

/** Changes a subscriber's preferences. They replace the wishes of a pending sign-up. */
export async function updatePreferences(
  deps: Deps,
  id: number,
  values: Pick<Subscriber, "bedrooms" | "maxRentCents" | "areas" | "frequency">,
): Promise<Subscriber | null> {
  const [row] = await deps.db
    .update(subscribers)
    .set({ ...values, wishes: null })
    .where(eq(subscribers.id, id))
    .returning();
  return row ?? null;
}

/**
 * Returns the ids of subscribers who were confirmed before a time, in ascending order, after a given id (uses index
 * subscribers_confirmed).
 * @param withWeekly whether to include weekly subscribers
 */
export async function confirmedIds(
  deps: Deps,
  { after, before, limit, withWeekly }: { after: number; before: Date; limit: number; withWeekly: boolean },
): Promise<number[]> {
  const rows = await deps.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(
      and(
        sql`status = 'confirmed'`,
        gt(subscribers.id, after),
        lt(subscribers.confirmedAt, before),
        withWeekly ? undefined : eq(subscribers.frequency, "every"),
      ),
    )
    .orderBy(asc(subscribers.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Returns the statements that delete subscribers and their consent history. */
export function deleteSubscribers(deps: Deps, ids: readonly number[]) {
  const those = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return [
    deps.db.delete(consents).where(sql`${consents.subscriberId} IN ${those}`),
    deps.db.delete(subscribers).where(sql`${subscribers.id} IN ${those}`),
  ] as const;
}

/**
 * Deletes the daily numbers of subscribers who joined and left, for days before `before` (by primary key).
 * @param before YYYY-MM-DD
 */
export async function deleteDaysBefore(deps: Deps, before: string): Promise<void> {
  await deps.db.delete(subscriberDays).where(lt(subscriberDays.day, before));
}

/**
 * Returns the ids of at most `limit` subscribers who signed up before `pendingBefore` and never confirmed, or who left
 * before `leftBefore` (uses index subscribers_leaving).
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
 * Ends repeated sign-ups that were not confirmed in time (uses index subscribers_leaving). The subscribers had
 * confirmed an earlier sign-up and then left; that earlier consent is kept.
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
