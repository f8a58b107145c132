import { CATEGORIES } from "../contracts/bedrooms.ts";
import { FEED_PATH } from "../contracts/forum.ts";
import { listingFeedPath } from "../contracts/page.ts";
import { FIXED_PATHS, FORUM_PATH, TOKEN_PAGES } from "../contracts/pages.ts";

/** Addresses of pages that are no longer there (docs/product.md, Pages): they lead home. */
const MOVED_PATHS = ["/marketplace", "/email"];

/** Every address of a fixed page as lower case, with the address that answers it. */
const CANONICAL_PATHS: ReadonlyMap<string, string> = new Map([
  ...[...FIXED_PATHS, FEED_PATH, listingFeedPath(), ...CATEGORIES.map(({ path }) => listingFeedPath(path))].map(
    (path) => [path.toLowerCase(), path] as const,
  ),
  ...MOVED_PATHS.map((path) => [path, "/"] as const),
]);
/** Nothing but what a slug holds: the path is decoded, and becomes a header. */
const LISTING_PATH = /^\/listing\/\d+(?:\/[a-z0-9-]+)?$/;
const THREAD_PATH = new RegExp(`^${FORUM_PATH.toLowerCase()}(/thread/\\d+(?:/[a-z0-9-]+)?)$`);
/** Tokens are lower-case, and some mail programs are not. */
const TOKEN_PATH = new RegExp(`^/(?:delete|(?:${TOKEN_PAGES.join("|")})/[a-z0-9-]+)$`);
/** A listing or a thread, with its id: what one is called follows from what it says. */
export const NOUN_OF_PATH = /^\/(?:[^/]+\/)?(listing|thread)\/(\d+)/;
const EDITION_PATH = /^\/digest\/\d{4}-\d\d-\d\d$/;

/** A path that needs no escapes, and leads to no other host. */
const PLAIN_PATH = /^\/(?!\/)[\w./-]*$/;

/** Where a page is that was asked for with escapes that it does not need (`/%61bout`); null for all others. */
export function unescapedPathOf(url: string, decodedPath: string): string | null {
  return new URL(url).pathname !== decodedPath && PLAIN_PATH.test(decodedPath) ? decodedPath : null;
}

/**
 * Where a page is that was asked for at an address that it had once, in another letter case, or with a slash at the end;
 * null when there is none.
 */
export function canonicalPathOf(path: string): string | null {
  const plain = (path.endsWith("/") ? path.slice(0, -1) : path).toLowerCase();
  const isPage = [LISTING_PATH, EDITION_PATH, TOKEN_PATH].some((pattern) => pattern.test(plain));
  const inForum = THREAD_PATH.exec(plain)?.[1];
  const canonical =
    CANONICAL_PATHS.get(plain) ?? (inForum === undefined ? (isPage ? plain : null) : FORUM_PATH + inForum);
  return canonical === path ? null : canonical;
}
