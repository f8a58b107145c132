import { advertisementClick, advertisementDraft } from "../../contracts/ads.schemas.ts";
import type { ErrorCode } from "../../contracts/errors.ts";
import { body } from "../../platform/body.ts";
import { cacheable } from "../../platform/cache.ts";
import { answerJson, router } from "../../platform/http.ts";
import { exemptFromWriteLimit, limited } from "../../platform/rate-limits.ts";
import {
  updateAdvertisement,
  recordClick,
  readPublicAdvertisement,
  readAdvertisement,
  readAdvertisementStats,
} from "./ads.service.ts";

/** The error code of the first missing field. */
function problemWith(json: unknown): ErrorCode {
  const { title, link } = (json ?? {}) as Record<string, unknown>;
  const isBlank = (text: unknown) => typeof text !== "string" || text.trim() === "";
  if (isBlank(title)) return "advertisement.missing_title";
  return isBlank(link) ? "advertisement.missing_link" : "advertisement.invalid";
}

/** The advertisement: public reads and clicks, and the operator's changes and statistics. */
export const adRoutes = router()
  .get("/advertisement-settings", async (c) => {
    const settings = await readPublicAdvertisement(c.var.deps);
    cacheable(c, "GET /api/advertisement-settings");
    return answerJson(c, settings);
  })
  .put("/advertisement-settings", body(advertisementDraft, problemWith), async (c) =>
    c.json(await updateAdvertisement(c.var.deps, c.req.valid("json"), { ipAddress: c.var.client.address })),
  )
  .post("/advertisement-clicks", exemptFromWriteLimit, limited("tracking"), body(advertisementClick), async (c) => {
    await recordClick(c.var.deps, c.req.valid("json").sessionId, c.var.client);
    return c.json({ success: true });
  })
  .get("/advertisement-stats", async (c) => c.json(await readAdvertisementStats(c.var.deps)))
  .get("/analytics/advertisement", async (c) => c.json(await readAdvertisement(c.var.deps)));
