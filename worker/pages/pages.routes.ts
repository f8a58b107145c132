import { renderPage } from "#entry-server";
import type { Context } from "hono";
import { type CachedResponse, tagsOf } from "../contracts/cache-tags.ts";
import { CATEGORIES, listingPath, listingSlug } from "../contracts/listings.ts";
import type { PageData } from "../contracts/page.ts";
import { toPublicListing } from "../features/listings/listings.mappers.ts";
import { listingById, listingTotal, publicListing, publicListings } from "../features/listings/listings.repo.ts";
import { cacheable } from "../platform/cache.ts";
import { type AppEnv, router } from "../platform/http.ts";
import { readId } from "../platform/paging.ts";
import { fetchShell, fillShell } from "./shell.ts";

/** Listings rendered into the first HTML: the first page of spec.md 9. */
const FIRST_PAGE = { limit: 8, offset: 0 };

interface Page {
  data: PageData;
  status?: 200 | 404 | 410;
  /** Left out for pages that are not cached. */
  cache?: { response: CachedResponse; id?: number; validUntil?: Date | null };
}

/**
 * Answers a page: loads its data, renders it and fills the shell. When either fails the plain shell is served, and the
 * browser loads and renders the page itself.
 */
async function answerPage(c: Context<AppEnv>, load: () => Promise<Page>): Promise<Response> {
  const { deps } = c.var;
  const { siteName, siteUrl, contactEmail } = deps.config;
  c.header("Content-Type", "text/html; charset=utf-8");
  try {
    const { data, status = 200, cache } = await load();
    const url = new URL(c.req.url);
    const rendered = await renderPage({
      url: url.pathname + url.search,
      site: { name: siteName, url: siteUrl, contactEmail },
      renderedAt: deps.now().toISOString(),
      data,
    });
    // Any query string would make a copy of its own in the cache.
    if (cache && url.search === "") cacheable(c, { tags: tagsOf(cache.response, cache.id), validUntil: cache.validUntil ?? null });
    return c.body(fillShell(await fetchShell(c), rendered), status);
  } catch (error) {
    deps.log.error("page.render_failed", error, { path: c.req.path });
    return c.body(await fetchShell(c), 200);
  }
}

const earliest = (rows: { expiresAt: Date | null }[]) => rows.reduce<Date | null>((soonest, { expiresAt }) => (expiresAt && (!soonest || expiresAt < soonest) ? expiresAt : soonest), null);

async function answerListing(c: Context<AppEnv>, idText: string, slug: string | undefined): Promise<Response> {
  const { deps } = c.var;
  const id = readId(idText);
  const row = id === null ? null : await publicListing(deps, id).catch((error: unknown) => void deps.log.error("page.load_failed", error));
  if (row) {
    const canonical = listingPath({ id: row.id, slug: listingSlug(row.bedrooms, row.address) });
    if (slug === undefined || c.req.path !== canonical) return c.redirect(canonical + new URL(c.req.url).search, 301);
    return answerPage(c, async () => ({ data: { page: "listing", listing: toPublicListing(row) }, cache: { response: "GET /listing/:id", id: row.id, validUntil: row.expiresAt } }));
  }
  return answerPage(c, async () => {
    const former = id === null ? null : await listingById(deps, id);
    const wasPublic = former?.firstApprovedAt != null;
    return { data: { page: "listing_gone", id: id ?? 0 }, status: wasPublic ? 410 : 404, ...(wasPublic && { cache: { response: "GET /listing/:id" as const, id: former.id } }) };
  });
}

/** The plain shell, for pages that only the browser fills and no search engine keeps. */
async function answerPlainShell(c: Context<AppEnv>): Promise<Response> {
  c.header("X-Robots-Tag", "noindex");
  c.header("Content-Type", "text/html; charset=utf-8");
  return c.body(await fetchShell(c));
}

/** Every page of the site; what is none of them is a real 404 with the not-found page. */
export const pageRoutes = router()
  .get("/", (c) =>
    answerPage(c, async () => {
      const [rows, total] = await Promise.all([publicListings(c.var.deps, "all", FIRST_PAGE), listingTotal(c.var.deps, "approved")]);
      return { data: { page: "home", listings: rows.map(toPublicListing), total }, cache: { response: "GET /", validUntil: earliest(rows) } };
    }),
  )
  .get("/landlords", (c) => answerPage(c, async () => ({ data: { page: "landlords" }, cache: { response: "GET /landlords" } })))
  .get("/listing/:id", (c) => answerListing(c, c.req.param("id"), undefined))
  .get("/listing/:id/:slug", (c) => answerListing(c, c.req.param("id"), c.req.param("slug")))
  .get("/admin", answerPlainShell)
  .get("/marketplace", (c) => c.redirect("/", 301))
  .get("/email", (c) => c.redirect("/", 301));

for (const { path, bedrooms } of CATEGORIES) {
  pageRoutes.get(path, (c) =>
    answerPage(c, async () => {
      const [rows, total] = await Promise.all([publicListings(c.var.deps, bedrooms, FIRST_PAGE), listingTotal(c.var.deps, `approved:${bedrooms}`)]);
      return { data: { page: "category", bedrooms, listings: rows.map(toPublicListing), total }, cache: { response: "GET /category", validUntil: earliest(rows) } };
    }),
  );
}

pageRoutes.get("*", (c) => answerPage(c, async () => ({ data: { page: "not_found" }, status: 404 })));
