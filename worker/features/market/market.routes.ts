import type { MarketFigures } from "../../contracts/market-pages.ts";
import { cacheable } from "../../platform/cache.ts";
import { AppError } from "../../platform/errors.ts";
import { answerJson, router } from "../../platform/http.ts";
import { marketFigures, neighbourhoodOfSlug } from "./market-pages.service.ts";

/** The figures of the City and of its neighbourhoods, at /api/market. */
export const marketRoutes = router()
  .get("/", async (c) => {
    const figures = await marketFigures(c.var.deps);
    cacheable(c, "GET /market");
    return answerJson(c, figures satisfies MarketFigures);
  })
  .get("/:area", async (c) => {
    const neighbourhood = neighbourhoodOfSlug(c.req.param("area"));
    if (neighbourhood === null) throw new AppError("market.area_not_found");
    const figures = await marketFigures(c.var.deps, { neighbourhood });
    cacheable(c, "GET /market");
    return answerJson(c, figures satisfies MarketFigures);
  });
