import * as audit from "./audit.ts";
import { declare } from "./operation-rules.ts";

export const auditRules = declare(audit, {
  listAudit: { access: "reader" },
  exportAudit: { access: "reader" },
  listAuditPeople: { access: "reader" },
});
