import { isCanonicalFilter } from "../../../contracts/bedrooms.ts";
import { isUncacheable, isCanonicalSearch } from "../../../contracts/search.ts";
import { parametersOfRequest, searchRules } from "../../../contracts/search.schemas.ts";
import { cacheableAnswer } from "../../../platform/cache.ts";
import { implement } from "../../../platform/implement.ts";
import { readPaging } from "../../../platform/paging.ts";
import { listingsWithHeaders, setCommuteOffHeader, searchOf, typeOf } from "./list-requests.ts";
import { withPlaceNames } from "./place-words.ts";
import { readPublicPage, readSearchMap, readSearchPlaces } from "./search.service.ts";

/** Parses the parameters of a request for a list or map. */
const requestOf = (parameters: URLSearchParams) => ({
  type: typeOf(parameters.get("filter")),
  search: withPlaceNames(searchOf(parameters)),
});

export const searchRoutes = implement(searchRules, {
  async listOnMap(c) {
    const query = new URL(c.req.url).searchParams;
    const wanted = requestOf(query);
    const { map, validUntil, isCommuteOff } = await readSearchMap(c.var.deps, wanted, c.var.client);
    const isInOne = isCanonicalSearch(query, wanted.search, ["filter"]) && isCanonicalFilter(query.get("filter"));
    if (isInOne && !isUncacheable(wanted.search, map.total))
      cacheableAnswer(c, { validUntil, query: new URL(c.req.url).search });
    setCommuteOffHeader(c, { isCommuteOff });
    return map;
  },
  async searchOnMap(c, { body }) {
    const wanted = requestOf(parametersOfRequest(body));
    const { map, isCommuteOff } = await readSearchMap(c.var.deps, wanted, c.var.client, { isPosted: true });
    setCommuteOffHeader(c, { isCommuteOff });
    return map;
  },
  async searchListings(c, { body }) {
    const parameters = parametersOfRequest(body);
    const paging = readPaging(Object.fromEntries(parameters));
    const page = await readPublicPage(c.var.deps, requestOf(parameters), paging, c.var.client, { isPosted: true });
    return listingsWithHeaders(c, page);
  },
  async listSearchPlaces(c) {
    const places = await readSearchPlaces(c.var.deps);
    cacheableAnswer(c);
    return places;
  },
});
