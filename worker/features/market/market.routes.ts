import { marketPageRules } from "../../contracts/market-pages.schemas.ts";
import { cacheableAnswer } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import { implement } from "../../platform/implement.ts";
import { marketFigures, neighbourhoodOfSlug } from "./market-pages.service.ts";

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
