import { declare } from "./operation-rules.ts";
import * as system from "./system.ts";

export const systemRules = declare(system, {
  getSystem: { access: "reader" },
  retryDeadLetter: { access: "operator" },
  dropDeadLetter: { access: "operator" },
  emptyCache: { access: "operator" },
  probeSystem: { access: "operator" },
});
