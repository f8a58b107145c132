/**
 * An entry of the audit log; dates are ISO 8601 UTC. `before` and `after` hold only the changed fields, with long texts
 * truncated.
 */
export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  /** `listing.approve`, `report.dismiss`, … */
  action: string;
  targetType: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
}
