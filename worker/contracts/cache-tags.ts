/**
 * The two halves of caching in one place: which tags each cacheable response carries, and which tags each change
 * purges. A tag that is set and never purged would leave a stale page; a test keeps the halves in step.
 * `{id}` stands for the id of the listing or thread.
 */
export const TAGS_SET = {
  "GET /": ["listings"],
  "GET /category": ["listings"],
  "GET /static": ["pages"],
  "GET /listing/:id": ["listing:{id}"],
  "GET /digest/:date": ["listings"],
  "GET /sitemap.xml": ["listings", "forum"],
  "GET /api/marketplace-listings": ["listings"],
  "GET /api/marketplace-listings/count": ["listings"],
  "GET /api/marketplace-listings/map": ["listings"],
  "GET /api/marketplace-listings/places": ["listings"],
  "GET /api/marketplace-listings/:id": ["listing:{id}"],
  "GET /api/marketplace-listings/:id/facts": ["listing:{id}"],
  "GET /api/category-listings": ["listings"],
  "GET /photos": ["listing:{id}"],
  "GET /api/advertisement-settings": ["advertisement"],
  "GET /discussions": ["forum"],
  "GET /discussions/thread": ["thread:{id}"],
  "GET /discussions/feed.xml": ["forum"],
} as const;

export const TAGS_PURGED = {
  "listing.published": ["listings", "listing:{id}"],
  "listing.withdrawn": ["listings", "listing:{id}"],
  "listing.edited": ["listings", "listing:{id}"],
  "listing.deleted": ["listings", "listing:{id}"],
  "listing.placed": ["listings", "listing:{id}"],
  "listing.expired": ["listings", "listing:{id}"],
  "advertisement.changed": ["advertisement"],
  "thread.changed": ["forum", "thread:{id}"],
  "comment.changed": ["forum", "thread:{id}"],
  "vote.changed": ["forum", "thread:{id}"],
} as const;

/** Tags that change with a deployment only, which begins with an empty cache. */
export const TAGS_OF_DEPLOYMENT: readonly string[] = ["pages"];

export type CachedResponse = keyof typeof TAGS_SET;
export type PurgingChange = keyof typeof TAGS_PURGED;

const filled = (tags: readonly string[], id: number | undefined) => tags.map((tag) => tag.replace("{id}", String(id)));

/** Tags of a response. */
export const tagsOf = (response: CachedResponse, id?: number): string[] => filled(TAGS_SET[response], id);
/** Tags that a change makes stale. */
export const tagsPurgedBy = (change: PurgingChange, id?: number): string[] => filled(TAGS_PURGED[change], id);
