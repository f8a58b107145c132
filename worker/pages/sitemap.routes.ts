import { etag } from "hono/etag";
import { tagsOf } from "../contracts/cache-tags.ts";
import { CATEGORIES } from "../contracts/bedrooms.ts";
import { FORUM_PATH, STATIC_PAGES } from "../contracts/page.ts";
import { threadPaths } from "../features/forum/forum.read.service.ts";
import { listingPaths, nextListingExpiry } from "../features/listings/listings.read.service.ts";
import { cacheable } from "../platform/cache.ts";
import { escapeHtml } from "../platform/html.ts";
import { router } from "../platform/http.ts";

/** Most addresses a sitemap file may hold (sitemaps.org). */
const MAX_ADDRESSES = 50_000;
const PAGES = ["/", ...CATEGORIES.map(({ path }) => path), FORUM_PATH, ...Object.values(STATIC_PAGES)];
/** Discussions in the file, the newest: older ones are found from their list. */
const MAX_THREADS = 5_000;

/** /sitemap.xml and /robots.txt. */
export const sitemapRoutes = router()
  .get("/sitemap.xml", etag(), async (c) => {
    const { deps } = c.var;
    // One address, one copy in the cache: the list is long.
    if (new URL(c.req.url).search !== "") return c.redirect("/sitemap.xml", 301);
    const threads = await threadPaths(deps, MAX_THREADS);
    const listings = await listingPaths(deps, MAX_ADDRESSES - PAGES.length - threads.length);
    const entry = (path: string, changed: Date | null) =>
      `<url><loc>${escapeHtml(deps.config.siteUrl + path)}</loc>${changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ""}</url>`;
    const entries = [
      ...PAGES.map((path) => entry(path, null)),
      ...listings.map(({ path, approvedAt }) => entry(path, approvedAt)),
      ...threads.map(({ path, changedAt }) => entry(path, changedAt)),
    ];
    cacheable(c, { tags: tagsOf("GET /sitemap.xml"), validUntil: await nextListingExpiry(deps) });
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`,
      200,
      { "Content-Type": "application/xml; charset=utf-8" },
    );
  })
  .get("/robots.txt", (c) =>
    c.text(
      `User-agent: *\nDisallow: /admin\nDisallow: /stats\nDisallow: /api/\nSitemap: ${c.var.deps.config.siteUrl}/sitemap.xml\n`,
    ),
  );
