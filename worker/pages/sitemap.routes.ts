import type { Context } from "hono";
import { CATEGORIES } from "../contracts/bedrooms.ts";
import { marketPath } from "../contracts/market-pages.ts";
import { editionPath } from "../contracts/page.ts";
import {
  API_PAGE,
  URLS_PER_SITEMAP,
  FORUM_PATH,
  RENT_CHECK_PATH,
  STATIC_PAGES,
  TRANSPARENCY_PATH,
} from "../contracts/pages.ts";
import { readShownEditions } from "../features/digest/digest.read.service.ts";
import { threadChanges, threadExtent, threadPaths } from "../features/forum/forum.read.service.ts";
import {
  listingChanges,
  listingExtent,
  listingPaths,
  nextListingExpiry,
  readTypeChanges,
} from "../features/listings/reading/listings.read.service.ts";
import { neighbourhoodsWithFigures } from "../features/market/market-months.service.ts";
import { lastPublication } from "../features/transparency/transparency.service.ts";
import { cacheable, withEtag } from "../platform/cache.ts";
import type { Deps } from "../platform/deps.ts";
import { escapeXml } from "../platform/html.ts";
import { type AppEnv, router } from "../platform/http.ts";

const SITEMAP_PATH = "/sitemap.xml";

/** Lists too long for one file are split by windows of ids. */
const PARTS = {
  listings: { paths: listingPaths, changes: listingChanges },
  discussions: { paths: threadPaths, changes: threadChanges },
};
type Part = keyof typeof PARTS;

interface Address {
  path: string;
  changedAt: Date | null;
}

const newest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);

/** The number of id windows up to an id. */
const windowsTo = (lastId: number) => Math.ceil(lastId / URLS_PER_SITEMAP);

/** Pages other than listings and threads, with the time of their newest content. */
async function pageAddresses(deps: Deps, lastThreadId: number): Promise<Address[]> {
  const [types, threads, editions, publishedAt, neighbourhoods] = await Promise.all([
    readTypeChanges(deps),
    threadChanges(deps, windowsTo(lastThreadId)),
    readShownEditions(deps),
    lastPublication(deps),
    neighbourhoodsWithFigures(deps),
  ]);
  return [
    { path: "/", changedAt: newest(types.map(({ changedAt }) => changedAt)) },
    ...CATEGORIES.map(({ path, bedrooms }) => ({
      path,
      changedAt: types.find((type) => type.bedrooms === bedrooms)?.changedAt ?? null,
    })),
    { path: FORUM_PATH, changedAt: newest(threads) },
    ...Object.values(STATIC_PAGES).map((path) => ({ path, changedAt: null })),
    { path: TRANSPARENCY_PATH, changedAt: publishedAt },
    { path: RENT_CHECK_PATH, changedAt: null },
    { path: API_PAGE, changedAt: null },
    ...[null, ...neighbourhoods.map(({ name }) => name)].map((name) => ({ path: marketPath(name), changedAt: null })),
    ...editions.map(({ date, sentAt }) => ({ path: editionPath(date), changedAt: sentAt })),
  ];
}

const xml = (root: "urlset" | "sitemapindex", content: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${content.join("")}</${root}>`;

function entry(name: "url" | "sitemap", siteUrl: string, { path, changedAt }: Address): string {
  const lastmod = changedAt === null ? "" : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return `<${name}><loc>${escapeXml(siteUrl + path)}</loc>${lastmod}</${name}>`;
}

const urlset = (siteUrl: string, addresses: readonly Address[]) =>
  xml(
    "urlset",
    addresses.map((address) => entry("url", siteUrl, address)),
  );

/** The sitemap index of all non-empty files. */
async function index(deps: Deps, lastIds: Record<Part, number>, pages: readonly Address[]): Promise<string> {
  const files: Address[] = [
    { path: "/sitemaps/pages.xml", changedAt: newest(pages.map(({ changedAt }) => changedAt)) },
  ];
  for (const [part, { changes }] of Object.entries(PARTS)) {
    const windows = await changes(deps, windowsTo(lastIds[part as Part]));
    for (const [at, changedAt] of windows.entries())
      if (changedAt !== null) files.push({ path: `/sitemaps/${part}-${at + 1}.xml`, changedAt });
  }
  return xml(
    "sitemapindex",
    files.map((file) => entry("sitemap", deps.config.siteUrl, file)),
  );
}

async function answer(c: Context<AppEnv>, content: string): Promise<Response> {
  cacheable(c, "GET /sitemap.xml", { validUntil: await nextListingExpiry(c.var.deps) });
  return c.body(content, 200, { "Content-Type": "application/xml; charset=utf-8" });
}

/** Redirects URLs with a query, so that each long list is cached once. */
const strayed = (c: Context<AppEnv>) => new URL(c.req.url).search !== "";

/**
 * GET /sitemap.xml: all URLs while they fit into one file, else an index of several (docs/decisions/0021). GET
 * /sitemaps/{pages|listings-n|discussions-n}.xml: one of those, with at most 50,000 URLs.
 */
export const sitemapRoutes = router()
  .get(SITEMAP_PATH, withEtag(), async (c) => {
    if (strayed(c)) return c.redirect(SITEMAP_PATH, 301);
    const { deps } = c.var;
    const [listings, threads] = await Promise.all([listingExtent(deps), threadExtent(deps)]);
    const pages = await pageAddresses(deps, threads.lastId);
    if (pages.length + listings.count + threads.count > URLS_PER_SITEMAP)
      return answer(c, await index(deps, { listings: listings.lastId, discussions: threads.lastId }, pages));
    const found = await Promise.all([
      listingPaths(deps, { newest: listings.count }),
      threadPaths(deps, { newest: threads.count }),
    ]);
    return answer(c, urlset(deps.config.siteUrl, [...pages, ...found.flat()]));
  })
  .get("/sitemaps/:name{[a-z]+(?:-[0-9]{1,6})?\\.xml}", withEtag(), async (c, next) => {
    const { deps } = c.var;
    const [name = "", number] = c.req.param("name").replace(".xml", "").split("-");
    const isPart = Object.hasOwn(PARTS, name);
    if (strayed(c) || (isPart ? !/^[1-9]\d*$/.test(number ?? "") : name !== "pages" || number !== undefined))
      return next();
    if (!isPart) {
      const { lastId } = await threadExtent(deps);
      return answer(c, urlset(deps.config.siteUrl, await pageAddresses(deps, lastId)));
    }
    const to = Number(number) * URLS_PER_SITEMAP;
    const found = await PARTS[name as Part].paths(deps, { from: to - URLS_PER_SITEMAP + 1, to });
    return found.length === 0 ? next() : answer(c, urlset(deps.config.siteUrl, found));
  });
