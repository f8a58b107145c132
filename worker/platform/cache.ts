import type { Context, MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { filledTags, type Lifetime, PUBLIC_READS, type PublicReadName, READ, tagsOf } from "./caching.ts";
import { operationOf } from "../contracts/operations.ts";
import { type AppEnv, setHeaders } from "./http.ts";

/** Caching parameters of one response. */
export interface CachePolicy {
  /** Id of the listing or thread in the response. */
  id?: number | undefined;
  /** Time at which the first item in the response expires. */
  validUntil?: Date | null | undefined;
  /**
   * The only query string under which the response may be cached; by default, only a URL without a query string may be
   * cached. Every other spelling would create another cached copy.
   */
  query?: string | undefined;
}

/**
 * Returns the common encodings of a query string. Other encodings are not cached, because anyone could fill the cache
 * with copies by escaping characters in different ways.
 */
function spellingsOf(query: string): string[] {
  if (query === "") return [""];
  const text = new URLSearchParams(query).toString();
  return [text, text.replaceAll("+", "%20")].flatMap((one) => [`?${one}`, `?${one.replaceAll("%2C", ",")}`]);
}

/**
 * Returns whether a response may be cached under the requested URL, which must have the expected query string and a
 * path without escapes.
 */
export function isCacheableUrl(c: Context<AppEnv>, query = ""): boolean {
  const { pathname, search } = new URL(c.req.url);
  return pathname === c.req.path && spellingsOf(query).includes(search);
}

/**
 * Marks a page or file as cacheable for the time that the caching contract sets for its kind, but never beyond
 * `validUntil` (docs/contract.md, Caching). Use it only for public reads that ignore cookies. Responses to other query
 * strings are not cached.
 */
export const cacheable = (c: Context<AppEnv>, read: PublicReadName, policy: CachePolicy = {}): void =>
  cacheFor(c, PUBLIC_READS[read], tagsOf(read, policy.id), policy);

/** Applies {@link cacheable} to an API operation that declares `tags`. */
export function cacheableAnswer(c: Context<AppEnv>, policy: CachePolicy = {}): void {
  const tags = operationOf(c.req.method, c.req.path)?.rule.tags ?? [];
  cacheFor(c, READ, filledTags(tags, policy.id), policy);
}

function cacheFor(c: Context<AppEnv>, lifetime: Lifetime, tags: readonly string[], policy: CachePolicy): void {
  const { validUntil, query } = policy;
  const { edgeSeconds, staleSeconds, staleIfErrorSeconds = 0, browserSeconds, isImmutable } = lifetime;
  const left = validUntil ? Math.floor((validUntil.getTime() - c.get("deps").now().getTime()) / 1000) : Infinity;
  const fresh = Math.min(edgeSeconds, left);
  if (fresh <= 0 || !isCacheableUrl(c, query)) return;
  const forBrowsers = Math.min(browserSeconds, left);
  if (tags.length > 0) c.header("Cache-Tag", tags.join(","));
  if (staleSeconds === 0) {
    // s-maxage is sent only when the maximum ages for edge and browser differ, because it disables
    // stale-while-revalidate (docs/security.md, Caching).
    const forEdge = fresh === forBrowsers ? "" : `, s-maxage=${fresh}`;
    c.header("Cache-Control", `public, max-age=${forBrowsers}${forEdge}${isImmutable ? ", immutable" : ""}`);
    return;
  }
  // Stale copies are never served beyond `validUntil`, not even in an outage.
  const longest = left - fresh;
  const directive = (name: string, seconds: number) => {
    const most = Math.min(seconds, longest);
    return most > 0 ? `, ${name}=${most}` : "";
  };
  c.header("Cache-Control", `public, max-age=${forBrowsers}${forBrowsers === 0 ? ", must-revalidate" : ""}`);
  c.header(
    "Cloudflare-CDN-Cache-Control",
    `public, max-age=${fresh}${directive("stale-while-revalidate", staleSeconds)}${directive("stale-if-error", staleIfErrorSeconds)}`,
  );
}

/** Adds an ETag, and responds with 304 and the same cache headers to matching requests. */
export const withEtag = (): MiddlewareHandler<AppEnv> =>
  etag({ retainedHeaders: [...RETAINED_304_HEADERS, "cloudflare-cdn-cache-control", "cache-tag"] });

/**
 * Sets `no-store` on responses without a cache policy, and on every status except 200, 204 and 410. Must be the
 * outermost middleware, because the platform caches responses without Cache-Control by default.
 */
export const noStoreByDefault: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const mayBeCached = [200, 204, 304, 410].includes(c.res.status);
  const chosen = c.res.headers.get("cache-control");
  if (mayBeCached && chosen !== null && chosen !== "no-store") return;
  setHeaders(c, { "Cache-Control": "no-store", "Cloudflare-CDN-Cache-Control": null, "Cache-Tag": null });
};
