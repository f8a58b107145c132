import type { Context, MiddlewareHandler } from "hono";
import { safeParse } from "zod/mini";
import { apiReference } from "../contracts/api-reference.ts";
import { type Bedrooms, CATEGORIES, parseFilter } from "../contracts/bedrooms.ts";
import {
  parseCommentPage,
  commentPageQuery,
  commentsBefore,
  DEFAULT_THREAD_LIST,
  parseThreadList,
  threadListQuery,
} from "../contracts/forum-list.ts";
import { COMMENTS_PER_PAGE, threadPath } from "../contracts/forum.ts";
import {
  FIRST_VIEW_READ,
  hidesRooms,
  LISTINGS_PER_PAGE,
  firstIndexOfPage,
  listPageFrom,
} from "../contracts/list-pages.ts";
import { cardListing } from "../contracts/card-listing.ts";
import { listingPath } from "../contracts/listings.ts";
import {
  FORUM_PATH,
  MARKET_PATH,
  SHELL_PATHS,
  STATIC_PAGES,
  type StaticPage,
  TRANSPARENCY_PATH,
  VIP_PATH,
  RENT_CHECK_PATH,
  API_PAGE,
} from "../contracts/pages.ts";
import { rentCheckQuery } from "../contracts/rent-check.schemas.ts";
import { filterFromUrl, isUncacheable, listQuery, searchFromUrl } from "../contracts/search.ts";
import { MEDIAN, parseMedianDiscount, readActiveRenters } from "../features/claims/claims.service.ts";
import { readEdition } from "../features/digest/digest.read.service.ts";
import { readComments, readThread, readThreadPage } from "../features/forum/forum.read.service.ts";
import { readListingForPage, wasPublic } from "../features/listings/reading/listings.read.service.ts";
import { setCommuteOffHeader } from "../features/listings/search/list-requests.ts";
import { withPlaceNames } from "../features/listings/search/place-words.ts";
import { readPublicPage } from "../features/listings/search/search.service.ts";
import { marketFigures, neighbourhoodOfSlug } from "../features/market/market-months.service.ts";
import { openApiDocument } from "../features/open-api/open-api-document.ts";
import { readPublicFacts } from "../features/places/facts.service.ts";
import { checkRent, isSettled, parametersOf, questionWithoutHouse } from "../features/rent-check/rent-check.service.ts";
import { readTransparency } from "../features/transparency/transparency.service.ts";
import { readVipOffer } from "../features/vip/vip.service.ts";
import { fieldErrors, readLimitedBody } from "../platform/body.ts";
import { cacheable } from "../platform/cache.ts";
import { AppError } from "../platform/errors.ts";
import { type AppEnv, router } from "../platform/http.ts";
import { readId } from "../platform/paging.ts";
import { requireForNetworks } from "../platform/rate-limits.ts";
import { answerPage, type Page, type Redirect } from "./answer-page.ts";
import { canonicalPathOf, ENTITY_PATH, urlWithoutTracking, unescapedPathOf } from "./canonical-paths.ts";
import { readShell } from "./shell.ts";

/** Loads the page of the discussion list given by the URL. Throws `request.rate_limited` for too many searches. */
async function loadThreads(c: Context<AppEnv>): Promise<Page> {
  const view = parseThreadList(new URL(c.req.url).searchParams);
  const list = await readThreadPage(c.var.deps, view, c.var.client);
  // Search results and other sort orders contain the same discussions as the plain list. Only the plain list is
  // indexed.
  if (view.q !== "" || view.sort !== DEFAULT_THREAD_LIST.sort) c.header("X-Robots-Tag", "noindex");
  const isPastLastPage = view.page > 1 && list.threads.length === 0;
  // Not cached for searches and pages past the end, because their number is unlimited.
  const isCacheable = view.q === "" && !isPastLastPage;
  return {
    data: { page: "threads", view, list },
    ...(isPastLastPage && { status: 404 }),
    ...(isCacheable && { cache: { response: "GET /discussions", query: threadListQuery(view) } }),
  };
}

/**
 * Loads a page of a thread at its canonical URL, to which other slugs redirect. Deleted threads return 410, unknown
 * ones 404.
 */
async function loadThread(c: Context<AppEnv>, id: number | null): Promise<Page | Redirect> {
  const { deps } = c.var;
  const thread = await readThread(deps, id);
  if (thread) {
    const canonical = threadPath(thread);
    const { search } = new URL(c.req.url);
    if (c.req.path !== canonical) return { redirectTo: canonical + search };
    const page = parseCommentPage(search);
    const asked = { offset: commentsBefore(page), limit: COMMENTS_PER_PAGE };
    const { comments } = await readComments(deps, thread.id, asked);
    const isPastLastPage = page > 1 && comments.length === 0;
    if (isPastLastPage) c.header("X-Robots-Tag", "noindex");
    return {
      data: { page: "thread", thread, comments, pageNumber: page },
      // Not cached for pages past the end, because their number is unlimited.
      ...(isPastLastPage
        ? { status: 404 }
        : { cache: { response: "GET /discussions/thread", id: thread.id, query: commentPageQuery(page) } }),
    };
  }
  // Moderators can still see deleted threads.
  if (id === null || !(await readThread(deps, id, "moderator")))
    return { data: { page: "thread_gone", id: id ?? 0 }, status: 404 };
  return { data: { page: "thread_gone", id }, status: 410, cache: { response: "GET /discussions/thread", id } };
}

/**
 * Loads a listing's page at its canonical URL, to which other slugs redirect. Listings that are no longer public return
 * 410, unknown ones 404.
 */
async function loadListing(c: Context<AppEnv>, id: number | null): Promise<Page | Redirect> {
  const [found, about] = await Promise.all([readListingForPage(c.var.deps, id), readPublicFacts(c.var.deps, id)]);
  if (found) {
    const { listing, changedAt, validUntil, preview } = found;
    const canonical = listingPath(listing);
    if (c.req.path !== canonical) return { redirectTo: canonical + new URL(c.req.url).search };
    return {
      data: { page: "listing", listing, changedAt: changedAt.toISOString(), facts: about?.facts ?? null, preview },
      cache: { response: "GET /listing/:id", id: listing.id, validUntil },
    };
  }
  if (id === null || !(await wasPublic(c.var.deps, id)))
    return { data: { page: "listing_gone", id: id ?? 0 }, status: 404 };
  return { data: { page: "listing_gone", id }, status: 410, cache: { response: "GET /listing/:id", id } };
}

/** Loads the page of listings given by the URL of the home page or a category. */
async function loadList(c: Context<AppEnv>, category: Bedrooms | null): Promise<Page> {
  const parameters = new URL(c.req.url).searchParams;
  const search = searchFromUrl(parameters);
  const named = withPlaceNames(search);
  const filter = category === null ? filterFromUrl(parameters.get("type")) : "all";
  const type = category ?? parseFilter(filter) ?? "all";
  const pageNumber = listPageFrom(parameters.get("page"));
  const { deps, client } = c.var;
  const isFirstView = category === null && pageNumber === 1 && hidesRooms(filter, search);
  const { listings, total, atLeast, rooms, meaning, validUntil, isCommuteOff, setting } = await readPublicPage(
    deps,
    { type, search: named },
    { limit: isFirstView ? FIRST_VIEW_READ : LISTINGS_PER_PAGE, offset: firstIndexOfPage(pageNumber) },
    client,
    { isFirstView, ...(category === null && { setting: MEDIAN }) },
  );
  const isNarrow = listQuery(filter, search) !== "";
  const isPastLastPage = pageNumber > 1 && listings.length === 0;
  // Filtered pages declare the plain page as canonical, so only plain pages are indexed.
  if (isNarrow || isPastLastPage) c.header("X-Robots-Tag", "noindex");
  setCommuteOffHeader(c, { isCommuteOff });
  // For a search by words, cards show the part of the description that contains the words.
  const cards = listings.map((listing) => ({
    ...cardListing(listing),
    ...(search.q !== null && { description: listing.description }),
  }));
  const list = {
    listings: cards,
    total,
    atLeast,
    rooms,
    ...(isNarrow && { search }),
    ...(meaning !== null && { meaning }),
    ...(isCommuteOff && { isCommuteOff }),
    ...(pageNumber > 1 && { pageNumber }),
  };
  const response = category === null ? "GET /" : "GET /category";
  return {
    data:
      category === null
        ? { page: "home", filter, medianDiscount: parseMedianDiscount(setting), ...list }
        : { page: "category", bedrooms: category, ...list },
    ...(isPastLastPage && { status: 404 }),
    ...(!isPastLastPage &&
      !isUncacheable(search, total ?? atLeast) && {
        // Other spellings of a place name get an uncached response.
        cache: { response, validUntil, query: listQuery(filter, named, pageNumber) },
      }),
  };
}

/** Loads an edition of the digest. */
async function loadEdition(c: Context<AppEnv>, date: string): Promise<Page> {
  const found = await readEdition(c.var.deps, date);
  if (!found) return { data: { page: "digest_gone", date }, status: 404 };
  return {
    data: { page: "digest", edition: found.edition },
    cache: { response: "GET /digest/:date", validUntil: found.validUntil },
  };
}

/** Loads the rents of the City or of a neighbourhood. A neighbourhood without statistics is not indexed. */
async function loadMarket(c: Context<AppEnv>, slug: string | null): Promise<Page> {
  const neighbourhood = slug === null ? null : neighbourhoodOfSlug(slug);
  if (slug !== null && neighbourhood === null) return { data: { page: "market_gone", slug }, status: 404 };
  const figures = await marketFigures(c.var.deps, { neighbourhood });
  if (neighbourhood !== null && figures.months.length === 0) c.header("X-Robots-Tag", "noindex");
  return { data: { page: "market", figures }, cache: { response: "GET /market" } };
}

/** Redirects other spellings of a page's URL in one step. Otherwise, returns the not-found page. */
async function loadElsewhere(c: Context<AppEnv>): Promise<Page | Redirect> {
  const canonical = canonicalPathOf(c.req.path);
  if (canonical === null) return { data: { page: "not_found" }, status: 404 };
  const [, noun, id = ""] = ENTITY_PATH.exec(canonical) ?? [];
  // URLs of listings and threads may also vary in the rest of their path.
  const page = noun === undefined ? null : await (noun === "listing" ? loadListing : loadThread)(c, readId(id));
  return page && "redirectTo" in page ? page : { redirectTo: canonical + new URL(c.req.url).search };
}

/** Returns the plain shell, for pages that only the browser renders and that are not indexed. */
async function answerPlainShell(c: Context<AppEnv>): Promise<Response> {
  c.header("X-Robots-Tag", "noindex");
  c.header("Content-Type", "text/html; charset=utf-8");
  return c.body((await readShell(c)).text);
}

/** Redirects to a page's URL without tracking parameters and empty ones. */
export const redirectToPlainUrl: MiddlewareHandler<AppEnv> = async (c, next) => {
  const address = urlWithoutTracking(c.req.url);
  return address === null ? next() : c.redirect(address, 302);
};

/** Every page of the site. Unknown paths return 404 with the not-found page. */
export const pageRoutes = router()
  // Redirects URLs with unnecessary escapes, because the browser matches routes against the literal URL.
  .get("*", async (c, next) => {
    const path = unescapedPathOf(c.req.url, c.req.path);
    return path === null ? next() : c.redirect(path + new URL(c.req.url).search, 301);
  })
  .get("/", (c) => answerPage(c, () => loadList(c, null)))
  .get("/listing/:id", (c) => answerPage(c, () => loadListing(c, readId(c.req.param("id")))))
  .get("/listing/:id/:slug", (c) => answerPage(c, () => loadListing(c, readId(c.req.param("id")))))
  .get(VIP_PATH, (c) => answerPage(c, async () => ({ data: { page: "govip", offer: await readVipOffer(c.var.deps) } })))
  .get(TRANSPARENCY_PATH, (c) =>
    answerPage(c, async () => ({
      data: { page: "transparency", months: (await readTransparency(c.var.deps)).months },
      cache: { response: "GET /transparency" },
    })),
  )
  .get(MARKET_PATH, (c) => answerPage(c, () => loadMarket(c, null)))
  .get(`${MARKET_PATH}/:area`, (c) => answerPage(c, () => loadMarket(c, c.req.param("area"))))
  .get("/digest/:date", (c) => answerPage(c, () => loadEdition(c, c.req.param("date"))))
  .get(FORUM_PATH, (c) => answerPage(c, () => loadThreads(c)))
  .get(`${FORUM_PATH}/thread/:id`, (c) => answerPage(c, () => loadThread(c, readId(c.req.param("id")))))
  .get(`${FORUM_PATH}/thread/:id/:slug`, (c) => answerPage(c, () => loadThread(c, readId(c.req.param("id")))));

for (const path of SHELL_PATHS) pageRoutes.get(path, answerPlainShell);
for (const [page, path] of Object.entries(STATIC_PAGES) as [StaticPage, string][]) {
  if (page === "realtors") continue;
  pageRoutes.get(path, (c) => answerPage(c, async () => ({ data: { page }, cache: { response: "GET /static" } })));
}
pageRoutes.get(STATIC_PAGES.realtors, (c) =>
  answerPage(c, async () => ({
    data: { page: "realtors", activeRenters: await readActiveRenters(c.var.deps) },
    cache: { response: "GET /realtors" },
  })),
);
for (const { path, bedrooms } of CATEGORIES) pageRoutes.get(path, (c) => answerPage(c, () => loadList(c, bedrooms)));

/** Media types of the files that the build compresses (scripts/vite-plugins.ts), by extension. */
const COMPRESSED_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/**
 * Returns a script or style of the running build as the build compressed it. Null if there is no compressed file or the
 * client does not accept it.
 */
async function compressedFile(c: Context<AppEnv>, name: string): Promise<Response | null> {
  const { assets, config } = c.var.deps;
  const type = COMPRESSED_TYPES[name.split(".").at(-1) ?? ""];
  if (!config.sendsCompressedFiles || type === undefined) return null;
  if (!c.req.header("Accept-Encoding")?.includes("br")) return null;
  const { ok, body } = await assets.fetch(new URL(`/assets/${encodeURIComponent(name)}.br`, c.req.url));
  if (!ok) return null;
  cacheable(c, "GET /assets");
  c.header("Vary", "Accept-Encoding");
  c.header("Content-Type", type);
  c.header("Content-Encoding", "br");
  return new Response(body, { headers: c.res.headers, encodeBody: "manual" });
}

/**
 * Serves build files, whose names depend on their content, so they never change. Pages opened before a deployment need
 * files of earlier builds. A missing file gets the not-found page.
 */
pageRoutes.get("/assets/:name", async (c, next) => {
  const { assets, builds } = c.var.deps;
  const compressed = await compressedFile(c, c.req.param("name"));
  if (compressed) return compressed;
  const { ok, headers, body } = await assets.fetch(c.req.raw);
  const former = ok
    ? null
    : await builds.read(c.req.param("name")).catch((cause: unknown) => {
        throw new AppError("server.unavailable", { cause });
      });
  if (!ok && former === null) return next();
  const type = former ? former.httpMetadata?.contentType : headers.get("content-type");
  cacheable(c, "GET /assets");
  return c.body((former?.body ?? body) as ReadableStream, 200, { "Content-Type": type ?? "application/octet-stream" });
});

pageRoutes.get("*", (c) => answerPage(c, () => loadElsewhere(c)));

/** The page about the open API. Mounted before the API's own "not found" handler, whose pattern also matches it. */
export const apiPage = router().get(API_PAGE, (c) =>
  answerPage(c, async () => ({
    data: { page: "api", reference: apiReference(openApiDocument(c.var.deps.config)) },
    cache: { response: "GET /api" },
  })),
);

/** Names of the form's fields and the URL's parameters. The first value of each counts; others are ignored. */
const FIELDS = Object.keys(rentCheckQuery.shape);
const fieldsIn = (given: URLSearchParams) =>
  Object.fromEntries(FIELDS.flatMap((name) => (given.has(name) ? [[name, given.get(name)] as const] : [])));

/** Returns the URL of a result, without house number, and without a location that was not understood. */
async function addressOf(c: Context<AppEnv>, given: URLSearchParams): Promise<string> {
  const { deps, client } = c.var;
  const read = safeParse(rentCheckQuery, fieldsIn(given));
  if (read.success) {
    await requireForNetworks(deps, "place_look_ups", client);
    return `${RENT_CHECK_PATH}?${parametersOf(await questionWithoutHouse(deps, read.data)).toString()}`;
  }
  // Shows the form again with its other values, without the location, which may contain a house number.
  const rest = Object.entries(fieldsIn(given)).filter(([name, value]) => name !== "place" && value !== "");
  return `${RENT_CHECK_PATH}?${new URLSearchParams(rest.map(([name, value]) => [name, value ?? ""])).toString()}`;
}

async function loadCheck(c: Context<AppEnv>): Promise<Page> {
  const { searchParams, search: query } = new URL(c.req.url);
  const page = "rent_check";
  if (query === "")
    return { data: { page, query, check: null, problems: null }, cache: { response: "GET /rent-check" } };
  c.header("X-Robots-Tag", "noindex");
  const read = safeParse(rentCheckQuery, fieldsIn(searchParams));
  if (!read.success) return { data: { page, query, check: null, problems: fieldErrors(read.error.issues) } };
  await requireForNetworks(c.var.deps, "rent_checks", c.var.client);
  return { data: { page, query, check: await checkRent(c.var.deps, read.data), problems: null } };
}

/** Returns whether the location in a URL is as a visitor typed it, rather than as in URLs of results. */
function isTyped(given: URLSearchParams): boolean {
  const place = given.get("place");
  return place !== null && !isSettled({ place: place === "" ? null : place });
}

/**
 * The rent check. Its form uses POST to keep a typed house number out of URLs, and the response redirects to the result
 * for the block. A URL with a house number is redirected in the same way.
 */
export const rentCheckPages = router()
  .post(RENT_CHECK_PATH, readLimitedBody, async (c) => {
    const given = new URLSearchParams(new TextDecoder().decode(await c.req.arrayBuffer()));
    return c.redirect(await addressOf(c, given), 303);
  })
  .get(RENT_CHECK_PATH, async (c, next) => {
    const given = new URL(c.req.url).searchParams;
    return isTyped(given) ? c.redirect(await addressOf(c, given), 303) : next();
  })
  .get(RENT_CHECK_PATH, (c) => answerPage(c, () => loadCheck(c)));
