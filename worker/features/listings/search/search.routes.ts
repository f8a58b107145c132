import { isCanonicalFilter } from "../../../contracts/bedrooms.ts";
import { isUncacheable, isCanonicalSearch } from "../../../contracts/search.ts";
import { listRequest, parametersOfRequest } from "../../../contracts/search.schemas.ts";
import { body } from "../../../platform/body.ts";
import { cacheable } from "../../../platform/cache.ts";
import { answerJson, router } from "../../../platform/http.ts";
import { readPaging } from "../../../platform/paging.ts";
import { answerListings, sayCommuteOff, searchOf, typeOf } from "./list-requests.ts";
import { withPlaceNames } from "./place-words.ts";
import { readPublicPage, readSearchMap, readSearchPlaces } from "./search.service.ts";

/** What a list or map is asked for by parameters. */
const requestOf = (parameters: URLSearchParams) => ({
  type: typeOf(parameters.get("filter")),
  search: withPlaceNames(searchOf(parameters)),
});

const listBody = body(listRequest, "request.unknown_filter");

/**
 * Map and places of searches, {@link SearchMap} and {@link SearchPlaces}; and lists and maps by POST, so that places to
 * travel to stay out of addresses. Mounted before the routes of single listings, whose path would match too.
 */
export const searchRoutes = router()
  .get("/marketplace-listings/map", async (c) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = requestOf(query);
    const { map, validUntil, isCommuteOff } = await readSearchMap(c.var.deps, wanted, c.var.client);
    const isInOne = isCanonicalSearch(query, wanted.search, ["filter"]) && isCanonicalFilter(query.get("filter"));
    if (isInOne && !isUncacheable(wanted.search, map.total))
      cacheable(c, "GET /api/marketplace-listings/map", { validUntil, query: new URL(c.req.url).search });
    sayCommuteOff(c, { isCommuteOff });
    return answerJson(c, map);
  })
  .post("/marketplace-listings/map", listBody, async (c) => {
    const wanted = requestOf(parametersOfRequest(c.req.valid("json")));
    const { map, isCommuteOff } = await readSearchMap(c.var.deps, wanted, c.var.client, { isPosted: true });
    sayCommuteOff(c, { isCommuteOff });
    return c.json(map);
  })
  .post("/marketplace-listings/search", listBody, async (c) => {
    const parameters = parametersOfRequest(c.req.valid("json"));
    const paging = readPaging(Object.fromEntries(parameters));
    const page = await readPublicPage(c.var.deps, requestOf(parameters), paging, c.var.client, { isPosted: true });
    return answerListings(c, page);
  })
  .get("/marketplace-listings/places", async (c) => {
    const places = await readSearchPlaces(c.var.deps);
    cacheable(c, "GET /api/marketplace-listings/places");
    return answerJson(c, places);
  });
