import { is, SQL } from "drizzle-orm";
import {
  type AuditActor,
  type AuditEntry,
  AUDIT_ACTORS,
  AUDIT_CSV_ROWS,
  AUDIT_SEARCH_MAX,
  type ListedAuditEntry,
} from "../../contracts/audit.ts";
import { toCsv } from "../../contracts/csv.ts";
import { DAY_MS, daysAfter, isDay } from "../../contracts/days.ts";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import { truncateLine } from "../../contracts/text.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { type PageWindow, readId } from "../../platform/paging.ts";
import { torontoDayStart } from "../../platform/toronto-time.ts";
import {
  auditEntries,
  deleteEntriesBefore,
  entriesOfTarget,
  entriesSinceRevision,
  insertEntry,
  type AuditFilter,
  countEntries,
  peopleInAudit,
  revisionOf,
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
 * A change to record. `before` and `after` contain only the changed fields. Long texts are truncated to keep an entry
 * within 4 KB.
 */
export interface AuditedChange {
  actor: AuditActor;
  action: string;
  targetType: string;
  /** The target's id, or SQL if the change itself creates the id. */
  targetId: number | string | SQL;
  before?: Record<string, unknown> | null;
  /** Values after the change, or {@link auditChangedRows} if only the number of changed rows is known. */
  after?: Record<string, unknown> | SQL | null;
  /** IP address of the actor. Null for changes by the system. */
  ipAddress: string | null;
  /** The listing's revision after the change. */
  revision?: number;
}

/** The moderator who makes a change. */
export interface Moderator {
  actor: "admin";
  ipAddress: string;
}

/** Size limit of an audit entry in bytes, including all columns. */
const ENTRY_BYTES = 4_096;
/** Bytes of an entry's numeric columns and SQLite's row overhead. */
const FIXED_BYTES = 64;
/** Lengths to which long texts are truncated, tried in this order until the entry fits. The last length always fits. */
const TEXT_LENGTHS = [2_000, 1_000, 500, 250, 120, 60, 0];
/** Maximum number of fields per audit entry, more than any target has. */
const MAX_FIELDS = 30;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Truncates the texts in a value to a length. Each truncated text ends with the number of missing characters. */
function truncateValue(value: unknown, length: number): unknown {
  if (typeof value === "string") {
    const missing = value.length - length;
    if (missing <= 0) return value;
    // Cutting may split a surrogate pair.
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

/** A change whose `after` contains field values instead of {@link auditChangedRows}. */
type DetailedChange = Omit<AuditedChange, "targetId"> & { targetId: number | string; after?: Fields | null };

/** Builds an audit entry of at most {@link ENTRY_BYTES} by truncating the longest texts. */
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
 * Returns the statement that records a change. It must run in the same batch as the change, so that the log contains
 * exactly the changes that happened.
 */
export function auditEntry(deps: Deps, change: AuditedChange) {
  const { after, targetId } = change;
  const isKnown = !is(after, SQL);
  const entry = fitEntry({
    ...change,
    targetId: is(targetId, SQL) ? "" : targetId,
    after: isKnown ? (after ?? null) : null,
  });
  return insertEntry(deps, {
    ...entry,
    ...(!isKnown && { after }),
    ...(is(targetId, SQL) && { targetId }),
    revision: change.revision ?? (change.targetType === "listing" ? revisionOf(targetId) : null),
  });
}

/** Records an action that changes no row, such as a test email. */
export async function audit(deps: Deps, change: DetailedChange): Promise<void> {
  await insertEntry(deps, fitEntry(change));
}

/** Returns the latest audit entries of one target, newest first. */
export async function readAuditOfTarget(
  deps: Deps,
  targetType: string,
  targetId: number | string,
  limit: number,
): Promise<AuditEntry[]> {
  return (await entriesOfTarget(deps, targetType, String(targetId), limit)).map(toAuditEntry);
}

/** Maximum number of changes in the response to a refused decision. */
const DIFFERENCES = 20;

/**
 * Returns the changes of a listing since a revision, oldest first. Without a revision, returns only the latest change.
 * Entries from before the revision column existed have no revision.
 */
export async function readChangesSince(deps: Deps, listingId: number, revision: number | undefined) {
  const rows =
    revision === undefined
      ? await entriesOfTarget(deps, "listing", String(listingId), 1)
      : await entriesSinceRevision(deps, listingId, revision, DIFFERENCES);
  return rows.map(toAuditEntry);
}

/** Converts an audit entry to its form in responses. */
function toAuditEntry(row: Awaited<ReturnType<typeof auditEntries>>[number]): AuditEntry {
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

/** Deletes the audit entries whose retention period has ended by `time`. */
export const pruneAudit = (deps: Deps, time: Date) => deleteEntriesBefore(deps, new Date(time.getTime() - KEPT_MS));

/** The target of an audit entry: its name, and its public page if it has one. */
interface AuditTarget {
  about: string;
  path: string | null;
}

/** Look-ups in other features on which the audit log depends. */
export interface AuditTargets {
  /** Looks up some listings, discussions and comments by their ids. */
  describe(
    deps: Deps,
    ids: Record<"listing" | "thread" | "comment", readonly number[]>,
  ): Promise<(type: string, id: number) => AuditTarget | null>;
  /** Returns the ids of listings whose address or landlord matches a text. */
  findListings(deps: Deps, text: string): Promise<number[]>;
}

type Query = Readonly<Record<string, string | undefined>>;

/** @throws AppError `request.unknown_filter` naming the parameter */
function refuse(name: string, text: string): never {
  throw new AppError("request.unknown_filter", { message: text, fields: { [name]: text } });
}

function actorOf(text: string): AuditFilter["actor"] {
  return (
    AUDIT_ACTORS.find((known) => known === text) ??
    readId(text) ??
    refuse("actor", `actor is one of ${AUDIT_ACTORS.join(", ")}, or a person's id.`)
  );
}

/**
 * Parses the audit filter in a query string: `q`, `actor`, `action`, `from` and `until` (Toronto days, both included).
 * @throws AppError `request.unknown_filter`
 */
async function readFilter(deps: Deps, query: Query, { findListings }: AuditTargets): Promise<AuditFilter> {
  const { actor = "", action = "", from = "", until = "" } = query;
  for (const [name, day] of Object.entries({ from, until }))
    if (day !== "" && !isDay(day)) refuse(name, `${name} is a day such as 2026-11-23.`);
  if (!/^(?:[a-z_]{1,30}(?:\.[a-z_]{1,30})?)?$/.test(action))
    refuse("action", "action is one such as listing.approve.");
  const q = truncateLine(query.q ?? "", AUDIT_SEARCH_MAX);
  return {
    ...(actor !== "" && { actor: actorOf(actor) }),
    ...(action !== "" && { action }),
    ...(from !== "" && { from: torontoDayStart(from) }),
    ...(until !== "" && { until: torontoDayStart(daysAfter(until, 1)) }),
    ...(q !== "" && { found: await findTargets(deps, q, findListings) }),
  };
}

async function findTargets(deps: Deps, q: string, findListings: AuditTargets["findListings"]) {
  const [people, listingIds] = await Promise.all([peopleInAudit(deps), findListings(deps, q)]);
  const wanted = q.toLowerCase();
  const personIds = people.filter(({ name }) => name?.toLowerCase().includes(wanted)).map(({ id }) => id);
  return { listingIds, personIds, targetId: q.replace(/^#/, "") };
}

/** Converts audit entries to their form in responses, with their subjects. */
async function withSubjects(
  deps: Deps,
  rows: Awaited<ReturnType<typeof auditEntries>>,
  { describe }: AuditTargets,
): Promise<ListedAuditEntry[]> {
  const idsOf = (type: string) => [
    ...new Set(rows.flatMap((row) => (row.targetType === type ? (readId(row.targetId) ?? []) : []))),
  ];
  const find = await describe(deps, {
    listing: idsOf("listing"),
    thread: idsOf("thread"),
    comment: idsOf("comment"),
  });
  return rows.map((row) => {
    const { about, path } = find(row.targetType, Number(row.targetId)) ?? { about: null, path: null };
    return { ...toAuditEntry(row), about, path };
  });
}

/**
 * Returns a page of the audit log, newest first, and the number of matching entries. For a search, the number is at
 * most 10,000.
 * @throws AppError `request.unknown_filter`
 */
export async function searchAudit(
  deps: Deps,
  query: Query,
  paging: PageWindow,
  targets: AuditTargets,
): Promise<{ rows: ListedAuditEntry[]; total: number }> {
  const filter = await readFilter(deps, query, targets);
  const isAll = Object.keys(filter).length === 0;
  const [rows, total] = await Promise.all([
    auditEntries(deps, filter, paging),
    isAll ? readCounter(deps, "audit") : countEntries(deps, filter),
  ]);
  return { rows: await withSubjects(deps, rows, targets), total };
}

/** Returns all people in the audit log, sorted by name, including people who left. */
export async function readAuditPeople(deps: Deps): Promise<{ id: number; name: string }[]> {
  const named = (await peopleInAudit(deps)).flatMap(({ id, name }) => (name === null ? [] : [{ id, name }]));
  return named.toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
}

/** Number of entries whose subjects are looked up at once: the size of a page. */
const CSV_BATCH_SIZE = 100;
const COLUMNS = ["Time (UTC)", "Actor", "Person", "Action", "Target", "Number", "About", "Before", "After", "Address"];
const json = (values: unknown) => (values === null ? "" : JSON.stringify(values));

/**
 * Returns the newest audit entries that match a search as CSV, at most `AUDIT_CSV_ROWS`.
 * @throws AppError `request.unknown_filter`
 */
export async function auditCsv(deps: Deps, query: Query, targets: AuditTargets): Promise<string> {
  const filter = await readFilter(deps, query, targets);
  const entries: ListedAuditEntry[] = [];
  for (let offset = 0; offset < AUDIT_CSV_ROWS; offset += CSV_BATCH_SIZE) {
    const rows = await auditEntries(deps, filter, { limit: CSV_BATCH_SIZE, offset });
    entries.push(...(await withSubjects(deps, rows, targets)));
    if (rows.length < CSV_BATCH_SIZE) break;
  }
  return toCsv(
    COLUMNS,
    entries.map(({ at, actor, person, action, targetType, targetId, about, before, after, ipAddress }) => [
      at,
      actor,
      person === null ? "" : (person.name ?? `#${person.id}`),
      action,
      targetType,
      targetId,
      about ?? "",
      json(before),
      json(after),
      ipAddress ?? "",
    ]),
  );
}
