import type { AuditEntry } from "../../contracts/audit.ts";
import { readCounter } from "../../platform/counters.ts";
import { ADDRESS_LIFETIME_MS, maskedAddress } from "../../platform/client-address.ts";
import type { Paging } from "../../platform/paging.ts";
import type { Deps } from "../../platform/deps.ts";
import {
  auditEntries,
  entriesOfTarget,
  forgetValues,
  insertEntry,
  insertIfChanged,
  setEntryAddress,
  unmaskedEntries,
} from "./audit.repo.ts";

/** A change a moderator or the operator made. `before` and `after` hold the changed fields only. */
export interface AuditedChange {
  actor: "admin" | "operator" | "owner" | "system";
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
  return insertIfChanged(deps, { ...change, targetId: String(change.targetId) });
}

/** Records a deed that changes no row, such as a test mail. */
export async function audit(deps: Deps, change: AuditedChange): Promise<void> {
  await insertEntry(deps, { ...change, targetId: String(change.targetId) });
}

/** The statement that forgets what the log says of a target's fields; that there were changes stays. */
export function forgetAuditValues(deps: Deps, targetType: string, targetId: number | string) {
  return forgetValues(deps, targetType, String(targetId));
}

/** A page of the log, newest first, and how many entries there are. */
export async function readAudit(deps: Deps, paging: Paging): Promise<{ entries: AuditEntry[]; total: number }> {
  const [rows, total] = await Promise.all([auditEntries(deps, paging), readCounter(deps, "audit")]);
  return { entries: rows.map(toAuditEntry), total };
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

const MASK_BATCH = 500;

/** Masks addresses of entries that are 90 days old at `time`, a batch at a time. */
export async function maskAuditAddresses(deps: Deps, time: Date): Promise<void> {
  for (const { id, ipAddress } of await unmaskedEntries(
    deps,
    new Date(time.getTime() - ADDRESS_LIFETIME_MS),
    MASK_BATCH,
  )) {
    await setEntryAddress(deps, id, maskedAddress(ipAddress ?? ""));
  }
}
