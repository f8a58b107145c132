import { CATEGORIES } from "./bedrooms.ts";
import { FEED_PATH } from "./forum.ts";
import { listingFeedPath } from "./page.ts";
import { FORUM_PATH, STATIC_PAGES } from "./pages.ts";

/** How long a public response may be kept. */
export interface Lifetime {
  /** Longest the edge keeps it, in seconds; a purge ends it before (docs/security.md, Caching). */
  edgeSeconds: number;
  /** How long the edge may go on answering with a copy that is over, while it fetches another, in seconds. */
  staleSeconds: number;
  /** How long a browser keeps it without asking, in seconds; its copy cannot be purged. */
  browserSeconds: number;
  /** Nothing else will ever be under its address: a browser need not even ask when it is reloaded. */
  isImmutable?: true;
}

/** A public response that may be kept, and the tags it is purged by. */
interface PublicRead extends Lifetime {
  /** Patterns of the routes that answer it, as the application names them; nothing else may be kept. */
  routes: readonly string[];
  /** `{id}` stands for the id of the listing or thread. */
  tags: readonly string[];
}

/** Pages, and what the API tells everybody (docs/contract.md, Caching). */
const READ: Lifetime = { edgeSeconds: 300, staleSeconds: 60, browserSeconds: 0 };
/** What never changes under its address, and goes when its listing does (docs/security.md, Caching). */
const PHOTO: Lifetime = { edgeSeconds: 2_592_000, staleSeconds: 0, browserSeconds: 86_400 };
/** A larger photo under the address of a smaller one, until that is made. */
const STAND_IN: Lifetime = { edgeSeconds: 60, staleSeconds: 0, browserSeconds: 60 };
/** Named by its content, so it never changes under its address, and never goes. */
const BUILD_FILE: Lifetime = {
  edgeSeconds: 31_536_000,
  staleSeconds: 0,
  browserSeconds: 31_536_000,
  isImmutable: true,
};

const API = "/api/marketplace-listings";
const PHOTO_ROUTES = ["/photos/:prefix/:hash"];

/**
 * The caching contract, first half: every response that may be kept, for how long, by which tags it is purged, and which
 * routes answer it. What is not here is `no-store`. A test goes through all routes of the application.
 */
export const PUBLIC_READS = {
  "GET /": { ...READ, routes: ["/"], tags: ["listings"] },
  "GET /category": { ...READ, routes: CATEGORIES.map(({ path }) => path), tags: ["listings"] },
  "GET /static": { ...READ, routes: Object.values(STATIC_PAGES), tags: ["pages"] },
  "GET /listing/:id": { ...READ, routes: ["/listing/:id", "/listing/:id/:slug"], tags: ["listing:{id}"] },
  "GET /digest/:date": { ...READ, routes: ["/digest/:date"], tags: ["listings"] },
  "GET /sitemap.xml": { ...READ, routes: ["/sitemap.xml", "/sitemaps/:name"], tags: ["listings", "forum", "editions"] },
  "GET /listings/feed.xml": {
    ...READ,
    routes: [listingFeedPath(), ...CATEGORIES.map(({ path }) => listingFeedPath(path))],
    tags: ["listings"],
  },
  "GET /llms.txt": { ...READ, routes: ["/llms.txt"], tags: ["pages"] },
  "GET /robots.txt": { ...READ, routes: ["/robots.txt"], tags: ["pages"] },
  "GET /api/marketplace-listings": { ...READ, routes: [API], tags: ["listings"] },
  "GET /api/marketplace-listings/count": { ...READ, routes: [`${API}/count`], tags: ["listings"] },
  "GET /api/marketplace-listings/map": { ...READ, routes: [`${API}/map`], tags: ["listings"] },
  "GET /api/marketplace-listings/places": { ...READ, routes: [`${API}/places`], tags: ["listings"] },
  "GET /api/marketplace-listings/:id": { ...READ, routes: [`${API}/:id`], tags: ["listing:{id}"] },
  "GET /api/marketplace-listings/:id/facts": { ...READ, routes: [`${API}/:id/facts`], tags: ["listing:{id}"] },
  "GET /api/category-listings": { ...READ, routes: CATEGORIES.map(({ api }) => api), tags: ["listings"] },
  "GET /photos": { ...PHOTO, routes: PHOTO_ROUTES, tags: ["listing:{id}"] },
  "GET /photos, not made yet": { ...STAND_IN, routes: PHOTO_ROUTES, tags: ["listing:{id}"] },
  "GET /previews": { ...PHOTO, routes: ["/previews/:prefix/:file"], tags: ["listing:{id}"] },
  "GET /assets": { ...BUILD_FILE, routes: ["/assets/*"], tags: [] },
  "GET /api/advertisement-settings": { ...READ, routes: ["/api/advertisement-settings"], tags: ["advertisement"] },
  "GET /discussions": { ...READ, routes: [FORUM_PATH], tags: ["forum"] },
  "GET /discussions/thread": {
    ...READ,
    routes: [`${FORUM_PATH}/thread/:id`, `${FORUM_PATH}/thread/:id/:slug`],
    tags: ["thread:{id}"],
  },
  "GET /discussions/feed.xml": { ...READ, routes: [FEED_PATH], tags: ["forum"] },
} as const satisfies Record<string, PublicRead>;

/**
 * Longest that a copy lives without a purge, of what changes at all: so long a purge that failed is worth another try.
 */
export const LONGEST_COPY_MS = PHOTO.edgeSeconds * 1_000;

/**
 * The caching contract, second half: every change that the public can see, and the tags it purges. A test makes every
 * change there is in front of a cache, and compares what the cache answers then with what the site does.
 */
export const PURGES = {
  "listing.published": ["listings", "listing:{id}"],
  "listing.withdrawn": ["listings", "listing:{id}"],
  "listing.edited": ["listings", "listing:{id}"],
  "listing.deleted": ["listings", "listing:{id}"],
  "listing.placed": ["listings", "listing:{id}"],
  "listing.previewed": ["listing:{id}"],
  "listing.expired": ["listings", "listing:{id}"],
  "edition.sent": ["editions"],
  "advertisement.changed": ["advertisement"],
  "thread.changed": ["forum", "thread:{id}"],
  "comment.changed": ["forum", "thread:{id}"],
  "vote.changed": ["forum", "thread:{id}"],
} as const satisfies Record<string, readonly string[]>;

/** Tags that change with a deployment only, which begins with an empty cache. */
export const TAGS_OF_DEPLOYMENT: readonly string[] = ["pages"];

export type PublicReadName = keyof typeof PUBLIC_READS;
export type PurgingChange = keyof typeof PURGES;

const filled = (tags: readonly string[], id: number | undefined) => tags.map((tag) => tag.replace("{id}", String(id)));

/** Tags of a response. */
export const tagsOf = (read: PublicReadName, id?: number): string[] => filled(PUBLIC_READS[read].tags, id);
/** Tags that a change makes stale. */
export const tagsPurgedBy = (change: PurgingChange, id?: number): string[] => filled(PURGES[change], id);
