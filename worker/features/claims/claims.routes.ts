import { claimRules } from "../../contracts/claims.schemas.ts";
import { implement } from "../../platform/implement.ts";
import { readClaims } from "./claims.service.ts";

export const claimRoutes = implement(claimRules, { getClaims: (c) => readClaims(c.var.deps) });
