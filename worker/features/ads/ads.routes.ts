import { advertisementClick, advertisementDraft } from "../../contracts/ads.schemas.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { body } from "../../platform/body.ts";
import { cacheable } from "../../platform/cache.ts";
import { answerJson, router } from "../../platform/http.ts";
import { exemptFromWriteLimit, limited } from "../../platform/rate-limits.ts";
import {
  changeAdvertisement,
  noteClick,
  readAdvertisement,
  readAdvertisementForOperator,
  readAdvertisementStats,
} from "./ads.service.ts";

/** The first thing that is missing is what the answer says. */
function problemWith(json: unknown): ErrorCode {
  const { title, link } = (json ?? {}) as Record<string, unknown>;
  const isBlank = (text: unknown) => typeof text !== "string" || text.trim() === "";
  if (isBlank(title)) return "advertisement.missing_title";
  return isBlank(link) ? "advertisement.missing_link" : "advertisement.invalid";
}

/** The advertisement: read and clicked by everybody, set and counted for the operator. */
export const adRoutes = router()
  .get("/advertisement-settings", async (c) => {
    const settings = await readAdvertisement(c.var.deps);
    cacheable(c, "GET /api/advertisement-settings");
    return answerJson(c, settings);
  })
  .put("/advertisement-settings", body(advertisementDraft, problemWith), async (c) =>
    c.json(await changeAdvertisement(c.var.deps, c.req.valid("json"), { ipAddress: c.var.client.address })),
  )
  .post("/advertisement-clicks", exemptFromWriteLimit, limited("tracking"), body(advertisementClick), async (c) => {
    await noteClick(c.var.deps, c.req.valid("json").sessionId, c.var.client);
    return c.json({ success: true });
  })
  .get("/advertisement-stats", async (c) => c.json(await readAdvertisementStats(c.var.deps)))
  .get("/analytics/advertisement", async (c) => c.json(await readAdvertisementForOperator(c.var.deps)));
