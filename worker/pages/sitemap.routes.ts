import type { Context } from "hono";
import { etag } from "hono/etag";
import { CATEGORIES } from "../contracts/bedrooms.ts";
import { FORUM_PATH, STATIC_PAGES } from "../contracts/page.ts";
import { threadExtent, threadPaths } from "../features/forum/forum.read.service.ts";
import { listingExtent, listingPaths, nextListingExpiry } from "../features/listings/listings.read.service.ts";
import { cacheable } from "../platform/cache.ts";
import { escapeXml } from "../platform/html.ts";
import { type AppEnv, router } from "../platform/http.ts";

/** Most addresses that a sitemap file may hold (sitemaps.org). */
const ADDRESSES_A_FILE = 50_000;
const SITEMAP_PATH = "/sitemap.xml";
const PAGES = ["/", ...CATEGORIES.map(({ path }) => path), FORUM_PATH, ...Object.values(STATIC_PAGES)];

/** What is too much for one file lies in several, each with the ids of one window. */
const PARTS = { listings: listingPaths, discussions: threadPaths };
type Part = keyof typeof PARTS;

interface Address {
  path: string;
  changedAt: Date | null;
}
const pages = (): Address[] => PAGES.map((path) => ({ path, changedAt: null }));

const xml = (root: "urlset" | "sitemapindex", content: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${content.join("")}</${root}>`;

function urlset(siteUrl: string, addresses: readonly Address[]): string {
  const entries = addresses.map(({ path, changedAt }) => {
    const lastmod = changedAt === null ? "" : `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>`;
    return `<url><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</url>`;
  });
  return xml("urlset", entries);
}

function index(siteUrl: string, lastIds: Record<Part, number>): string {
  const windows = Object.entries(lastIds).flatMap(([part, lastId]) =>
    Array.from({ length: Math.ceil(lastId / ADDRESSES_A_FILE) }, (_, at) => `${part}-${at + 1}`),
  );
  return xml(
    "sitemapindex",
    ["pages", ...windows].map(
      (name) => `<sitemap><loc>${escapeXml(`${siteUrl}/sitemaps/${name}.xml`)}</loc></sitemap>`,
    ),
  );
}

async function answer(c: Context<AppEnv>, content: string): Promise<Response> {
  cacheable(c, "GET /sitemap.xml", { validUntil: await nextListingExpiry(c.var.deps) });
  return c.body(content, 200, { "Content-Type": "application/xml; charset=utf-8" });
}

/** One address, one copy in the cache: the lists are long. */
const strayed = (c: Context<AppEnv>) => new URL(c.req.url).search !== "";

/**
 * GET /sitemap.xml: every address of the site while one file holds them, else the index of several (docs/decisions/0021).
 * GET /sitemaps/{pages|listings-n|discussions-n}.xml: one of those, with at most 50,000 addresses.
 */
export const sitemapRoutes = router()
  .get(SITEMAP_PATH, etag(), async (c) => {
    if (strayed(c)) return c.redirect(SITEMAP_PATH, 301);
    const { deps } = c.var;
    const { siteUrl } = deps.config;
    const [listings, threads] = await Promise.all([listingExtent(deps), threadExtent(deps)]);
    if (PAGES.length + listings.count + threads.count > ADDRESSES_A_FILE)
      return answer(c, index(siteUrl, { listings: listings.lastId, discussions: threads.lastId }));
    const found = await Promise.all([
      listingPaths(deps, { newest: listings.count }),
      threadPaths(deps, { newest: threads.count }),
    ]);
    return answer(c, urlset(siteUrl, [...pages(), ...found.flat()]));
  })
  .get("/sitemaps/:name{[a-z]+(?:-[0-9]{1,6})?\\.xml}", etag(), async (c, next) => {
    const { deps } = c.var;
    const [name = "", number] = c.req.param("name").replace(".xml", "").split("-");
    const isPart = Object.hasOwn(PARTS, name);
    if (strayed(c) || (isPart ? !/^[1-9]\d*$/.test(number ?? "") : name !== "pages" || number !== undefined))
      return next();
    if (!isPart) return answer(c, urlset(deps.config.siteUrl, pages()));
    const to = Number(number) * ADDRESSES_A_FILE;
    const found = await PARTS[name as Part](deps, { from: to - ADDRESSES_A_FILE + 1, to });
    return found.length === 0 ? next() : answer(c, urlset(deps.config.siteUrl, found));
  });
