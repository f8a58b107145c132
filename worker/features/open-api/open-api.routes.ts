import { API_PATH, OPENAPI_PATH } from "../../contracts/pages.ts";
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import * as z from "zod/mini";
import { SEARCH_HEADER } from "../../contracts/search.ts";
import { NETWORK_LIMITS } from "../../contracts/network-limits.ts";
import { API_OPERATIONS, type ApiOperationName } from "../../contracts/open-api.ts";
import { cacheable } from "../../platform/cache.ts";
import { fieldErrors } from "../../platform/body.ts";
import { AppError } from "../../platform/errors.ts";
import { respondWithJson, type AppEnv, router, setHeaders } from "../../platform/http.ts";
import { requireForNetworks, countForNetworks } from "../../platform/rate-limits.ts";
import { checkRent, isSettled, parametersOf, questionWithoutHouse } from "../rent-check/rent-check.service.ts";
import { setMeaningHeader } from "../listings/search/list-requests.ts";
import { openApiDocument } from "./open-api-document.ts";
import { getHome, getMarket, listHomes, listPlaces, nextQuery } from "./open-api.service.ts";

/** Returns whether a path belongs to the open API, whose errors are problem details (RFC 9457). */
export const isOpenApi = (path: string): boolean => path.startsWith(`${API_PATH}/`);

/** Allows pages on all sites to call the API, and answers preflight requests. */
export const openApiCors = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD"],
  exposeHeaders: ["ETag", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", SEARCH_HEADER],
  maxAge: 86_400,
});

/**
 * Counts a call against the limit of the caller's network, and sends the remaining number of calls in headers
 * (draft-ietf-httpapi-ratelimit-headers).
 */
export const limitOpenApi: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { deps, client } = c.var;
  const answer = await countForNetworks(deps, "open_api", client);
  const { counts, windowMs } = NETWORK_LIMITS.open_api;
  const count = Math.ceil((counts[0] ?? 0) * deps.config.rateLimitScale);
  const state = answer.allowed
    ? answer.left !== undefined && `"calls";r=${answer.left};t=${answer.freeInSeconds}`
    : `"calls";r=0;t=${answer.retryAfterSeconds}`;
  if (state !== false)
    setHeaders(c, { RateLimit: state, "RateLimit-Policy": `"calls";q=${count};w=${windowMs / 1000}` });
  setHeaders(c, { "X-Robots-Tag": "noindex" });
  if (!answer.allowed) throw new AppError("request.rate_limited", { retryAfter: answer.retryAfterSeconds });
  await next();
};

/**
 * Allows only the caller to cache the response, and requires revalidation by its ETag. Shared caches must not store the
 * response, because it contains the caller's remaining limit.
 */
const revalidated: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.res.ok || c.res.status === 304) setHeaders(c, { "Cache-Control": "private, no-cache" });
};

/**
 * Returns the validated parameters of a request. An empty parameter counts as missing.
 * @throws AppError `request.invalid` naming each invalid parameter
 */
function read<Schema extends z.ZodMiniType>(schema: Schema, given: Readonly<Record<string, string>>): z.output<Schema> {
  const filled = Object.entries(given).filter(([, value]) => value.trim() !== "");
  const { success, data, error } = z.safeParse(schema, Object.fromEntries(filled));
  if (success) return data;
  throw new AppError("request.invalid", {
    message: "Some parameters are not right.",
    fields: fieldErrors(error.issues),
  });
}

type Handler = (c: Context<AppEnv>) => Promise<Response>;

const HANDLERS: Record<ApiOperationName, Handler> = {
  async listHomes(c) {
    const query = read(API_OPERATIONS.listHomes.query, c.req.query());
    const { answer, meaning } = await listHomes(c.var.deps, query, c.var.client);
    setMeaningHeader(c, meaning);
    if (answer.next !== null) {
      const next = nextQuery(new URL(c.req.url).searchParams, answer.next);
      c.header("Link", `<${c.var.deps.config.siteUrl}${c.req.path}?${next}>; rel="next"`);
    }
    return respondWithJson(c, answer);
  },
  async getHome(c) {
    read(API_OPERATIONS.getHome.query, c.req.query());
    const { id } = read(API_OPERATIONS.getHome.parameters, { id: c.req.param("id") ?? "" });
    return respondWithJson(c, await getHome(c.var.deps, id));
  },
  async getMarket(c) {
    const { neighbourhood } = read(API_OPERATIONS.getMarket.query, c.req.query());
    return respondWithJson(c, await getMarket(c.var.deps, neighbourhood));
  },
  async listNeighbourhoods(c) {
    read(API_OPERATIONS.listNeighbourhoods.query, c.req.query());
    const { neighbourhoods } = await listPlaces(c.var.deps);
    return respondWithJson(c, { neighbourhoods });
  },
  async listStations(c) {
    read(API_OPERATIONS.listStations.query, c.req.query());
    const { stations } = await listPlaces(c.var.deps);
    return respondWithJson(c, { stations });
  },
  async checkRent(c) {
    const { deps, client } = c.var;
    const question = read(API_OPERATIONS.checkRent.query, c.req.query());
    if (!isSettled(question)) {
      await requireForNetworks(deps, "place_look_ups", client);
      return c.redirect(`${c.req.path}?${parametersOf(await questionWithoutHouse(deps, question)).toString()}`, 303);
    }
    await requireForNetworks(deps, "rent_checks", client);
    return respondWithJson(c, await checkRent(deps, question));
  },
};

/** Routes for the open API at /api/v1, and for its OpenAPI document. */
export const openApiRoutes = router().get(OPENAPI_PATH, openApiCors, async (c) => {
  cacheable(c, "GET /api");
  return respondWithJson(c, openApiDocument(c.var.deps.config));
});
for (const [name, { path }] of Object.entries(API_OPERATIONS) as [ApiOperationName, { path: string }][])
  openApiRoutes.get(
    `${API_PATH}${path.replace("{id}", ":id")}`,
    limitOpenApi,
    // No cache may store a tenant's question about their rent.
    ...(name === "checkRent" ? [] : [revalidated]),
    HANDLERS[name],
  );
