import { is, SQL } from "drizzle-orm";
import { RETENTION_DAYS } from "../../contracts/retention.ts";
import type { AuditEntry } from "../../contracts/audit.ts";
import { readCounter } from "../../platform/database.ts";
import type { PageWindow } from "../../platform/paging.ts";
import type { Deps } from "../../platform/deps.ts";
import {
  auditEntries,
  changedRows,
  deleteEntriesBefore,
  entriesOfTarget,
  forgetTarget,
  insertEntry,
  insertIfChanged,
  listingsWithFormerEmail,
} from "./audit.repo.ts";

/**
 * A change a moderator or the operator made. `before` and `after` hold the changed fields only; long texts are cut, so
 * that no entry takes more than 4 KB.
 */
export interface AuditedChange {
  actor: "admin" | "operator" | "owner" | "system";
  action: string;
  targetType: string;
  targetId: number | string;
  before?: Record<string, unknown> | null;
  /** {@link auditChangedRows} where the number of changed rows is all that there is to say. */
  after?: Record<string, unknown> | SQL | null;
  /** Null for the system's own changes. */
  ipAddress: string | null;
}

/** A moderator who changes something, as the audit log names them. */
export interface Moderator {
  actor: "admin";
  ipAddress: string;
}

/** Bytes that an entry takes at most, with all its columns. */
const ENTRY_BYTES = 4_096;
/** Bytes of an entry's numbers, and of SQLite's own marks. */
const FIXED_BYTES = 64;
/** What is tried for long texts, one after the other, until an entry fits. The last one fits whatever there is. */
const TEXT_LENGTHS = [2_000, 1_000, 500, 250, 120, 60, 0];
/** Fields told of at most: none of ours has as many. */
const MOST_FIELDS = 30;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** A value with its texts cut to a length; what is cut says so, and how much is missing. */
function cut(value: unknown, length: number): unknown {
  if (typeof value === "string") {
    const missing = value.length - length;
    if (missing <= 0) return value;
    // What is cut in the middle of a character is no text.
    return `${value.slice(0, length).toWellFormed()}… [cut: ${missing.toLocaleString("en-CA")} more characters]`;
  }
  if (typeof value !== "object" || value === null) return value;
  const json = JSON.stringify(value);
  return json.length <= Math.max(length, 250) ? value : cut(json, length);
}

type Fields = Record<string, unknown>;

const cutAll = (values: Fields | null | undefined, length: number) =>
  values &&
  Object.fromEntries(
    Object.entries(values)
      .slice(0, MOST_FIELDS)
      .map(([field, value]) => [field, cut(value, length)]),
  );

/** A change whose fields are known, and not only counted by {@link auditChangedRows}. */
type ToldChange = AuditedChange & { after?: Fields | null };

/** An entry of at most {@link ENTRY_BYTES}: the longest texts are cut first, and visibly. */
function fitted(change: ToldChange) {
  const { actor, action, targetType, ipAddress } = change;
  const entry: ToldChange & { targetId: string } = { ...change, targetId: String(change.targetId) };
  const others = FIXED_BYTES + bytesOf([actor, action, targetType, entry.targetId, ipAddress ?? ""].join(""));
  for (const length of [Number.POSITIVE_INFINITY, ...TEXT_LENGTHS]) {
    entry.before = cutAll(change.before, length) ?? null;
    entry.after = cutAll(change.after, length) ?? null;
    const bytes = others + bytesOf(JSON.stringify(entry.before)) + bytesOf(JSON.stringify(entry.after));
    if (bytes <= ENTRY_BYTES) break;
  }
  return entry;
}

/**
 * The statement that records a change. Put it right behind the change in the same batch: it writes only when that
 * changed a row, so the log neither misses a change nor tells of one that a race prevented.
 */
export function auditIfChanged(deps: Deps, change: AuditedChange) {
  const { after } = change;
  if (is(after, SQL)) return insertIfChanged(deps, { ...fitted({ ...change, after: null }), after });
  return insertIfChanged(deps, fitted({ ...change, after: after ?? null }));
}

/** How many rows a change changed, under a name: for {@link auditIfChanged} right behind it. */
export const auditChangedRows = changedRows;

/** Records a deed that changes no row, such as a test mail. */
export async function audit(deps: Deps, change: ToldChange): Promise<void> {
  await insertEntry(deps, fitted(change));
}

/** The statement that forgets what the log says of a target's fields and its owner's addresses; that there were changes stays. */
export const forgetAuditOf = forgetTarget;

/** Ids of listings that had a mail address before a change. */
export const listingsOnceOf = listingsWithFormerEmail;

/** A page of the log, newest first, and how many entries there are. */
export async function readAudit(deps: Deps, paging: PageWindow): Promise<{ rows: AuditEntry[]; total: number }> {
  const [rows, total] = await Promise.all([auditEntries(deps, paging), readCounter(deps, "audit")]);
  return { rows: rows.map(toAuditEntry), total };
}

/** The latest changes of one target, newest first. */
export async function readAuditOf(
  deps: Deps,
  targetType: string,
  targetId: number | string,
  limit: number,
): Promise<AuditEntry[]> {
  return (await entriesOfTarget(deps, targetType, String(targetId), limit)).map(toAuditEntry);
}

function toAuditEntry(row: Awaited<ReturnType<typeof auditEntries>>[number]): AuditEntry {
  const { id, at, actor, action, targetType, targetId, before, after, ipAddress } = row;
  return {
    id,
    at: at.toISOString(),
    actor,
    action,
    targetType,
    targetId,
    before: before ?? null,
    after: after ?? null,
    ipAddress,
  };
}

const KEPT_MS = RETENTION_DAYS.auditEntry * 86_400_000;

/** Deletes entries that are as old at `time` as the log goes back. */
export const pruneAudit = (deps: Deps, time: Date) => deleteEntriesBefore(deps, new Date(time.getTime() - KEPT_MS));
