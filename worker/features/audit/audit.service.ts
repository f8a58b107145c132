import { is, SQL } from "drizzle-orm";
import { DAY_MS } from "../../contracts/days.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { AuditActor, AuditEntry } from "../../contracts/audit.ts";
import type { Deps } from "../../platform/deps.ts";
import {
  auditEntries,
  deleteEntriesBefore,
  entriesOfTarget,
  entriesSinceRevision,
  insertEntry,
  insertIfChanged,
} from "./audit.repo.ts";

export {
  auditChangedRows,
  countEntriesOfPerson,
  forgetPersonInAudit,
  latestOwnerAddress,
  listingsWithFormerEmail,
  redactAudit,
} from "./audit.repo.ts";

/**
 * A change to audit. `before` and `after` hold only the changed fields; long texts are truncated, so that an entry
 * takes at most 4 KB.
 */
export interface AuditedChange {
  actor: AuditActor;
  action: string;
  targetType: string;
  /** SQL where the change itself makes the id. */
  targetId: number | string | SQL;
  before?: Record<string, unknown> | null;
  /** {@link auditChangedRows} where only the number of changed rows is known. */
  after?: Record<string, unknown> | SQL | null;
  /** Null for changes by the system. */
  ipAddress: string | null;
}

/** The moderator who makes a change. */
export interface Moderator {
  actor: "admin";
  ipAddress: string;
}

/** Size limit of an entry in bytes, with all columns. */
const ENTRY_BYTES = 4_096;
/** Bytes of an entry's numeric columns and SQLite's row overhead. */
const FIXED_BYTES = 64;
/** Lengths to which long texts are truncated, tried in order until the entry fits; the last always fits. */
const TEXT_LENGTHS = [2_000, 1_000, 500, 250, 120, 60, 0];
/** Fields per entry, more than any target has. */
const MAX_FIELDS = 30;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** A value with its texts truncated to a length, followed by the number of missing characters. */
function truncateValue(value: unknown, length: number): unknown {
  if (typeof value === "string") {
    const missing = value.length - length;
    if (missing <= 0) return value;
    // The cut may split a surrogate pair.
    return `${value.slice(0, length).toWellFormed()}… [cut: ${missing.toLocaleString("en-CA")} more characters]`;
  }
  if (typeof value !== "object" || value === null) return value;
  const json = JSON.stringify(value);
  return json.length <= Math.max(length, 250) ? value : truncateValue(json, length);
}

type Fields = Record<string, unknown>;

const truncateFields = (values: Fields | null | undefined, length: number) =>
  values &&
  Object.fromEntries(
    Object.entries(values)
      .slice(0, MAX_FIELDS)
      .map(([field, value]) => [field, truncateValue(value, length)]),
  );

/** A change with field values instead of {@link auditChangedRows}. */
type DetailedChange = Omit<AuditedChange, "targetId"> & { targetId: number | string; after?: Fields | null };

/** An entry of at most {@link ENTRY_BYTES}, with the longest texts truncated. */
function fitEntry(change: DetailedChange) {
  const { actor, action, targetType, ipAddress } = change;
  const entry: DetailedChange & { targetId: string } = { ...change, targetId: String(change.targetId) };
  const others = FIXED_BYTES + bytesOf([actor, action, targetType, entry.targetId, ipAddress ?? ""].join(""));
  for (const length of [Number.POSITIVE_INFINITY, ...TEXT_LENGTHS]) {
    entry.before = truncateFields(change.before, length) ?? null;
    entry.after = truncateFields(change.after, length) ?? null;
    const bytes = others + bytesOf(JSON.stringify(entry.before)) + bytesOf(JSON.stringify(entry.after));
    if (bytes <= ENTRY_BYTES) break;
  }
  return entry;
}

/**
 * The statement that records a change. It must follow the change in the same batch: it writes only if that changed a
 * row, so the log contains exactly the changes that happened.
 */
export function auditIfChanged(deps: Deps, change: AuditedChange) {
  const { after, targetId } = change;
  const isKnown = !is(after, SQL);
  const entry = fitEntry({
    ...change,
    targetId: is(targetId, SQL) ? "" : targetId,
    after: isKnown ? (after ?? null) : null,
  });
  return insertIfChanged(deps, { ...entry, ...(!isKnown && { after }), ...(is(targetId, SQL) && { targetId }) });
}

/** Audits an action that changes no row, such as a test mail. */
export async function audit(deps: Deps, change: DetailedChange): Promise<void> {
  await insertEntry(deps, fitEntry(change));
}

/** The latest entries of one target, newest first. */
export async function readAuditOfTarget(
  deps: Deps,
  targetType: string,
  targetId: number | string,
  limit: number,
): Promise<AuditEntry[]> {
  return (await entriesOfTarget(deps, targetType, String(targetId), limit)).map(toAuditEntry);
}

/** Most changes that a refused decision tells of. */
const DIFFERENCES = 20;

/**
 * Changes of a listing since a revision, oldest first; without one the latest alone. Entries from before revisions were
 * recorded have none.
 */
export async function readChangesSince(deps: Deps, listingId: number, revision: number | undefined) {
  const rows =
    revision === undefined
      ? await entriesOfTarget(deps, "listing", String(listingId), 1)
      : await entriesSinceRevision(deps, listingId, revision, DIFFERENCES);
  return rows.map(toAuditEntry);
}

/** An entry as it is answered. */
export function toAuditEntry(row: Awaited<ReturnType<typeof auditEntries>>[number]): AuditEntry {
  const { id, at, actor, action, targetType, targetId, before, after, ipAddress, personId, personName } = row;
  return {
    id,
    at: at.toISOString(),
    actor,
    person: personId === null ? null : { id: personId, name: personName },
    action,
    targetType,
    targetId,
    before: before ?? null,
    after: after ?? null,
    ipAddress,
  };
}

const KEPT_MS = RETENTION_DAYS.auditEntry * DAY_MS;

/** Deletes entries past their retention at `time`. */
export const pruneAudit = (deps: Deps, time: Date) => deleteEntriesBefore(deps, new Date(time.getTime() - KEPT_MS));
