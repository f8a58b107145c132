import { router } from "../../platform/http.ts";
import { probeSystem } from "./probe.service.ts";

/** POST /api/admin/system/probe, for the proof of a deployment (docs/operations.md, Deploying). */
export const probeAdminRoutes = router().post("/probe", async (c) => c.json(await probeSystem(c.var.deps)));
