import { CATEGORIES } from "./bedrooms.ts";

/**
 * A page, declared once. Router, rendering, canonical paths, caching, sitemap and preloads are derived from this
 * declaration.
 */
interface Page {
  /** Paths in router syntax. `:token` is a secret from an email; it is neither stored, logged nor counted. */
  paths: readonly string[];
  /** Its file name in src/pages, without the extension. */
  file: string;
  /** Kind of response: a page rendered by the worker, or an empty shell that the browser fills. */
  answer: "rendered" | "shell";
}

const rendered = (file: string, ...paths: string[]) => ({ paths, file, answer: "rendered" }) as const satisfies Page;
const shell = (file: string, ...paths: string[]) => ({ paths, file, answer: "shell" }) as const satisfies Page;

/** Path of the forum. Paths of threads start with it. */
export const FORUM_PATH = "/Toronto-Apartment-Discussions";
export const ADMIN_PATH = "/admin";
export const STATS_PATH = "/stats";
export const VIP_PATH = "/govip";
export const SAVED_PATH = "/saved";
export const RENT_CHECK_PATH = "/rent-check";
/** The page that explains the open API and how to use it. */
export const API_PAGE = "/api";
export const API_PATH = "/api/v1";
export const OPENAPI_PATH = "/api/openapi.json";
/** Endpoint for assistants that use the Model Context Protocol. */
export const MCP_PATH = "/mcp";
/** Both spellings of {@link MCP_PATH}, because some clients add a slash. */
export const MCP_PATHS = [MCP_PATH, `${MCP_PATH}/`] as const;
/** The catalogue of this site's APIs for programs (RFC 9727). */
export const API_CATALOG_PATH = "/.well-known/api-catalog";
export const MARKET_PATH = "/market";
export const TRANSPARENCY_PATH = "/transparency";
/** The numbers of the transparency page as a CSV file. */
export const TRANSPARENCY_CSV_PATH = "/transparency.csv";

/**
 * Public pages without data: path, file and link text. All these pages are rendered, cached and listed in the sitemap.
 */
const WITHOUT_DATA = {
  landlords: { path: "/landlords", file: "landlords", name: "For landlords" },
  realtors: { path: "/realtors", file: "realtors", name: "For realtors" },
  about: { path: "/about", file: "about", name: "About Us" },
  contact: { path: "/contact", file: "contact", name: "Contact" },
  privacy: { path: "/privacy-policy", file: "privacy-policy", name: "Privacy Policy" },
  terms: { path: "/terms-of-service", file: "terms-of-service", name: "Terms of Service" },
} as const;
export type StaticPage = keyof typeof WITHOUT_DATA;

const each = <Name extends "path" | "name">(name: Name) =>
  Object.fromEntries(Object.entries(WITHOUT_DATA).map(([key, page]) => [key, page[name]])) as {
    [Key in StaticPage]: (typeof WITHOUT_DATA)[Key][Name];
  };
/** Paths of the pages without data. */
export const STATIC_PAGES = each("path");
/** Link texts of the pages without data. */
export const PAGE_NAMES = each("name");
/** Returns whether a page has no data. */
export const isStaticPage = (page: string): page is StaticPage => page in WITHOUT_DATA;

/** Every page of the site. */
export const PAGES = {
  home: rendered("home", "/"),
  category: rendered("category", ...CATEGORIES.map(({ path }) => path)),
  listing: rendered("listing", "/listing/:id/:slug?"),
  digest: rendered("digest", "/digest/:date"),
  threads: rendered("discussions", FORUM_PATH),
  thread: rendered("thread", `${FORUM_PATH}/thread/:id/:slug?`),
  govip: rendered("govip", VIP_PATH),
  transparency: rendered("transparency", TRANSPARENCY_PATH),
  rent_check: rendered("rent-check", RENT_CHECK_PATH),
  api: rendered("api", API_PAGE),
  market: rendered("market", MARKET_PATH, `${MARKET_PATH}/:area`),
  ...(Object.fromEntries<Page>(
    Object.entries(WITHOUT_DATA).map(([key, { path, file }]) => [key, rendered(file, path)]),
  ) as Record<StaticPage, Page>),
  not_found: rendered("not-found"),
  manage: shell("manage", "/manage/:token"),
  delete: shell("delete", "/delete", "/delete/:token"),
  confirm: shell("confirm", "/confirm/:token"),
  unsubscribe: shell("unsubscribe", "/unsubscribe/:token"),
  preferences: shell("preferences", "/preferences/:token"),
  privacyData: shell("privacy-data", "/privacy/:token"),
  appeal: shell("appeal", "/appeals/:token"),
  follow: shell("follow", "/follow/:token"),
  saved: shell("saved", SAVED_PATH),
  shortlist: shell("shortlist", "/shortlist/:token"),
  alerts: shell("alerts", "/alerts/:token"),
  never: shell("never", "/never/:token"),
  adminLogin: shell("admin-login", `${ADMIN_PATH}/login/:token`),
  adminInvitation: shell("admin-invitation", `${ADMIN_PATH}/invitation/:token`),
  admin: shell("admin", ADMIN_PATH),
  stats: shell("stats", STATS_PATH),
} as const satisfies Record<string, Page>;
export type PageName = keyof typeof PAGES;

const all: readonly Page[] = Object.values(PAGES);
/** Paths that get the empty shell. */
export const SHELL_PATHS: readonly string[] = all.flatMap(({ answer, paths }) => (answer === "shell" ? paths : []));
/** Paths of all pages without parameters. */
export const FIXED_PATHS: readonly string[] = all.flatMap(({ paths }) => paths).filter((path) => !path.includes(":"));

const TOKEN = "/:token";
/**
 * Pages at `/{name}/{token}`, opened by links from emails. The token is a secret and is neither stored, logged nor
 * counted.
 */
export const TOKEN_PAGES: readonly string[] = SHELL_PATHS.flatMap((path) =>
  path.endsWith(TOKEN) ? path.slice(1, -TOKEN.length) : [],
);

/**
 * Maximum number of URLs in one sitemap file (sitemaps.org). Longer lists are split into windows of this many ids. The
 * tables have indexes by window, so changing this number requires a migration.
 */
export const URLS_PER_SITEMAP = 50_000;
