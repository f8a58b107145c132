import { operation, type PageQuery, types } from "./operation.ts";

/**
 * An entry of the audit log; dates are ISO 8601 UTC. `before` and `after` contain only the changed fields, with long
 * texts truncated.
 */
export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  /**
   * The moderator or operator. Null if the change was made with the shared password or by another actor. The name is
   * the person's name at the time of the entry.
   */
  person: { id: number; name: string | null } | null;
  /** Kind of change: `listing.approve`, `report.dismiss`, … */
  action: string;
  targetType: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
}

/** An entry of the audit log with the listing or discussion that it is about. */
export interface ListedAuditEntry extends AuditEntry {
  /** Address of a listing, or title of a discussion; null for everything else, and for erased data. */
  about: string | null;
  /** Path of the public page of this listing or discussion; null if there is none. */
  path: string | null;
}

/** Changes to a listing since the revision that a moderator saw. The response to a refused decision contains them. */
export interface ListingDifference {
  /** The current revision, to which the next decision must refer. */
  revision: number;
  status: string;
  /** Changes since the revision in the request, oldest first; only the latest change if the request has no revision. */
  changes: AuditEntry[];
}

/** Actors of audit entries, except people: entries identify people by id. */
export const AUDIT_ACTORS = ["admin", "operator", "owner", "system"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** Maximum number of entries in one CSV file, newest first. */
export const AUDIT_CSV_ROWS = 5_000;

/** Maximum length of a search text, in characters. Longer texts are cut. */
export const AUDIT_SEARCH_MAX = 100;

/** A person named in the log. */
interface AuditPerson {
  id: number;
  name: string;
}

/**
 * Filters of the audit log. Days are in Toronto time, written as `2026-07-04`. Any other parameter causes the error 400
 * `request.unknown_filter`, which names it.
 */
export type AuditQuery = { q?: string; actor?: string; action?: string; from?: string; until?: string };
/** Lists entries of the audit log, newest first. */
export const listAudit = operation(
  "GET",
  "/api/admin/audit",
  types<{ query: AuditQuery & PageQuery; answer: ListedAuditEntry[] }>,
);
/** Writes {@link listAudit} as a CSV file of at most {@link AUDIT_CSV_ROWS} entries. */
export const exportAudit = operation("GET", "/api/admin/audit/csv", types<{ query: AuditQuery; answer: Response }>);
export const listAuditPeople = operation("GET", "/api/admin/audit/people", types<{ answer: AuditPerson[] }>);
