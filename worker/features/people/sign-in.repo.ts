import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { valueIf, requireRow } from "../../platform/run-all-or-none.ts";
import { loginCodes, passkeys, type PasskeyRow, people, presences } from "./people.table.ts";

/** Stores a request for a login code. */
export async function insertLoginCode(deps: Deps, values: typeof loginCodes.$inferInsert): Promise<void> {
  await deps.db.insert(loginCodes).values(values);
}

/**
 * Counts an attempt to enter the login code of a request (by primary key).
 * @returns null if no attempt is left or the code has expired
 */
export async function countLoginCodeAttempt(deps: Deps, idHash: string): Promise<{ personId: number | null } | null> {
  const [row] = await deps.db
    .update(loginCodes)
    .set({ triesLeft: sql`${loginCodes.triesLeft} - 1` })
    .where(and(eq(loginCodes.idHash, idHash), gt(loginCodes.triesLeft, 0), gt(loginCodes.expiresAt, deps.now())))
    .returning({ personId: loginCodes.personId });
  return row ?? null;
}

/**
 * Deletes a login code, because a code works only once.
 * @returns whether the code still existed
 */
export async function deleteLoginCode(deps: Deps, idHash: string): Promise<boolean> {
  const rows = await deps.db.delete(loginCodes).where(eq(loginCodes.idHash, idHash)).returning();
  return rows.length > 0;
}

/** Deletes expired login codes (uses index login_codes_expiring). */
export const deleteLoginCodesBefore = (deps: Deps, time: Date): Promise<void> =>
  deleteInBatches(deps, "login_codes", sql`expires_at < ${time.getTime()}`);

/** Maximum number of passkeys per person. */
export const MAX_PASSKEYS = 20;

/** Returns a person's passkeys, newest first (uses index passkeys_of_person). */
export async function passkeysOf(deps: Deps, personId: number): Promise<PasskeyRow[]> {
  return deps.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(desc(passkeys.id))
    .limit(MAX_PASSKEYS);
}

/** Returns a passkey by the id that the authenticator gave it (uses index passkeys_credential). */
export async function passkeyByCredential(deps: Deps, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await deps.db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).limit(1);
  return row ?? null;
}

/** Returns a passkey by primary key. */
export async function passkeyById(deps: Deps, id: number): Promise<PasskeyRow | null> {
  const [row] = await deps.db.select().from(passkeys).where(eq(passkeys.id, id)).limit(1);
  return row ?? null;
}

/** Returns the statement that stores a passkey, if its person exists and has fewer passkeys than the limit. */
export function insertPasskey(deps: Deps, values: Omit<PasskeyRow, "id" | "createdAt" | "lastUsedAt">) {
  const { personId, credentialId, publicKey, counter, transports, name, isSynced } = values;
  const mayHaveOne = sql`EXISTS (SELECT 1 FROM people WHERE id = ${personId})
    AND (SELECT count(*) FROM passkeys WHERE person_id = ${personId}) < ${MAX_PASSKEYS}`;
  return deps.db
    .insert(passkeys)
    .select(
      sql`SELECT NULL, ${personId}, ${credentialId}, ${publicKey}, ${counter}, ${JSON.stringify(transports)}, ${name},
        ${isSynced ? 1 : 0}, ${deps.now().getTime()}, NULL
        WHERE ${valueIf(mayHaveOne, 1)}`,
    )
    .returning();
}

/**
 * Records that a passkey was used.
 * @returns whether the passkey's counter was unchanged since it was read, so that one signature opens only one session
 */
export async function recordUse(deps: Deps, { id, counter }: PasskeyRow, newCounter: number): Promise<boolean> {
  const rows = await deps.db
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: deps.now() })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Returns the statement that deletes a passkey of a person. A trigger then deletes the sessions that it opened. */
export const deletePasskey = (deps: Deps, id: number, personId: number) =>
  deps.db
    .delete(passkeys)
    .where(requireRow(passkeys, id, eq(passkeys.personId, personId)))
    .returning({ id: passkeys.id });

interface Looking {
  listingId: number;
  session: string;
  personId: number | null;
}

/** Maximum number of other people who are shown to have a listing open. */
const MAX_OTHERS = 10;

/**
 * Records that a session has a listing open. Returns each of the other people who have it open once, earliest first.
 * @param liveSince time since which people must have been seen to count
 */
export async function renewPresence(deps: Deps, { listingId, session, personId }: Looking, liveSince: Date) {
  const now = deps.now();
  const isSamePerson = personId === null ? sql`false` : sql`${presences.personId} IS ${personId}`;
  const [, others] = await deps.db.batch([
    deps.db
      .insert(presences)
      .values({ listingId, session, personId, since: now, seenAt: now })
      .onConflictDoUpdate({
        target: [presences.listingId, presences.session],
        set: { seenAt: now, since: sql`iif(seen_at < ${liveSince.getTime()}, ${now.getTime()}, since)` },
      }),
    deps.db
      .select({ personId: presences.personId, name: people.name, since: sql<number>`min(${presences.since})` })
      .from(presences)
      .leftJoin(people, eq(people.id, presences.personId))
      .where(
        and(
          eq(presences.listingId, listingId),
          ne(presences.session, session),
          gt(presences.seenAt, liveSince),
          sql`NOT (${isSamePerson})`,
        ),
      )
      .groupBy(sql`coalesce(${presences.personId}, ${presences.session})`)
      .orderBy(sql`min(${presences.since})`)
      .limit(MAX_OTHERS),
  ]);
  return others;
}

/** Records that a session has closed a listing. */
export async function deletePresence(deps: Deps, { listingId, session }: Omit<Looking, "personId">): Promise<void> {
  await deps.db.delete(presences).where(and(eq(presences.listingId, listingId), eq(presences.session, session)));
}

/** Deletes records of open listings that were not renewed since `time` (uses index presences_seen). */
export async function deletePresencesBefore(deps: Deps, time: Date): Promise<void> {
  await deps.db.delete(presences).where(lt(presences.seenAt, time));
}
