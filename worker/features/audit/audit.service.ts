import { sql } from "drizzle-orm";
import type { Deps } from "../../platform/deps.ts";
import { auditLog } from "./audit.table.ts";

/** A change a moderator or the operator made. `before` and `after` hold the changed fields only. */
export interface AuditedChange {
  actor: "admin" | "operator" | "system";
  action: string;
  targetType: string;
  targetId: number | string;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Null for the system's own changes. */
  ipAddress: string | null;
}

/**
 * The statement that records a change. Put it right behind the change in the same batch: it writes only when that
 * changed a row, so the log neither misses a change nor tells of one that a race prevented.
 */
export function auditIfChanged(deps: Deps, change: AuditedChange) {
  const values = [
    deps.now().getTime(),
    change.actor,
    change.action,
    change.targetType,
    String(change.targetId),
    change.before ? JSON.stringify(change.before) : null,
    change.after ? JSON.stringify(change.after) : null,
    change.ipAddress,
  ].map((value) => sql`${value}`);
  // In the order of the table's columns; the id is SQLite's to choose.
  return deps.db.insert(auditLog).select(sql`SELECT NULL, ${sql.join(values, sql`, `)} WHERE changes() > 0`);
}
