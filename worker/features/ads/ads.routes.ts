import { adRules } from "../../contracts/ads.schemas.ts";
import { DONE } from "../../contracts/operation.ts";
import { cacheableAnswer } from "../../platform/cache.ts";
import { implement } from "../../platform/implement.ts";
import {
  updateAdvertisement,
  recordClick,
  readPublicAdvertisement,
  readAdvertisement,
  readAdvertisementStats,
} from "./ads.service.ts";

export const adRoutes = implement(adRules, {
  async getShownAdvertisement(c) {
    const settings = await readPublicAdvertisement(c.var.deps);
    cacheableAnswer(c);
    return settings;
  },
  getAdvertisement: (c) => readAdvertisement(c.var.deps),
  updateAdvertisement: (c, { body }) => updateAdvertisement(c.var.deps, body, { ipAddress: c.var.client.address }),
  async recordAdvertisementClick(c, { body }) {
    await recordClick(c.var.deps, body.sessionId, c.var.client);
    return DONE;
  },
  getAdvertisementStats: (c) => readAdvertisementStats(c.var.deps),
});
