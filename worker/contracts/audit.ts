/** A change in the audit log; dates are ISO 8601 UTC. `before` and `after` hold the changed fields only, long texts cut. */
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
