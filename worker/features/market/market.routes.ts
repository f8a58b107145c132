import type { Context } from "hono";
import { marketPageRules, marketMonth, marketRules } from "../../contracts/market.schemas.ts";
import { DONE } from "../../contracts/operation.ts";
import { cacheableAnswer } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import { type AppEnv, moderatorOf } from "../../platform/http.ts";
import { implement } from "../../platform/implement.ts";
import { marketFigures, neighbourhoodOfSlug, correctClosedMonth } from "./market-months.service.ts";
import {
  markChecked,
  previewBenchmark,
  previewRemoval,
  readMarket,
  removeBenchmark,
  setBenchmark,
  importBenchmarks,
} from "./market.admin.service.ts";
import type { ListedRents } from "./market.service.ts";

export const marketRoutes = implement(marketPageRules, {
  async getMarket(c) {
    const figures = await marketFigures(c.var.deps);
    cacheableAnswer(c);
    return figures;
  },
  async getMarketOfArea(c, { area }) {
    const neighbourhood = neighbourhoodOfSlug(area);
    if (neighbourhood === null) throw new AppError("market.area_not_found");
    const figures = await marketFigures(c.var.deps, { neighbourhood });
    cacheableAnswer(c);
    return figures;
  },
});

/** Returns whether the query has the parameter `preview`, with any value. */
const isPreview = (c: Context<AppEnv>) => c.req.query("preview") !== undefined;

export const marketAdminRoutes = (listed: ListedRents) =>
  implement(marketRules, {
    getMarketOverview: (c) => readMarket(c.var.deps, listed),
    setBenchmark: (c, { body }) =>
      isPreview(c) ? previewBenchmark(c.var.deps, body, listed) : setBenchmark(c.var.deps, body, moderatorOf(c)),
    importBenchmarks: async (c) =>
      importBenchmarks(c.var.deps, await c.req.text(), { isPreview: isPreview(c), by: moderatorOf(c) }),
    correctMonth(c, { month: text, body: { reason } }) {
      const { success, data: month } = marketMonth.safeParse(text);
      if (!success) throw new AppError("market.month_not_closed");
      return correctClosedMonth(c.var.deps, { month, reason }, moderatorOf(c), listed);
    },
    checkBenchmark: (c, { id }) => markChecked(c.var.deps, id, moderatorOf(c)),
    async removeBenchmark(c, { id }) {
      if (isPreview(c)) return previewRemoval(c.var.deps, id, listed);
      await removeBenchmark(c.var.deps, id, moderatorOf(c));
      return DONE;
    },
  });
