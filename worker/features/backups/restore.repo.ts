import { notInArray, type SQL, sql } from "drizzle-orm";
import type { WithdrawalEntry } from "./backup-format.ts";
import type { OutboxKind } from "../../platform/outbox.schemas.ts";
import type { Deps } from "../../platform/deps.ts";

// Withdrawal entries to replay. A restore changes tables of all features, so all its statements are in this file.

type Entries = readonly Pick<WithdrawalEntry, "ref" | "hash" | "detail">[];

/** Returns a subquery with one row for each withdrawal entry. */
const rowsOf = (entries: Entries) =>
  sql`(SELECT value ->> '$.ref' AS ref, value ->> '$.hash' AS hash, value ->> '$.detail' AS detail
    FROM json_each(${JSON.stringify(entries)}))`;
/** Returns the entries' ids as numbers. */
const ids = (entries: Entries) => sql`(SELECT CAST(ref AS INTEGER) FROM ${rowsOf(entries)})`;
const refs = (entries: Entries) => sql`(SELECT ref FROM ${rowsOf(entries)})`;
const hashes = (entries: Entries) => sql`(SELECT hash FROM ${rowsOf(entries)} WHERE hash <> '')`;

/**
 * Runs statements in order.
 * @returns the total number of rows that the statements changed
 */
async function change(deps: Deps, ...statements: SQL[]): Promise<number> {
  let changed = 0;
  for (const statement of statements) changed += (await deps.db.run(statement)).meta.changes;
  return changed;
}

const HAS_LEFT = sql.raw("('unsubscribed', 'suppressed')");

/** Ends the subscriptions that people ended after the backup, and records this in their consent history. */
export async function replayLeft(deps: Deps, entries: Entries): Promise<number> {
  const now = deps.now().getTime();
  await change(
    deps,
    sql`INSERT INTO consents (subscriber_id, at, kind, method)
      SELECT id, ${now}, 'withdrawn', 'restore' FROM subscribers
      WHERE id IN ${ids(entries)} AND status NOT IN ${HAS_LEFT}`,
  );
  return change(
    deps,
    sql`UPDATE subscribers SET status = entry.detail, unsubscribed_at = ${now}, confirm_version = confirm_version + 1
      FROM ${rowsOf(entries)} AS entry
      WHERE subscribers.id = CAST(entry.ref AS INTEGER) AND subscribers.status NOT IN ${HAS_LEFT}`,
  );
}

/** Deletes erased subscribers, and all data stored under the hashes of their addresses. */
export async function replayErasedSubscribers(deps: Deps, entries: Entries): Promise<number> {
  await change(deps, sql`DELETE FROM consents WHERE subscriber_id IN ${ids(entries)}`);
  const deleted = await change(deps, sql`DELETE FROM subscribers WHERE id IN ${ids(entries)}`);
  await replayErasedAddresses(deps, entries);
  return deleted;
}

/** Deletes all data stored under the hashes of addresses. */
export const replayErasedAddresses = (deps: Deps, entries: Entries) =>
  change(
    deps,
    sql`DELETE FROM proven_addresses WHERE address_hash IN ${hashes(entries)}`,
    sql`DELETE FROM mail_places WHERE address_hash IN ${hashes(entries)}`,
  );

/** Stores suppressions. Ends the subscriptions and follows of the suppressed addresses. */
export async function replaySuppressions(deps: Deps, entries: Entries): Promise<number> {
  const now = deps.now().getTime();
  const stored = await change(
    deps,
    sql`INSERT OR IGNORE INTO mail_suppressions (address_hash, reason, at)
      SELECT hash, detail, ${now} FROM ${rowsOf(entries)} WHERE hash <> ''`,
  );
  await change(
    deps,
    sql`UPDATE subscribers SET status = 'suppressed', unsubscribed_at = ${now}, confirm_version = confirm_version + 1
      WHERE address_hash IN ${hashes(entries)} AND status <> 'suppressed'`,
    sql`UPDATE forum_follows SET stopped_at = ${now}, confirmed_at = NULL, token_version = token_version + 1
      WHERE address_hash IN ${hashes(entries)} AND stopped_at IS NULL`,
  );
  return stored;
}

/**
 * Ends suppressions that were lifted after the backup. The email address may then sign up again, unless it is still
 * suppressed for another reason.
 */
export async function replayEndedSuppressions(deps: Deps, entries: Entries): Promise<number> {
  const ended = await change(
    deps,
    sql`DELETE FROM mail_suppressions WHERE (address_hash, reason) IN (SELECT hash, detail FROM ${rowsOf(entries)})`,
  );
  await change(
    deps,
    sql`UPDATE subscribers SET status = 'unsubscribed'
      WHERE address_hash IN ${hashes(entries)} AND status = 'suppressed'
      AND NOT EXISTS (SELECT 1 FROM mail_suppressions AS known WHERE known.address_hash = subscribers.address_hash)`,
  );
  return ended;
}

export const replayStoppedFollows = (deps: Deps, entries: Entries) =>
  change(
    deps,
    sql`UPDATE forum_follows SET stopped_at = ${deps.now().getTime()}, confirmed_at = NULL, token_version = token_version + 1
      WHERE id IN ${ids(entries)} AND stopped_at IS NULL`,
  );

export const replayErasedFollows = (deps: Deps, entries: Entries) =>
  change(deps, sql`DELETE FROM forum_follows WHERE id IN ${ids(entries)}`);

export const replayDeletedShortlists = (deps: Deps, entries: Entries) =>
  change(deps, sql`DELETE FROM shortlists WHERE id IN ${ids(entries)}`);

export const replayErasedVips = (deps: Deps, entries: Entries) =>
  change(deps, sql`UPDATE vip_subscriptions SET email_key = NULL WHERE id IN ${refs(entries)}`);

/** Removes people who left, and all their ways to sign in. */
export const replayLeftPeople = (deps: Deps, entries: Entries) =>
  change(deps, sql`DELETE FROM people WHERE id IN ${ids(entries)}`);

/**
 * Sets people's roles to their latest values.
 * @param entries withdrawal entries whose detail is the role
 */
export const replayRoles = (deps: Deps, entries: Entries) =>
  change(
    deps,
    sql`UPDATE people SET role = entry.detail FROM ${rowsOf(entries)} AS entry
      WHERE people.id = CAST(entry.ref AS INTEGER) AND people.role <> entry.detail`,
  );

/** Removes from the audit log the names of people who had their names erased. */
export const replayForgottenPeople = (deps: Deps, entries: Entries) =>
  change(
    deps,
    sql`UPDATE audit_log SET person_name = NULL WHERE person_id IN ${ids(entries)} AND person_name IS NOT NULL`,
  );

/** Removes again the passkeys that were removed after the backup. */
export const replayLeftPasskeys = (deps: Deps, entries: Entries) =>
  change(deps, sql`DELETE FROM passkeys WHERE id IN ${ids(entries)}`);

/**
 * Hides listings that stopped being public after the backup. A landlord's deletion is final, because the photos are
 * already deleted.
 * @param entries withdrawal entries whose detail is `{status}:{who deleted it}`
 */
export function replayListingStates(deps: Deps, entries: Entries): Promise<number> {
  const now = deps.now().getTime();
  const isDeleted = sql`entry.detail LIKE 'deleted:%'`;
  const isFinal = sql`entry.detail = 'deleted:owner'`;
  return change(
    deps,
    sql`UPDATE listings SET
        deleted_from = iif(${isDeleted}, status, NULL),
        deleted_at = iif(${isDeleted}, ${now}, NULL),
        deleted_by = iif(${isDeleted}, substr(entry.detail, 9), NULL),
        photos = iif(${isFinal}, '[]', photos), preview = iif(${isDeleted}, NULL, preview),
        token_version = token_version + ${isFinal}, revision = revision + 1,
        status = substr(entry.detail, 1, instr(entry.detail, ':') - 1)
      FROM ${rowsOf(entries)} AS entry
      WHERE listings.id = CAST(entry.ref AS INTEGER) AND listings.status <> 'deleted'
      AND listings.status <> substr(entry.detail, 1, instr(entry.detail, ':') - 1)`,
  );
}

/**
 * Deletes again the posts that were deleted after the backup. @param entries withdrawal entries whose detail is `1:{who
 * deleted it}`
 */
export const replayDeletedPosts = (deps: Deps, table: "forum_threads" | "forum_comments", entries: Entries) =>
  change(
    deps,
    sql`UPDATE ${sql.raw(table)} SET is_deleted = 1, deleted_by = substr(entry.detail, 3), deleted_at = ${deps.now().getTime()}
      FROM ${rowsOf(entries)} AS entry
      WHERE ${sql.raw(table)}.id = CAST(entry.ref AS INTEGER) AND is_deleted = 0`,
  );

/** Claims the single emails that were sent after the backup, so that none is sent again. */
export const replayMailClaims = (deps: Deps, entries: Entries) => {
  const now = deps.now().getTime();
  return change(
    deps,
    sql`INSERT OR IGNORE INTO mail_claims (key, claimed_at, sent_at) SELECT ref, ${now}, ${now} FROM ${rowsOf(entries)}`,
  );
};

/**
 * Kinds of queued work that may be repeated. All other work that was waiting at the time of the backup is dropped,
 * above all emails, because it may have been done since.
 */
const REPEATABLE: readonly OutboxKind[] = [
  "listing.smaller_photos",
  "listing.draw_previews",
  "listing.compare_photos",
  "market.compare_again",
  "vip.started",
  "places.enrich",
];

/**
 * Drops waiting work that must not be repeated, and queues the rest again. @returns the number of dropped outbox
 * entries
 */
export async function dropWaitingWork(deps: Deps): Promise<number> {
  const isOpen = sql`done_at IS NULL AND gave_up_at IS NULL`;
  const dropped = await change(
    deps,
    sql`DELETE FROM outbox WHERE ${isOpen} AND ${notInArray(sql`kind`, [...REPEATABLE])}`,
  );
  await change(deps, sql`UPDATE outbox SET relayed_at = NULL, leased_until = NULL WHERE ${isOpen}`);
  return dropped;
}

/** The photos of a listing, identified by their hashes. */
export interface ListedPhotos {
  id: number;
  prefix: string;
  hashes: string[];
}

/**
 * Returns listings with photos whose photo prefixes are after `after`, up to and including `upTo` (uses index
 * listings_photo_prefix). Leaves out photos that are not yet in R2.
 */
export async function listedPhotos(deps: Deps, after: string, upTo: string): Promise<ListedPhotos[]> {
  const rows = await deps.db.all<{ id: number; prefix: string; hashes: string }>(
    sql`SELECT id, photo_prefix AS prefix, (
        SELECT json_group_array(photo.value ->> '$.hash') FROM json_each(listings.photos) AS photo
        WHERE NOT EXISTS (SELECT 1 FROM waiting_photos AS waiting
          WHERE waiting.prefix = listings.photo_prefix AND waiting.hash = photo.value ->> '$.hash')
      ) AS hashes
      FROM listings WHERE photo_prefix > ${after} AND photo_prefix <= ${upTo} AND photos <> '[]'`,
  );
  return rows.map(({ id, prefix, hashes }) => ({ id, prefix, hashes: JSON.parse(hashes) as string[] }));
}

/** Returns the photo prefixes among `prefixes` that belong to no listing (uses index listings_photo_prefix). */
export async function prefixesWithoutListing(deps: Deps, prefixes: readonly string[]): Promise<string[]> {
  const rows = await deps.db.all<{ prefix: string }>(
    sql`SELECT value AS prefix FROM json_each(${JSON.stringify(prefixes)})
      WHERE NOT EXISTS (SELECT 1 FROM listings WHERE photo_prefix = value)`,
  );
  return rows.map(({ prefix }) => prefix);
}

/** Removes photos from listings. */
export const dropPhotos = (deps: Deps, gone: readonly ListedPhotos[]) =>
  change(
    deps,
    sql`UPDATE listings SET revision = revision + 1, photos = (
        SELECT json_group_array(json(photo.value)) FROM json_each(listings.photos) AS photo
        WHERE photo.value ->> '$.hash' NOT IN (SELECT value FROM json_each(entry.hashes))
      )
      FROM (SELECT value ->> '$.id' AS id, value ->> '$.hashes' AS hashes FROM json_each(${JSON.stringify(gone)})) AS entry
      WHERE listings.id = entry.id`,
  );

/**
 * Stops or pauses saved searches that were stopped or paused after the backup. Deletes their keys, so that no listing
 * matches them.
 */
export async function replayStoppedSearches(deps: Deps, entries: Entries): Promise<number> {
  await change(deps, sql`DELETE FROM alert_keys WHERE search_id IN ${ids(entries)}`);
  return change(
    deps,
    sql`UPDATE saved_searches SET state = entry.detail, state_at = ${deps.now().getTime()}
      FROM ${rowsOf(entries)} AS entry
      WHERE saved_searches.id = CAST(entry.ref AS INTEGER) AND saved_searches.state = 'active'`,
  );
}

/** Stops all alerts to email addresses that stopped them after the backup. */
export async function replayStoppedAlerts(deps: Deps, entries: Entries): Promise<number> {
  const now = deps.now().getTime();
  const searches = sql`SELECT id FROM saved_searches WHERE reader_id IN ${ids(entries)}`;
  await change(
    deps,
    sql`DELETE FROM alert_keys WHERE search_id IN (${searches})`,
    sql`UPDATE saved_searches SET state = 'stopped', state_at = ${now}
      WHERE reader_id IN ${ids(entries)} AND state <> 'stopped'`,
    sql`DELETE FROM alert_matches WHERE reader_id IN ${ids(entries)}`,
  );
  return change(
    deps,
    sql`UPDATE alert_readers SET stopped_at = ${now} WHERE id IN ${ids(entries)} AND stopped_at IS NULL`,
  );
}

export async function replayErasedSearches(deps: Deps, entries: Entries): Promise<number> {
  await change(
    deps,
    sql`DELETE FROM alert_keys WHERE search_id IN ${ids(entries)}`,
    sql`DELETE FROM alert_matches WHERE search_id IN ${ids(entries)}`,
  );
  return change(deps, sql`DELETE FROM saved_searches WHERE id IN ${ids(entries)}`);
}

export async function replayErasedAlerts(deps: Deps, entries: Entries): Promise<number> {
  await change(
    deps,
    sql`DELETE FROM alert_matches WHERE reader_id IN ${ids(entries)}`,
    sql`DELETE FROM alerts_notified WHERE address_hash IN ${hashes(entries)}`,
    sql`DELETE FROM alert_keys WHERE search_id IN (SELECT id FROM saved_searches WHERE reader_id IN ${ids(entries)})`,
    sql`DELETE FROM saved_searches WHERE reader_id IN ${ids(entries)}`,
  );
  return change(deps, sql`DELETE FROM alert_readers WHERE id IN ${ids(entries)}`);
}

/** Records again which homes an email address was notified of, so that no other mailing includes them. */
export const replayNotifiedHomes = (deps: Deps, entries: Entries) =>
  change(
    deps,
    sql`INSERT OR IGNORE INTO alerts_notified (address_hash, listing_id, news, mailing, search_id, from_cents, at)
      SELECT hash, CAST(ref AS INTEGER), detail ->> '$[0]', detail ->> '$[1]', detail ->> '$[2]', detail ->> '$[3]',
        ${deps.now().getTime()} FROM ${rowsOf(entries)} WHERE hash <> ''`,
  );
