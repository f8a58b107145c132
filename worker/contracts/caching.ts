/** How long a public response may be kept. */
interface Lifetime {
  /** Longest the edge keeps it, in seconds: a purge that failed heals within it (security.md E6). */
  edgeSeconds: number;
  /** How long the edge may go on answering with a copy that is over, while it fetches another, in seconds. */
  staleSeconds: number;
  /** How long a browser keeps it without asking, in seconds; its copy cannot be purged. */
  browserSeconds: number;
}

/** A public response that may be kept, and the tags it is purged by. */
interface PublicRead extends Lifetime {
  /** `{id}` stands for the id of the listing or thread. */
  tags: readonly string[];
}

/** Pages, and what the API tells everybody (decisions.md 8). */
const READ: Lifetime = { edgeSeconds: 300, staleSeconds: 60, browserSeconds: 0 };
/** What never changes under its address, and goes when its listing does (security.md E5). */
const PHOTO: Lifetime = { edgeSeconds: 2_592_000, staleSeconds: 0, browserSeconds: 86_400 };

/**
 * The caching contract, first half: every response that may be kept, for how long, and by which tags it is purged. What
 * is not here is `no-store`.
 */
export const PUBLIC_READS = {
  "GET /": { ...READ, tags: ["listings"] },
  "GET /category": { ...READ, tags: ["listings"] },
  "GET /static": { ...READ, tags: ["pages"] },
  "GET /listing/:id": { ...READ, tags: ["listing:{id}"] },
  "GET /digest/:date": { ...READ, tags: ["listings"] },
  "GET /sitemap.xml": { ...READ, tags: ["listings", "forum"] },
  "GET /listings/feed.xml": { ...READ, tags: ["listings"] },
  "GET /llms.txt": { ...READ, tags: ["pages"] },
  "GET /robots.txt": { ...READ, tags: ["pages"] },
  "GET /api/marketplace-listings": { ...READ, tags: ["listings"] },
  "GET /api/marketplace-listings/count": { ...READ, tags: ["listings"] },
  "GET /api/marketplace-listings/map": { ...READ, tags: ["listings"] },
  "GET /api/marketplace-listings/places": { ...READ, tags: ["listings"] },
  "GET /api/marketplace-listings/:id": { ...READ, tags: ["listing:{id}"] },
  "GET /api/marketplace-listings/:id/facts": { ...READ, tags: ["listing:{id}"] },
  "GET /api/category-listings": { ...READ, tags: ["listings"] },
  "GET /photos": { ...PHOTO, tags: ["listing:{id}"] },
  "GET /previews": { ...PHOTO, tags: ["listing:{id}"] },
  "GET /api/advertisement-settings": { ...READ, tags: ["advertisement"] },
  "GET /discussions": { ...READ, tags: ["forum"] },
  "GET /discussions/thread": { ...READ, tags: ["thread:{id}"] },
  "GET /discussions/feed.xml": { ...READ, tags: ["forum"] },
} as const satisfies Record<string, PublicRead>;

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
