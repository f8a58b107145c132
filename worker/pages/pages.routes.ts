import type { Context } from "hono";
import { type Bedrooms, CATEGORIES, parseFilter } from "../contracts/bedrooms.ts";
import { listingPath } from "../contracts/listings.ts";
import { FORUM_PATH, SHELL_PATHS, STATIC_PAGES, type StaticPage, VIP_PATH } from "../contracts/pages.ts";
import { LISTINGS_A_PAGE, firstOfPage, pageNamed } from "../contracts/list-pages.ts";
import { filterNamed, isNeverKept, listQuery, searchNamed } from "../contracts/search.ts";
import { readEdition } from "../features/digest/digest.read.service.ts";
import { readListingForPage, wasPublic } from "../features/listings/core/listings.read.service.ts";
import { readPublicPage } from "../features/listings/search/search.service.ts";
import { withPlaceNames } from "../features/listings/search/place-words.ts";
import { readPublicFacts } from "../features/places/facts.service.ts";
import { readVipOffer } from "../features/vip/vip.service.ts";
import { cacheable } from "../platform/cache.ts";
import { type AppEnv, router } from "../platform/http.ts";
import { readId } from "../platform/paging.ts";
import { answerPage, type Page, type Redirect } from "./answer-page.ts";
import { loadThread, loadThreads } from "./forum-pages.ts";
import { canonicalPathOf, NOUN_OF_PATH, unescapedPathOf } from "./canonical-paths.ts";
import { readShell } from "./shell.ts";

/** A listing's page at its canonical address; other slugs lead there. Gone listings answer 410, unknown ones 404. */
async function loadListing(c: Context<AppEnv>, id: number | null): Promise<Page | Redirect> {
  const found = await readListingForPage(c.var.deps, id);
  if (found) {
    const { listing, changedAt, validUntil, preview } = found;
    const canonical = listingPath(listing);
    if (c.req.path !== canonical) return { redirectTo: canonical + new URL(c.req.url).search };
    const about = await readPublicFacts(c.var.deps, listing.id);
    return {
      data: { page: "listing", listing, changedAt: changedAt.toISOString(), facts: about?.facts ?? null, preview },
      cache: { response: "GET /listing/:id", id: listing.id, validUntil },
    };
  }
  if (id === null || !(await wasPublic(c.var.deps, id)))
    return { data: { page: "listing_gone", id: id ?? 0 }, status: 404 };
  return { data: { page: "listing_gone", id }, status: 410, cache: { response: "GET /listing/:id", id } };
}

/** Loads the page of the list that the address of the home page or a category asks for. */
async function loadList(c: Context<AppEnv>, category: Bedrooms | null): Promise<Page> {
  const parameters = new URL(c.req.url).searchParams;
  const search = searchNamed(parameters);
  const named = withPlaceNames(search);
  const filter = category === null ? filterNamed(parameters.get("type")) : "all";
  const type = category ?? parseFilter(filter) ?? "all";
  const pageNumber = pageNamed(parameters.get("page"));
  const { listings, total, atLeast, rooms, corrected, validUntil } = await readPublicPage(
    c.var.deps,
    { type, search: named },
    { limit: LISTINGS_A_PAGE, offset: firstOfPage(pageNumber) },
    c.var.client,
  );
  const isNarrow = listQuery(filter, search) !== "";
  const isPastLastPage = pageNumber > 1 && listings.length === 0;
  // Search engines keep the plain pages, which the narrowed ones name as theirs.
  if (isNarrow || isPastLastPage) c.header("X-Robots-Tag", "noindex");
  // What no card shows would be a sixth of the page: the dialog over the list asks for it.
  const cards = listings.map((listing) => ({ ...listing, amenities: null }));
  const list = {
    listings: cards,
    total,
    atLeast,
    rooms,
    ...(isNarrow && { search }),
    ...(corrected !== null && { corrected }),
    ...(pageNumber > 1 && { pageNumber }),
  };
  const response = category === null ? "GET /" : "GET /category";
  return {
    data: category === null ? { page: "home", filter, ...list } : { page: "category", bedrooms: category, ...list },
    ...(isPastLastPage && { status: 404 }),
    ...(!isPastLastPage &&
      !isNeverKept(search, total ?? atLeast) && {
        // Another spelling of a place's name is answered, and not kept.
        cache: { response, validUntil, query: listQuery(filter, named, pageNumber) },
      }),
  };
}

/** An edition of the digest. */
async function loadEdition(c: Context<AppEnv>, date: string): Promise<Page> {
  const found = await readEdition(c.var.deps, date);
  if (!found) return { data: { page: "not_found" }, status: 404 };
  return {
    data: { page: "digest", edition: found.edition },
    cache: { response: "GET /digest/:date", validUntil: found.validUntil },
  };
}

/** Where the page is that was asked for by another spelling of its address, in one step; the not-found page otherwise. */
async function loadElsewhere(c: Context<AppEnv>): Promise<Page | Redirect> {
  const canonical = canonicalPathOf(c.req.path);
  if (canonical === null) return { data: { page: "not_found" }, status: 404 };
  const [, noun, id = ""] = NOUN_OF_PATH.exec(canonical) ?? [];
  // These know the rest of their address, too.
  const page = noun === undefined ? null : await (noun === "listing" ? loadListing : loadThread)(c, readId(id));
  return page && "redirectTo" in page ? page : { redirectTo: canonical + new URL(c.req.url).search };
}

/** The plain shell, for pages that only the browser fills and no search engine keeps. */
async function answerPlainShell(c: Context<AppEnv>): Promise<Response> {
  c.header("X-Robots-Tag", "noindex");
  c.header("Content-Type", "text/html; charset=utf-8");
  return c.body((await readShell(c)).text);
}

/** Every page of the site; what is none of them is a real 404 with the not-found page. */
export const pageRoutes = router()
  // The browser finds a page by its address as it stands, so it must stand there as the page's routes name it.
  .get("*", async (c, next) => {
    const path = unescapedPathOf(c.req.url, c.req.path);
    return path === null ? next() : c.redirect(path + new URL(c.req.url).search, 301);
  })
  .get("/", (c) => answerPage(c, () => loadList(c, null)))
  .get("/listing/:id", (c) => answerPage(c, () => loadListing(c, readId(c.req.param("id")))))
  .get("/listing/:id/:slug", (c) => answerPage(c, () => loadListing(c, readId(c.req.param("id")))))
  .get(VIP_PATH, (c) => answerPage(c, async () => ({ data: { page: "govip", offer: await readVipOffer(c.var.deps) } })))
  .get("/digest/:date", (c) => answerPage(c, () => loadEdition(c, c.req.param("date"))))
  .get(FORUM_PATH, (c) => answerPage(c, () => loadThreads(c)))
  .get(`${FORUM_PATH}/thread/:id`, (c) => answerPage(c, () => loadThread(c, readId(c.req.param("id")))))
  .get(`${FORUM_PATH}/thread/:id/:slug`, (c) => answerPage(c, () => loadThread(c, readId(c.req.param("id")))));

for (const path of SHELL_PATHS) pageRoutes.get(path, answerPlainShell);
for (const [page, path] of Object.entries(STATIC_PAGES) as [StaticPage, string][])
  pageRoutes.get(path, (c) => answerPage(c, async () => ({ data: { page }, cache: { response: "GET /static" } })));
for (const { path, bedrooms } of CATEGORIES) pageRoutes.get(path, (c) => answerPage(c, () => loadList(c, bedrooms)));

/** Files of the build: named by their content, so they never change under an address. A missing one is a missing page. */
pageRoutes.get("/assets/*", async (c, next) => {
  const { ok, headers, body } = await c.var.deps.assets.fetch(c.req.raw);
  if (!ok) return next();
  cacheable(c, "GET /assets");
  return c.body(body as ReadableStream, 200, {
    "Content-Type": headers.get("content-type") ?? "application/octet-stream",
  });
});

pageRoutes.get("*", (c) => answerPage(c, () => loadElsewhere(c)));
