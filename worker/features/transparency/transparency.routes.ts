import { transparencyRules } from "../../contracts/transparency.schemas.ts";
import { cacheableAnswer } from "../../platform/cache.ts";
import { implement } from "../../platform/implement.ts";
import { readTransparency } from "./transparency.service.ts";

export const transparencyRoutes = implement(transparencyRules, {
  getTransparency(c) {
    cacheableAnswer(c);
    return readTransparency(c.var.deps);
  },
});
