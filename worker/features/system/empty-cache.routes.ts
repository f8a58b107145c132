import { moderatorOf, router } from "../../platform/http.ts";
import { emptyCache } from "./empty-cache.service.ts";

/** POST /api/admin/system/empty-cache → CacheEmptied; 503 `cache.refused`. */
export const emptyCacheRoutes = router().post("/", async (c) => c.json(await emptyCache(c.var.deps, moderatorOf(c))));
