import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { SEARCHES_PER_ADDRESS } from "../../contracts/alerts.ts";
import { deleteInBatches } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { outboxForEach } from "../../platform/outbox.ts";
import {
  alertMatches,
  type AlertReader,
  alertReaders,
  alertsNotified,
  type SavedSearch,
  savedSearches,
  savedSearchKeys,
} from "./alerts.table.ts";
import type { SearchKeys } from "./saved-search.ts";

/** The status is literal SQL, because SQLite does not use partial indexes for bound parameters. */
const isActive = sql`state = 'active'`;
/**
 * Maximum number of searches read per email address. Higher than the limit of searches per address, because stopped
 * searches do not count against that limit.
 */
const MAX_SEARCHES = 10 * SEARCHES_PER_ADDRESS;

export async function readerById(deps: Deps, id: number): Promise<AlertReader | null> {
  const [row] = await deps.db.select().from(alertReaders).where(eq(alertReaders.id, id)).limit(1);
  return row ?? null;
}

export async function readerByEmail(deps: Deps, emailKey: string): Promise<AlertReader | null> {
  const [row] = await deps.db.select().from(alertReaders).where(eq(alertReaders.emailKey, emailKey)).limit(1);
  return row ?? null;
}

/** Returns the recipients with these email addresses (uses index alert_readers_email). */
export const readersByEmail = (deps: Deps, emailKeys: readonly string[]): Promise<AlertReader[]> =>
  deps.db
    .select()
    .from(alertReaders)
    .where(sql`email_key IN (SELECT value FROM json_each(${JSON.stringify(emailKeys)}))`);

/**
 * Stores each subscriber as a recipient of alerts, unless a recipient with the same email address exists. Subscribers
 * who once stopped all alerts stay stopped ({@link forgetReaders}).
 */
export async function insertSubscribedReaders(deps: Deps, subscriberIds: readonly number[]): Promise<void> {
  const ids = JSON.stringify(subscriberIds);
  await deps.db.batch([
    deps.db
      .update(alertReaders)
      .set({ email: sql`subscribers.email`, emailKey: sql`subscribers.email_key`, createdAt: deps.now() })
      .from(sql`subscribers`)
      .where(
        sql`subscribers.id IN (SELECT value FROM json_each(${ids}))
          AND ${alertReaders.addressHash} = subscribers.address_hash AND ${alertReaders.email} = ''`,
      ),
    deps.db
      .insert(alertReaders)
      .select(
        sql`SELECT NULL, email, email_key, address_hash, ${deps.now().getTime()}, NULL FROM subscribers
          WHERE id IN (SELECT value FROM json_each(${ids}))`,
      )
      .onConflictDoNothing(),
  ]);
}

/**
 * Returns the recipient with an email address, or null if the recipient was deleted (uses index
 * alert_readers_address_hash).
 */
export async function readerByHash(deps: Deps, addressHash: string): Promise<AlertReader | null> {
  const [row] = await deps.db
    .select()
    .from(alertReaders)
    .where(and(eq(alertReaders.addressHash, addressHash), sql`email <> ''`))
    .limit(1);
  return row ?? null;
}

/**
 * Returns the recipient with an email address, and the recipient's saved searches, oldest first, in one statement (uses
 * index saved_searches_once).
 */
export const readerWithSearches = (deps: Deps, emailKey: string) =>
  deps.db
    .select({ reader: alertReaders, search: savedSearches })
    .from(alertReaders)
    .leftJoin(savedSearches, eq(savedSearches.readerId, alertReaders.id))
    .where(eq(alertReaders.emailKey, emailKey))
    .orderBy(asc(savedSearches.id))
    .limit(MAX_SEARCHES);

/**
 * Returns the statements that store a recipient unless one with the same email address exists. A recipient who once
 * stopped all alerts gets the address back and stays stopped ({@link forgetReaders}).
 */
export const insertReader = (
  deps: Deps,
  { email, emailKey, addressHash }: Pick<AlertReader, "email" | "emailKey" | "addressHash">,
) =>
  [
    deps.db
      .update(alertReaders)
      .set({ email, emailKey, createdAt: deps.now() })
      .where(and(eq(alertReaders.addressHash, addressHash), sql`email = ''`)),
    deps.db.insert(alertReaders).values({ email, emailKey, addressHash, createdAt: deps.now() }).onConflictDoNothing(),
  ] as const;

/** Returns the statement that allows alerts again after a recipient stopped all of them. */
const resumeReader = (deps: Deps, readerId: SQL | number) =>
  deps.db
    .update(alertReaders)
    .set({ stoppedAt: null })
    .where(sql`address_hash = (SELECT address_hash FROM alert_readers WHERE id = ${readerId})`);

type NewSearch = Pick<
  SavedSearch,
  "name" | "type" | "query" | "meant" | "sealedPlaces" | "searchHash" | "frequency" | "consentVersion" | "confirmedBy"
>;

/**
 * Returns the statements that store a search and queue the email about it. The statements are the same for every email
 * address. A stranger cannot change a confirmed search. A stopped search needs a new confirmation. If the address has
 * reached its limit of searches, nothing is stored, and the email explains the limit.
 */
export function insertSearch(deps: Deps, emailKey: string, wanted: NewSearch, about: string) {
  const now = deps.now();
  const isConfirmed = wanted.confirmedBy !== null;
  const state = isConfirmed ? "active" : "asked";
  const reader = sql`(SELECT id FROM alert_readers WHERE email_key = ${emailKey})`;
  const isOfReader = sql`reader_id = ${reader}`;
  const statements = [
    deps.db
      .insert(savedSearches)
      .select(
        sql`SELECT NULL, ${reader}, ${wanted.name}, ${wanted.type}, ${wanted.query},
          ${wanted.meant === null ? null : JSON.stringify(wanted.meant)}, ${wanted.sealedPlaces}, ${wanted.searchHash}, ${wanted.frequency}, ${state}, ${now.getTime()}, ${now.getTime()}, ${wanted.consentVersion},
          ${isConfirmed ? now.getTime() : null}, ${wanted.confirmedBy}, ${now.getTime()}, NULL
        WHERE (SELECT count(*) FROM saved_searches WHERE ${isOfReader} AND state <> 'stopped') < ${SEARCHES_PER_ADDRESS}
          OR EXISTS (SELECT 1 FROM saved_searches WHERE ${isOfReader} AND search_hash = ${wanted.searchHash} AND state <> 'stopped')`,
      )
      .onConflictDoUpdate({
        target: [savedSearches.readerId, savedSearches.searchHash],
        set: {
          name: wanted.name,
          frequency: wanted.frequency,
          state,
          stateAt: now,
          createdAt: now,
          consentVersion: wanted.consentVersion,
          confirmedAt: isConfirmed ? now : null,
          confirmedBy: wanted.confirmedBy,
          wantedAt: now,
          askedAgainAt: null,
        },
        // Strangers cannot change a confirmed search.
        setWhere: isConfirmed ? sql`true` : sql`saved_searches.state IN ('asked', 'stopped')`,
      }),
    ...(isConfirmed ? [resumeReader(deps, reader)] : []),
    outboxForEach(
      deps,
      "alerts.asked_mail",
      { readerId: sql`reader.id`, searchId: sql`coalesce(search.id, 0)`, about },
      sql`FROM ${alertReaders} AS reader LEFT JOIN saved_searches AS search
        ON search.reader_id = reader.id AND search.search_hash = ${wanted.searchHash} AND search.state <> 'stopped'
        WHERE reader.email_key = ${emailKey}`,
    ),
  ] as const;
  return {
    statements,
    /** SQL for the id of the search, valid once the statements have run. */
    searchId: sql<number>`(SELECT id FROM saved_searches WHERE ${isOfReader} AND search_hash = ${wanted.searchHash})`,
  };
}

/** Returns a search by primary key. */
export async function searchById(deps: Deps, id: number): Promise<SavedSearch | null> {
  const [row] = await deps.db.select().from(savedSearches).where(eq(savedSearches.id, id)).limit(1);
  return row ?? null;
}

/** Returns the searches of a recipient, oldest first (uses index saved_searches_once). */
export const searchesOf = (deps: Deps, readerId: number): Promise<SavedSearch[]> =>
  deps.db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.readerId, readerId))
    .orderBy(asc(savedSearches.id))
    .limit(MAX_SEARCHES);

/** Returns the active searches among `ids` with their recipients, ordered by id (by primary key). */
export async function activeSearches(deps: Deps, ids: readonly number[]) {
  const rows = await deps.db
    .select({ search: savedSearches, reader: alertReaders })
    .from(savedSearches)
    .innerJoin(alertReaders, eq(alertReaders.id, savedSearches.readerId))
    .where(and(sql`${savedSearches.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, isActive));
  const byId = new Map(rows.map((row) => [row.search.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the statements that write the keys of a search, if the search is active. */
export function writeKeys(deps: Deps, searchId: number | SQL<number>, { keys, minRent, maxRent }: SearchKeys) {
  return [
    deps.db.delete(savedSearchKeys).where(sql`search_id = ${searchId}`),
    deps.db.insert(savedSearchKeys).select(
      sql`SELECT value, ${minRent}, ${maxRent}, ${searchId} FROM json_each(${JSON.stringify(keys)})
        WHERE EXISTS (SELECT 1 FROM saved_searches WHERE id = ${searchId} AND ${isActive})`,
    ),
  ] as const;
}

/** Position in the list of candidate searches: the index of the listing's key, and the last row read for that key. */
export interface KeyPosition {
  key: number;
  maxRent: number;
  searchId: number;
}

/**
 * Returns the next searches after a position, at most `limit`, that have one of the listing's keys and allow its rent
 * (uses index alert_keys_wanted). The query also reads, but does not return, searches with the same key and a higher
 * minimum rent.
 */
export async function findCandidateSearches(
  deps: Deps,
  { keys, rent }: { keys: readonly string[]; rent: number },
  after: KeyPosition | null,
  limit: number,
): Promise<KeyPosition[]> {
  const rest = after === null ? [] : await searchesAfter(deps, keys[after.key] ?? "", rent, after, limit);
  if (rest.length >= limit) return rest;
  const others = JSON.stringify(keys.slice(after === null ? 0 : after.key + 1));
  const first = after === null ? 0 : after.key + 1;
  const more = await deps.db.all<KeyPosition>(
    sql`SELECT wanted.key + ${first} AS "key", saved.max_rent AS "maxRent", saved.search_id AS "searchId"
      FROM json_each(${others}) AS wanted CROSS JOIN alert_keys AS saved INDEXED BY alert_keys_wanted
      WHERE saved.key = wanted.value AND saved.max_rent >= ${rent} AND saved.min_rent <= ${rent}
      LIMIT ${limit - rest.length}`,
  );
  return [...rest, ...more];
}

const searchesAfter = (deps: Deps, key: string, rent: number, after: KeyPosition, limit: number) =>
  deps.db.all<KeyPosition>(
    sql`SELECT ${after.key} AS "key", max_rent AS "maxRent", search_id AS "searchId"
      FROM alert_keys INDEXED BY alert_keys_wanted
      WHERE key = ${key} AND (max_rent, search_id) > (${after.maxRent}, ${after.searchId}) AND min_rent <= ${rent}
      ORDER BY max_rent, search_id LIMIT ${limit}`,
  );

/** A change that its owner makes to a saved search. */
export type SearchChange = Partial<Omit<SavedSearch, "id" | "readerId" | "createdAt">>;

/** Returns the statement that changes a recipient's search, including its state and when it was last confirmed. */
export const updateSearch = (
  deps: Deps,
  { id, readerId }: Pick<SavedSearch, "id" | "readerId">,
  change: SearchChange,
) =>
  deps.db
    .update(savedSearches)
    .set({ ...change, ...(change.state !== undefined && { stateAt: deps.now() }) })
    .where(and(eq(savedSearches.id, id), eq(savedSearches.readerId, readerId)))
    .returning();

export const resumeAlerts = (deps: Deps, readerId: number) => resumeReader(deps, readerId);

/** Returns the statement that deletes the keys of searches. */
const deleteKeys = (deps: Deps, ids: SQL) => deps.db.delete(savedSearchKeys).where(sql`search_id IN (${ids})`);

/** Deletes a saved search and its matches. */
export async function deleteSearch(deps: Deps, { id, readerId }: Pick<SavedSearch, "id" | "readerId">): Promise<void> {
  await deps.db.batch([
    deleteKeys(deps, sql`${id}`),
    deps.db.delete(alertMatches).where(sql`reader_id = ${readerId} AND search_id = ${id}`),
    deps.db.delete(savedSearches).where(and(eq(savedSearches.id, id), eq(savedSearches.readerId, readerId))),
  ]);
}

/** Stops all saved searches of some recipients, and all other alerts to them. A repeated call changes nothing. */
async function stopReaders(deps: Deps, isReader: SQL): Promise<void> {
  const readers = sql`SELECT id FROM alert_readers WHERE ${isReader}`;
  const now = deps.now();
  await deps.db.batch([
    deps.db
      .update(alertReaders)
      .set({ stoppedAt: now })
      .where(and(isReader, isNull(alertReaders.stoppedAt))),
    deleteKeys(deps, sql`SELECT id FROM saved_searches WHERE reader_id IN (${readers})`),
    deps.db
      .update(savedSearches)
      .set({ state: "stopped", stateAt: now })
      .where(and(sql`reader_id IN (${readers})`, sql`state <> 'stopped'`)),
    deps.db.delete(alertMatches).where(sql`reader_id IN (${readers})`),
  ]);
}

export const stopReader = (deps: Deps, id: number) => stopReaders(deps, sql`id = ${id}`);
/** Stops all alerts to an email address (uses index alert_readers_address_hash). */
export const stopAddress = (deps: Deps, addressHash: string) => stopReaders(deps, sql`address_hash = ${addressHash}`);

/**
 * Deletes an email address's recipient, searches, matches and notifications (uses index alert_readers_address_hash).
 */
export async function deleteReader(deps: Deps, addressHash: string): Promise<void> {
  const reader = sql`SELECT id FROM alert_readers WHERE address_hash = ${addressHash}`;
  await deps.db.batch([
    deleteKeys(deps, sql`SELECT id FROM saved_searches WHERE reader_id IN (${reader})`),
    deps.db.delete(alertMatches).where(sql`reader_id IN (${reader})`),
    deps.db.delete(savedSearches).where(sql`reader_id IN (${reader})`),
    deps.db.delete(alertReaders).where(eq(alertReaders.addressHash, addressHash)),
    deps.db.delete(alertsNotified).where(sql`address_hash = ${addressHash}`),
  ]);
}

/** Returns the searches among `ids` that belong to these recipients. */
export const searchesAmong = (deps: Deps, readerIds: readonly number[], ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : deps.db
        .select()
        .from(savedSearches)
        .where(
          sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
            AND reader_id IN (SELECT value FROM json_each(${JSON.stringify(readerIds)}))`,
        );

/**
 * Returns active searches that were last confirmed before a time and whose owners have not been asked to confirm again
 * (uses index saved_searches_wanted).
 */
export const searchesToAskAgain = (deps: Deps, wantedBefore: Date, limit: number) =>
  deps.db
    .selectDistinct({ readerId: savedSearches.readerId })
    .from(savedSearches)
    .where(sql`${isActive} AND asked_again_at IS NULL AND wanted_at < ${wantedBefore.getTime()}`)
    .limit(limit);

/**
 * Returns the statements that queue one question for each recipient. The question covers all of the recipient's
 * searches that are due.
 */
export function askAgain(deps: Deps, readerIds: readonly number[], wantedBefore: Date) {
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(readerIds)}))`;
  return [
    deps.db
      .update(savedSearches)
      .set({ askedAgainAt: deps.now() })
      .where(
        sql`reader_id IN ${ids} AND ${isActive} AND asked_again_at IS NULL AND wanted_at < ${wantedBefore.getTime()}`,
      ),
    outboxForEach(
      deps,
      "alerts.still_mail",
      { readerId: sql`id`, about: deps.now().getTime() },
      sql`FROM alert_readers WHERE id IN ${ids}`,
    ),
  ] as const;
}

/**
 * Pauses searches whose owners did not answer the question whether they are still looking for a home (uses index
 * saved_searches_asked_again).
 * @returns the number of paused searches, at most `limit`
 */
export async function pauseUnanswered(deps: Deps, askedBefore: Date, limit: number): Promise<number> {
  const isUnanswered = sql`${isActive} AND asked_again_at IS NOT NULL AND asked_again_at < ${askedBefore.getTime()}`;
  const rows = await deps.db.select({ id: savedSearches.id }).from(savedSearches).where(isUnanswered).limit(limit);
  const ids = sql`SELECT value FROM json_each(${JSON.stringify(rows.map(({ id }) => id))})`;
  if (rows.length === 0) return 0;
  // The conditions apply again, because an owner may have answered in the meantime.
  await deps.db.batch([
    deleteKeys(deps, sql`SELECT id FROM saved_searches WHERE id IN (${ids}) AND ${isUnanswered}`),
    deps.db
      .update(savedSearches)
      .set({ state: "paused", stateAt: deps.now() })
      .where(sql`id IN (${ids}) AND ${isUnanswered}`),
  ]);
  return rows.length;
}

/** Deletes searches that were never confirmed or were stopped (uses index saved_searches_leaving). */
export async function deleteOldSearches(
  deps: Deps,
  { askedBefore, stoppedBefore }: Record<"askedBefore" | "stoppedBefore", Date>,
): Promise<void> {
  await deleteInBatches(
    deps,
    "saved_searches",
    sql`state IN ('asked', 'stopped') AND state_at < iif(state = 'asked', ${askedBefore.getTime()}, ${stoppedBefore.getTime()})`,
  );
}

/**
 * Deletes old recipients that have no searches, matches or notifications, starting after an id (by primary key). Keeps
 * the keyed hash of an email address that stopped all alerts, so that no alert restarts on its own.
 * @returns the last id that was checked; null at the end
 */
export async function forgetReaders(deps: Deps, after: number, before: Date, limit: number): Promise<number | null> {
  const rows = await deps.db
    .select({ id: alertReaders.id })
    .from(alertReaders)
    .where(sql`id > ${after}`)
    .orderBy(asc(alertReaders.id))
    .limit(limit);
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  const isUnused = sql`id > ${after} AND id <= ${last} AND created_at < ${before.getTime()}
    AND NOT EXISTS (SELECT 1 FROM saved_searches WHERE reader_id = alert_readers.id)
    AND NOT EXISTS (SELECT 1 FROM alert_matches WHERE reader_id = alert_readers.id)
    AND NOT EXISTS (SELECT 1 FROM alerts_notified WHERE alerts_notified.address_hash = alert_readers.address_hash)`;
  await deps.db.batch([
    deps.db.delete(alertReaders).where(and(isUnused, isNull(alertReaders.stoppedAt))),
    deps.db
      .update(alertReaders)
      .set({ email: "", emailKey: sql`address_hash` })
      .where(and(isUnused, sql`email <> ''`)),
  ]);
  return rows.length < limit ? null : last;
}
