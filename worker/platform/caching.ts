import { CATEGORIES } from "../contracts/bedrooms.ts";
import { FEED_PATH } from "../contracts/forum.ts";
import { listingFeedPath } from "../contracts/page.ts";
import {
  FORUM_PATH,
  MARKET_PATH,
  API_CATALOG_PATH,
  API_PAGE,
  OPENAPI_PATH,
  RENT_CHECK_PATH,
  STATIC_PAGES,
  TRANSPARENCY_CSV_PATH,
  TRANSPARENCY_PATH,
} from "../contracts/pages.ts";
import { DROPS_FEED_PATH } from "../contracts/price-history.ts";

/** How long a public response may be cached. */
export interface Lifetime {
  /** Maximum number of seconds at the edge, unless a purge ends it earlier (docs/security.md, Caching). */
  edgeSeconds: number;
  /** Seconds for which the edge may serve a stale copy while it revalidates. */
  staleSeconds: number;
  /** Seconds for which the edge may serve a stale copy when the worker fails (RFC 5861, 4). */
  staleIfErrorSeconds?: number;
  /** Seconds for which a browser uses its copy without revalidating. That copy cannot be purged. */
  browserSeconds: number;
  /** True if the content of the URL never changes, so browsers need not revalidate it even on reload. */
  isImmutable?: true;
}

/** A cacheable page or file, and its purge tags. */
interface PublicRead extends Lifetime {
  /** Route patterns of the application that return this response. No other route is cacheable. */
  routes: readonly string[];
  /** `{id}` stands for the id of the listing or thread. */
  tags: readonly string[];
}

/** Pages and public API responses (docs/contract.md, Caching). */
export const READ: Lifetime = { edgeSeconds: 300, staleSeconds: 60, staleIfErrorSeconds: 3_600, browserSeconds: 0 };
/**
 * Lifetime of content that never changes under its URL and is purged with its listing (docs/security.md, Caching). The
 * lifetime is one day, so that a copy that a purge missed is gone the next day.
 */
const PHOTO: Lifetime = { edgeSeconds: 86_400, staleSeconds: 0, browserSeconds: 86_400 };
/** Lifetime of a larger photo that is served in place of a smaller one that does not exist yet. */
const STAND_IN: Lifetime = { edgeSeconds: 60, staleSeconds: 0, browserSeconds: 60 };
/** Lifetime of content that never changes under its URL and is never purged: build files, and versioned tiles. */
const UNCHANGING: Lifetime = {
  edgeSeconds: 31_536_000,
  staleSeconds: 0,
  browserSeconds: 31_536_000,
  isImmutable: true,
};

const PHOTO_ROUTES = ["/photos/:prefix/:hash"];

/**
 * First half of the caching contract: every cacheable page and file, with its lifetime, purge tags and routes. API
 * operations are cacheable for {@link READ} if their rules have `tags`. All other responses are `no-store`. A test
 * covers all routes of the application.
 */
export const PUBLIC_READS = {
  "GET /": { ...READ, routes: ["/"], tags: ["listings", "claims"] },
  "GET /category": { ...READ, routes: CATEGORIES.map(({ path }) => path), tags: ["listings"] },
  "GET /static": {
    ...READ,
    routes: Object.values(STATIC_PAGES).filter((path) => path !== STATIC_PAGES.realtors),
    tags: ["pages"],
  },
  // Sign-ups purge nothing, so the number of subscribers may be outdated until the page expires.
  "GET /realtors": { ...READ, routes: [STATIC_PAGES.realtors], tags: ["claims"] },
  "GET /listing/:id": { ...READ, routes: ["/listing/:id", "/listing/:id/:slug"], tags: ["listing:{id}"] },
  "GET /digest/:date": { ...READ, routes: ["/digest/:date"], tags: ["listings"] },
  "GET /sitemap.xml": {
    ...READ,
    routes: ["/sitemap.xml", "/sitemaps/:name"],
    tags: ["listings", "forum", "editions", "transparency", "market"],
  },
  "GET /listings/feed.xml": {
    ...READ,
    routes: [listingFeedPath(), ...CATEGORIES.map(({ path }) => listingFeedPath(path))],
    tags: ["listings"],
  },
  "GET /price-drops/feed.xml": { ...READ, routes: [DROPS_FEED_PATH], tags: ["listings"] },
  "GET /llms.txt": { ...READ, routes: ["/llms.txt"], tags: ["pages"] },
  "GET /robots.txt": { ...READ, routes: ["/robots.txt"], tags: ["pages"] },
  "GET /photos": { ...PHOTO, routes: PHOTO_ROUTES, tags: ["listing:{id}"] },
  "GET /photos, not made yet": { ...STAND_IN, routes: PHOTO_ROUTES, tags: ["listing:{id}"] },
  "GET /previews": { ...PHOTO, routes: ["/previews/:prefix/:file"], tags: ["listing:{id}"] },
  "GET /assets": { ...UNCHANGING, routes: ["/assets/:name"], tags: [] },
  "GET /tiles": { ...UNCHANGING, routes: ["/tiles/:version/:z/:x/:file"], tags: [] },
  // Not purged, because the operator runs imports by hand. All maps show a new import five minutes later; until then,
  // the old tiles are served.
  "GET /tiles/current.json": { ...READ, routes: ["/tiles/current.json"], tags: ["pages"] },
  "GET /transparency": {
    ...READ,
    routes: [TRANSPARENCY_PATH, TRANSPARENCY_CSV_PATH],
    tags: ["transparency"],
  },
  "GET /api": { ...READ, routes: [API_PAGE, OPENAPI_PATH, API_CATALOG_PATH], tags: ["pages"] },
  "GET /rent-check": { ...READ, routes: [RENT_CHECK_PATH], tags: ["pages"] },
  "GET /market": {
    ...READ,
    routes: [MARKET_PATH, `${MARKET_PATH}/:area`, `${MARKET_PATH}.csv`],
    tags: ["market"],
  },
  "GET /discussions": { ...READ, routes: [FORUM_PATH], tags: ["forum"] },
  "GET /discussions/thread": {
    ...READ,
    routes: [`${FORUM_PATH}/thread/:id`, `${FORUM_PATH}/thread/:id/:slug`],
    tags: ["thread:{id}"],
  },
  "GET /discussions/feed.xml": { ...READ, routes: [FEED_PATH], tags: ["forum"] },
} as const satisfies Record<string, PublicRead>;

/** Longest time that a purgeable copy is cached. Retrying a failed purge is only useful within this time. */
export const MAX_CACHED_MS = PHOTO.edgeSeconds * 1_000;

/**
 * Order of purges when the platform's limit allows only one (docs/security.md, Caching): content removed from the site,
 * then changes by moderators and operators, then all other changes.
 */
export const PURGE_PRIORITIES = ["withdrawal", "moderation", "change"] as const;
export type PurgePriority = (typeof PURGE_PRIORITIES)[number];

/** The purge that follows a publicly visible change. */
interface Purge {
  priority: PurgePriority;
  /** `{id}` stands for the id of the listing or thread. */
  tags: readonly string[];
}

const LISTING = ["listings", "listing:{id}"] as const;
const THREAD = ["forum", "thread:{id}"] as const;

/**
 * Second half of the caching contract: every publicly visible change, with the tags that it purges. A test makes every
 * change behind a cache and compares cached with fresh responses. Votes purge nothing: anyone can cast many votes, and
 * a cached page may show old counts.
 */
export const PURGES = {
  "listing.published": { priority: "moderation", tags: LISTING },
  "listing.withdrawn": { priority: "withdrawal", tags: LISTING },
  /** A moderator corrected a listing, or its landlord hid the house number. */
  "listing.corrected": { priority: "moderation", tags: LISTING },
  /** Scam reports hid the phone number of a listing, or the number is shown again. */
  "listing.questioned": { priority: "moderation", tags: LISTING },
  "listing.edited": { priority: "change", tags: LISTING },
  "listing.renewed": { priority: "change", tags: LISTING },
  "listing.deleted": { priority: "withdrawal", tags: LISTING },
  "listing.placed": { priority: "change", tags: LISTING },
  "listing.previewed": { priority: "change", tags: ["listing:{id}"] },
  "listing.expired": { priority: "change", tags: LISTING },
  "transparency.published": { priority: "change", tags: ["transparency"] },
  /** A published benchmark changed, or the site's own statistics were recalculated. */
  "market.computed": { priority: "change", tags: ["market"] },
  /** The median discount shown on the home page changed. */
  "claims.computed": { priority: "change", tags: ["claims"] },
  "edition.sent": { priority: "change", tags: ["editions"] },
  "advertisement.changed": { priority: "moderation", tags: ["advertisement"] },
  "thread.changed": { priority: "change", tags: THREAD },
  "comment.changed": { priority: "change", tags: THREAD },
  /** A moderator renamed, pinned, locked or restored a thread or comment. */
  "discussion.moderated": { priority: "moderation", tags: THREAD },
  /**
   * An author deleted their own post. Such a deletion is less urgent than a moderator's deletion, because anyone can
   * post and delete.
   */
  "post.deleted": { priority: "moderation", tags: THREAD },
  /** A moderator deleted a post. */
  "post.removed": { priority: "withdrawal", tags: THREAD },
} as const satisfies Record<string, Purge>;

/**
 * Tags of content that changes only with a deployment. No purge is needed, because every deployment starts with an
 * empty cache.
 */
export const TAGS_OF_DEPLOYMENT: readonly string[] = ["pages"];

export type PublicReadName = keyof typeof PUBLIC_READS;
export type PurgingChange = keyof typeof PURGES;

/** Returns tags with `{id}` filled in. */
export const filledTags = (tags: readonly string[], id: number | undefined) =>
  tags.map((tag) => tag.replace("{id}", String(id)));

/** Returns the tags of a response. */
export const tagsOf = (read: PublicReadName, id?: number): string[] => filledTags(PUBLIC_READS[read].tags, id);
/** Returns the tags that a change purges. */
export const tagsPurgedBy = (change: PurgingChange, id?: number): string[] => filledTags(PURGES[change].tags, id);
