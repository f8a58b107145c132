import { systemRules } from "../../contracts/system.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { probeSystem } from "./probe.service.ts";

export const probeAdminRoutes = implement(systemRules, { probeSystem: (c) => probeSystem(c.var.deps) });
