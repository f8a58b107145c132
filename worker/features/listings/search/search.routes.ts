import { isCanonicalFilter, parseFilter } from "../../../contracts/bedrooms.ts";
import { isUncacheable, isCanonicalSearch, parseSearch } from "../../../contracts/search.ts";
import { cacheable } from "../../../platform/cache.ts";
import { answerJson, router } from "../../../platform/http.ts";
import { AppError } from "../../../platform/errors.ts";
import { withPlaceNames } from "./place-words.ts";
import { readSearchMap, readSearchPlaces } from "./search.service.ts";

/**
 * Map and places of searches: {@link SearchMap} and {@link SearchPlaces}. Mounted before the routes of single listings,
 * whose path would match too.
 */
export const searchRoutes = router()
  .get("/marketplace-listings/map", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const [type, asked] = [parseFilter(c.req.query("filter")), parseSearch(query)];
    if (!type || !asked) throw new AppError("request.unknown_filter");
    const search = withPlaceNames(asked);
    const { map, validUntil } = await readSearchMap(c.var.deps, { type, search }, c.var.client);
    const isInOne = isCanonicalSearch(query, search, ["filter"]) && isCanonicalFilter(query.get("filter"));
    if (isInOne && !isUncacheable(search, map.total))
      cacheable(c, "GET /api/marketplace-listings/map", { validUntil, query: new URL(c.req.url).search });
    return answerJson(c, map);
  })
  .get("/marketplace-listings/places", async (c) => {
    const places = await readSearchPlaces(c.var.deps);
    cacheable(c, "GET /api/marketplace-listings/places");
    return answerJson(c, places);
  });
