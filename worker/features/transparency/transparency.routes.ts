import type { Transparency } from "../../contracts/transparency.ts";
import { cacheable } from "../../platform/cache.ts";
import { answerJson, router } from "../../platform/http.ts";
import { readTransparency } from "./transparency.service.ts";

/** GET /api/transparency → 200 the figures of the months that are over. */
export const transparencyRoutes = router().get("/transparency", async (c) => {
  cacheable(c, "GET /transparency");
  return answerJson(c, (await readTransparency(c.var.deps)) satisfies Transparency);
});
