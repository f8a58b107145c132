import { systemRules } from "../../contracts/system.schemas.ts";
import { moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { emptyCache } from "./empty-cache.service.ts";

export const emptyCacheRoutes = implement(systemRules, {
  emptyCache: (c) => emptyCache(c.var.deps, moderatorOf(c)),
});
