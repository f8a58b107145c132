import type { Context } from "hono";
import { CATEGORIES } from "../contracts/bedrooms.ts";
import { toCsv } from "../contracts/csv.ts";
import { FEED_PATH } from "../contracts/forum.ts";
import { areaName, CITY } from "../contracts/market.ts";
import { MARKET_AREA_CSV, MARKET_LICENCE, type MarketFigures, marketPath } from "../contracts/market-pages.ts";
import { listingFeedPath, editionPath } from "../contracts/page.ts";
import {
  API_CATALOG_PATH,
  API_PAGE,
  API_PATH,
  FORUM_PATH,
  MARKET_PATH,
  MCP_PATH,
  OPENAPI_PATH,
  RENT_CHECK_PATH,
  STATIC_PAGES,
  TRANSPARENCY_CSV_PATH,
  TRANSPARENCY_PATH,
  URLS_PER_SITEMAP,
} from "../contracts/pages.ts";
import { DROPS_FEED_PATH, DROPS_PATH } from "../contracts/price-history.ts";
import { COUNTED_MEASURES, type CountedMeasure, type MonthFigures, reasonLabel } from "../contracts/transparency.ts";
import { readShownEditions } from "../features/digest/digest.read.service.ts";
import { threadChanges, threadCount, threadPaths } from "../features/forum/forum.read.service.ts";
import {
  countPublicListings,
  listingChanges,
  listingPaths,
  nextListingExpiry,
  readTypeChanges,
} from "../features/listings/reading/listings.read.service.ts";
import {
  marketFigures,
  neighbourhoodOfSlug,
  neighbourhoodsWithFigures,
} from "../features/market/market-months.service.ts";
import { readTransparency, lastPublication } from "../features/transparency/transparency.service.ts";
import { cacheable, withEtag } from "../platform/cache.ts";
import type { Config } from "../platform/config.ts";
import type { Deps } from "../platform/deps.ts";
import { escapeXml } from "../platform/html.ts";
import { type AppEnv, router } from "../platform/http.ts";

/** Paths that robots.txt disallows. Private pages are not listed here; they send noindex. */
const CLOSED = ["/api/"];
/** Paths below the disallowed ones that machines may read. */
const OPEN = [`${API_PATH}/`, OPENAPI_PATH];

/** Returns a guide to the site for language models (llmstxt.org): its pages, and the meaning of its statistics. */
function llmsText({ siteName, siteUrl }: Config): string {
  const link = (name: string, path: string, about: string) => `- [${name}](${siteUrl}${path}): ${about}`;
  return [
    `# ${siteName}`,
    "",
    "> Rentals in Toronto and the Greater Toronto Area. Landlords post them for free, and a moderator reads each listing before it is published. Each rent is shown beside a dated market benchmark. Subscribers get new listings by email every Monday, Wednesday and Friday.",
    "",
    "Rents are in Canadian dollars a month. A percentage below market is at least 10. It compares a rent with the market figure that the listing names, with its area, source and month. 'Estimate' means that the figure is derived, and the listing says how. A listing without a percentage was not compared, or its rent is about the market rent. Unknown details are left out. A listed unit may already be rented: ask the landlord, and send no money before a viewing.",
    "",
    "## Listings",
    "",
    link("All rentals", "/", "the newest first, with filters"),
    ...CATEGORIES.map(({ name, path, plural }) => link(name, path, `${plural} for rent in Toronto`)),
    link("Feed of all rentals", listingFeedPath(), "Atom, the newest 50"),
    ...CATEGORIES.map(({ name, path, plural }) =>
      link(`Feed: ${name}`, listingFeedPath(path), `Atom, the newest 50 ${plural}`),
    ),
    link("Reduced rents", DROPS_PATH, "rents lower than in the 30 days before, the most reduced first"),
    link("Feed of reduced rents", DROPS_FEED_PATH, "Atom, the latest 50"),
    "",
    "## Rents",
    "",
    link("Rent check", RENT_CHECK_PATH, "how a rent compares, rent control, and the largest lawful increase"),
    link("Market", MARKET_PATH, "published rents and this site's own, by type and month; CC BY 4.0"),
    link("Market figures", `${MARKET_PATH}.csv`, "the same as CSV"),
    "",
    "## For programs",
    "",
    link("API", API_PAGE, "homes, rents and the rent check as JSON, without a key"),
    link(
      "Tools for assistants (MCP)",
      MCP_PATH,
      "Streamable HTTP: search_homes, get_home, rent_check, market, commute",
    ),
    link("OpenAPI document", OPENAPI_PATH, "every operation, parameter and field"),
    "",
    "## Discussions",
    "",
    link(
      "Discussions",
      FORUM_PATH,
      "renters talk about homes, landlords and rules; posts by the site itself are labelled 'Automated'",
    ),
    link("Feed of discussions", FEED_PATH, "Atom, the newest 50"),
    "",
    "## About",
    "",
    link("About us", STATIC_PAGES.about, "who runs this, and how listings are reviewed"),
    link("For landlords", STATIC_PAGES.landlords, "how to post a unit"),
    link("Privacy policy", STATIC_PAGES.privacy, "what is stored, and for how long"),
    link("Terms of service", STATIC_PAGES.terms, "the rules"),
    link("Transparency", TRANSPARENCY_PATH, "how many listings were approved, rejected or removed, month by month"),
    link("Contact", STATIC_PAGES.contact, "how to reach a person"),
    "",
    "## Optional",
    "",
    link("Sitemap", "/sitemap.xml", "every address"),
    "",
  ].join("\n");
}

const CSV_HEADER = [
  "month",
  "breakdown",
  "name",
  ...COUNTED_MEASURES,
  "median_minutes",
  "appeals",
  "upheld",
  "denied",
  "rejected_or_removed",
];

/** Renders each month and breakdown as a row. Suppressed cells are empty. */
function transparencyCsv(months: readonly MonthFigures[]): string {
  const counts = (row: Record<CountedMeasure, number | null>) => COUNTED_MEASURES.map((measure) => row[measure] ?? "");
  const rows = months.flatMap((figures) => {
    const { month, medianMinutes, appeals, areas, types, reasons } = figures;
    return [
      [month, "all", "", ...counts(figures), medianMinutes ?? "", appeals.received, appeals.upheld, appeals.denied, ""],
      ...areas.map((row) => [month, "area", row.area, ...counts(row), "", "", "", "", ""]),
      ...types.map((row) => [month, "type", row.type, ...counts(row), "", "", "", "", ""]),
      ...reasons.map(({ reason, count }) => [
        month,
        "reason",
        reasonLabel(reason),
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        count ?? "",
      ]),
    ];
  });
  return toCsv(CSV_HEADER, rows);
}

const MARKET_CSV_HEADER = [
  "area",
  "month",
  "closed_on",
  "corrected_on",
  "type",
  "figure",
  "value",
  "homes",
  "source",
] as const;

/**
 * Renders one value per row: published benchmarks first, then this site's own statistics. Values based on too few homes
 * have no row.
 */
function marketCsv({ area, benchmarks, months }: MarketFigures): string {
  const published = benchmarks.flatMap(({ type, months: ofType }) =>
    ofType.map(({ month, rent, kind, source, isEstimate }) => [
      areaName(CITY),
      month,
      "",
      "",
      type,
      `published_${kind}${isEstimate ? "_estimate" : ""}`,
      rent,
      "",
      source,
    ]),
  );
  const own = months.flatMap(({ month, closedAt, corrections, groups }) =>
    groups.flatMap(({ type, rents, rentControl, discount, pace }) => {
      const row = (figure: string, value: number, homes: number) => [
        area.name,
        month,
        closedAt?.slice(0, 10) ?? "",
        corrections[0]?.at.slice(0, 10) ?? "",
        type,
        figure,
        value,
        homes,
        "Listings of this site",
      ];
      return [
        ...(rents === null
          ? []
          : (["lower", "median", "upper"] as const).map((name) => row(`rent_${name}`, rents.value[name], rents.homes))),
        ...(rentControl === null ? [] : [row("rent_control_percent", rentControl.value, rentControl.homes)]),
        ...(discount === null ? [] : [row("median_percent_below_market", discount.value, discount.homes)]),
        ...(pace === null ? [] : [row("median_days_listed", pace.medianDays, pace.known)]),
      ];
    }),
  );
  return toCsv(MARKET_CSV_HEADER, [...published, ...own]);
}

async function answerMarketCsv(c: Context<AppEnv>, neighbourhood: string | null): Promise<Response> {
  const figures = await marketFigures(c.var.deps, { neighbourhood });
  cacheable(c, "GET /market");
  return c.body(marketCsv(figures), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="market${neighbourhood === null ? "" : `-${figures.area.slug}`}.csv"`,
    Link: `<${MARKET_LICENCE.url}>; rel="license"`,
  });
}

/** Lists the site's APIs for programs, as a linkset (RFC 9727, RFC 9264). */
const apiCatalog = ({ siteUrl }: Config) => ({
  linkset: [
    {
      anchor: `${siteUrl}${API_PATH}`,
      "service-desc": [{ href: `${siteUrl}${OPENAPI_PATH}`, type: "application/json" }],
      "service-doc": [{ href: `${siteUrl}${API_PAGE}`, type: "text/html" }],
    },
    { anchor: `${siteUrl}${MCP_PATH}`, "service-doc": [{ href: `${siteUrl}${API_PAGE}`, type: "text/html" }] },
  ],
});

/**
 * Serves GET /robots.txt, GET /llms.txt, GET /.well-known/api-catalog, market data as CSV, and GET /transparency.csv.
 */
export const machineRoutes = router()
  .get("/robots.txt", withEtag(), (c) => {
    cacheable(c, "GET /robots.txt");
    const { isDemo, siteUrl } = c.var.deps.config;
    const lines = isDemo
      ? ["Disallow: /"]
      : [
          ...CLOSED.map((path) => `Disallow: ${path}`),
          ...OPEN.map((path) => `Allow: ${path}`),
          `Sitemap: ${siteUrl}/sitemap.xml`,
        ];
    return c.text(["User-agent: *", ...lines, ""].join("\n"));
  })
  .get("/llms.txt", withEtag(), (c) => {
    cacheable(c, "GET /llms.txt");
    return c.text(llmsText(c.var.deps.config));
  })
  .get(API_CATALOG_PATH, withEtag(), (c) => {
    cacheable(c, "GET /api");
    return c.body(JSON.stringify(apiCatalog(c.var.deps.config)), 200, { "Content-Type": "application/linkset+json" });
  })
  .get(`${MARKET_PATH}.csv`, withEtag(), (c) => answerMarketCsv(c, null))
  .get(MARKET_AREA_CSV, withEtag(), (c, next) => {
    const neighbourhood = neighbourhoodOfSlug(c.req.param("area").slice(0, -".csv".length));
    return neighbourhood === null ? next() : answerMarketCsv(c, neighbourhood);
  })
  .get(TRANSPARENCY_CSV_PATH, withEtag(), async (c) => {
    const { months } = await readTransparency(c.var.deps);
    cacheable(c, "GET /transparency");
    return c.body(transparencyCsv(months), 200, {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="transparency.csv"',
    });
  });

const SITEMAP_PATH = "/sitemap.xml";

/** Lists that are too long for one file, split by windows of ids. */
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

/** Returns the pages other than listings and threads, with the time of their newest content. */
async function pageAddresses(deps: Deps): Promise<Address[]> {
  const [types, threads, editions, publishedAt, neighbourhoods] = await Promise.all([
    readTypeChanges(deps),
    threadChanges(deps),
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

/** Row limit, higher than the number of pages other than listings and threads. */
const MAX_PAGES = 2_000;

/** Returns the non-empty files of the long lists. */
async function files(deps: Deps): Promise<Address[]> {
  const parts = await Promise.all(
    Object.entries(PARTS).map(async ([part, { changes }]) =>
      (await changes(deps)).map((changedAt, at) => ({ path: `/sitemaps/${part}-${at + 1}.xml`, changedAt })),
    ),
  );
  return parts.flat().filter(({ changedAt }) => changedAt !== null);
}

/** Returns all listings and threads if they fit into one sitemap. Otherwise, returns the files that contain them. */
async function longLists(deps: Deps) {
  const [{ count, validUntil }, threads] = await Promise.all([countPublicListings(deps), threadCount(deps)]);
  const isIndex = count + threads + MAX_PAGES > URLS_PER_SITEMAP;
  const lists = isIndex
    ? await files(deps)
    : await Promise.all([listingPaths(deps, { newest: count }), threadPaths(deps, { newest: threads })]);
  return { isIndex, addresses: lists.flat(), validUntil };
}

function answer(c: Context<AppEnv>, content: string, validUntil: Date | null): Response {
  cacheable(c, "GET /sitemap.xml", { validUntil });
  return c.body(content, 200, { "Content-Type": "application/xml; charset=utf-8" });
}

/** Redirects URLs with a query, so that each long list is cached once. */
const hasQuery = (c: Context<AppEnv>) => new URL(c.req.url).search !== "";

/**
 * Serves GET /sitemap.xml: all URLs if they fit into one file, otherwise an index of several files
 * (docs/decisions/0021). GET /sitemaps/{pages|listings-n|discussions-n}.xml: one of those files, with at most 50,000
 * URLs.
 */
export const sitemapRoutes = router()
  .get(SITEMAP_PATH, withEtag(), async (c) => {
    if (hasQuery(c)) return c.redirect(SITEMAP_PATH, 301);
    const { deps } = c.var;
    const [pages, { isIndex, addresses, validUntil }] = await Promise.all([pageAddresses(deps), longLists(deps)]);
    const { siteUrl } = deps.config;
    if (!isIndex) return answer(c, urlset(siteUrl, [...pages, ...addresses]), validUntil);
    const ofPages = { path: "/sitemaps/pages.xml", changedAt: newest(pages.map(({ changedAt }) => changedAt)) };
    const entries = [ofPages, ...addresses].map((file) => entry("sitemap", siteUrl, file));
    return answer(c, xml("sitemapindex", entries), validUntil);
  })
  .get("/sitemaps/:name{[a-z]+(?:-[0-9]{1,6})?\\.xml}", withEtag(), async (c, next) => {
    const { deps } = c.var;
    const [name = "", number] = c.req.param("name").replace(".xml", "").split("-");
    const isPart = Object.hasOwn(PARTS, name);
    if (hasQuery(c) || (isPart ? !/^[1-9]\d*$/.test(number ?? "") : name !== "pages" || number !== undefined))
      return next();
    const to = Number(number) * URLS_PER_SITEMAP;
    const [found, validUntil] = await Promise.all([
      isPart ? PARTS[name as Part].paths(deps, { from: to - URLS_PER_SITEMAP + 1, to }) : pageAddresses(deps),
      nextListingExpiry(deps),
    ]);
    return found.length === 0 ? next() : answer(c, urlset(deps.config.siteUrl, found), validUntil);
  });
