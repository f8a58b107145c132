import { CATEGORIES } from "../contracts/bedrooms.ts";
import { FEED_PATH } from "../contracts/forum.ts";
import { listingFeedPath } from "../contracts/page.ts";
import { FIXED_PATHS, FORUM_PATH, RENT_CHECK_PATH, TOKEN_PAGES } from "../contracts/pages.ts";
import { DROPS_FEED_PATH } from "../contracts/price-history.ts";
import { splitTracking } from "../contracts/visitors.ts";

/** Paths of removed pages (docs/product.md, Pages), which redirect to the home page. */
const MOVED_PATHS = ["/marketplace", "/email"];

/** Canonical paths of fixed pages by their lower-case spelling. */
const CANONICAL_PATHS: ReadonlyMap<string, string> = new Map([
  ...[
    ...FIXED_PATHS,
    FEED_PATH,
    DROPS_FEED_PATH,
    listingFeedPath(),
    ...CATEGORIES.map(({ path }) => listingFeedPath(path)),
  ].map((path) => [path.toLowerCase(), path] as const),
  ...MOVED_PATHS.map((path) => [path, "/"] as const),
]);
/** Path of a listing, restricted to slug characters, because the decoded path is put into a header. */
const LISTING_PATH = /^\/listing\/\d+(?:\/[a-z0-9-]+)?$/;
const THREAD_PATH = new RegExp(`^${FORUM_PATH.toLowerCase()}(/thread/\\d+(?:/[a-z0-9-]+)?)$`);
/** Matches a path with a token. Tokens are lower-case, but some email programs change the case. */
const TOKEN_PATH = new RegExp(`^/(?:delete|(?:${TOKEN_PAGES.join("|")})/[a-z0-9-]+)$`);
/** Matches the path of a listing or thread, with its id. The slug depends on the content. */
export const ENTITY_PATH = /^\/(?:[^/]+\/)?(listing|thread)\/(\d+)/;
const MARKET_AREA_PATH = /^\/market\/[a-z0-9-]+$/;
const EDITION_PATH = /^\/digest\/\d{4}-\d\d-\d\d$/;

/** A path without escapes that stays on this host. */
const PLAIN_PATH = /^\/(?!\/)[\w./-]*$/;

/** Returns the path without unnecessary escapes (`/%61bout`); null if there were none. */
export function unescapedPathOf(url: string, decodedPath: string): string | null {
  return new URL(url).pathname !== decodedPath && PLAIN_PATH.test(decodedPath) ? decodedPath : null;
}

/**
 * Returns the URL without parameters that would create separate cached copies. Forms send empty parameters for empty
 * fields; these are removed. Tracking parameters move into the fragment, which browsers do not send. Null if there are
 * no such parameters, and for a path that a browser would interpret as another host.
 */
export function urlWithoutTracking(url: string): string | null {
  const { pathname, search } = new URL(url);
  const { tracking, rest } = splitTracking(search.slice(1));
  // The rent check is never cached with parameters, and the rent check's own redirect removes the house number.
  const filled =
    pathname === RENT_CHECK_PATH
      ? rest
      : rest
          .split("&")
          .filter((one) => !one.endsWith("="))
          .join("&");
  if ((tracking === "" && filled === rest) || pathname.startsWith("//")) return null;
  return `${pathname}${filled && `?${filled}`}${tracking && `#${tracking}`}`;
}

/**
 * Returns the canonical path for a former path, a different letter case or a trailing slash; null when there is none.
 */
export function canonicalPathOf(path: string): string | null {
  const plain = (path.endsWith("/") ? path.slice(0, -1) : path).toLowerCase();
  const isPage = [LISTING_PATH, EDITION_PATH, MARKET_AREA_PATH, TOKEN_PATH].some((pattern) => pattern.test(plain));
  const inForum = THREAD_PATH.exec(plain)?.[1];
  const canonical =
    CANONICAL_PATHS.get(plain) ?? (inForum === undefined ? (isPage ? plain : null) : FORUM_PATH + inForum);
  return canonical === path ? null : canonical;
}
