import type { Context, MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { type Lifetime, PUBLIC_READS, type PublicReadName, tagsOf } from "../contracts/caching.ts";
import { type AppEnv, setHeaders } from "./http.ts";
import type { Log } from "./log.ts";

/** Tags a purge call takes at most. */
const TAGS_PER_PURGE = 100;

/** Purges the edge cache by tag. */
export interface EdgeCache {
  /** @throws when the platform refuses the purge; the caller stores it for another try */
  purge(tags: readonly string[]): Promise<void>;
}

/** Workers Cache through `ctx.cache`; locally there is none, and nothing to purge. */
export function workersCache(ctx: ExecutionContext, log: Log): EdgeCache {
  return {
    async purge(tags) {
      if (!ctx.cache) {
        log.info("cache.purge_skipped", { tags: tags.join(",") });
        return;
      }
      for (let at = 0; at < tags.length; at += TAGS_PER_PURGE) {
        const result = await ctx.cache.purge({ tags: tags.slice(at, at + TAGS_PER_PURGE) });
        if (!result.success) throw new Error(`Purge failed: ${result.errors.map((error) => error.message).join("; ")}`);
      }
    },
  };
}

/** What one response says, of its kind. */
export interface CachePolicy {
  /** Of the listing or thread that it is about. */
  id?: number | undefined;
  /** The next expiry that the response shows. */
  validUntil?: Date | null | undefined;
  /** The one query string that it is kept under, none unless given: any other would be one more copy for the cache. */
  query?: string | undefined;
}

/**
 * The few ways in which browsers and programs write a query string. In any other an answer is not kept: everybody could
 * fill the cache with copies of it by escaping its characters in ever new ways.
 */
function spellingsOf(query: string): string[] {
  if (query === "") return [""];
  const text = new URLSearchParams(query).toString();
  return [text, text.replaceAll("+", "%20")].flatMap((one) => [`?${one}`, `?${one.replaceAll("%2C", ",")}`]);
}

/** Whether an answer may be kept under the address that was asked for: with this query string, and a path without escapes. */
export function isKeptAddress(c: Context<AppEnv>, query = ""): boolean {
  const { pathname, search } = new URL(c.req.url);
  return pathname === c.req.path && spellingsOf(query).includes(search);
}

/**
 * Marks a response as one that may be kept, as the caching contract says of its kind, and never past `validUntil`
 * (docs/contract.md, Caching). Only for public reads that looked at no cookie. Nothing is kept under an address with
 * another query.
 */
export function cacheable(c: Context<AppEnv>, read: PublicReadName, policy: CachePolicy = {}): void {
  const { id, validUntil, query } = policy;
  const { edgeSeconds, staleSeconds, browserSeconds, isImmutable }: Lifetime = PUBLIC_READS[read];
  const left = validUntil ? Math.floor((validUntil.getTime() - c.var.deps.now().getTime()) / 1000) : Infinity;
  const fresh = Math.min(edgeSeconds, left);
  if (fresh <= 0 || !isKeptAddress(c, query)) return;
  const forBrowsers = Math.min(browserSeconds, left);
  const tags = tagsOf(read, id);
  if (tags.length > 0) c.header("Cache-Tag", tags.join(","));
  if (staleSeconds === 0) {
    // One header is enough (docs/security.md, Caching), and only then: s-maxage would switch stale-while-revalidate
    // off.
    const forEdge = fresh === forBrowsers ? "" : `, s-maxage=${fresh}`;
    c.header("Cache-Control", `public, max-age=${forBrowsers}${forEdge}${isImmutable ? ", immutable" : ""}`);
    return;
  }
  const stale = Math.min(staleSeconds, left - fresh);
  c.header("Cache-Control", `public, max-age=${forBrowsers}${forBrowsers === 0 ? ", must-revalidate" : ""}`);
  c.header(
    "Cloudflare-CDN-Cache-Control",
    `public, max-age=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ""}`,
  );
}

/** Tags an answer by what it says, and answers 304 to who has that already, with the same headers for caches. */
export const withEtag = (): MiddlewareHandler<AppEnv> =>
  etag({ retainedHeaders: [...RETAINED_304_HEADERS, "cloudflare-cdn-cache-control", "cache-tag"] });

/**
 * `no-store` on everything that chose nothing else, and on every status but 200 and 410 whatever it chose. The
 * outermost middleware, because the platform caches a response without Cache-Control by default.
 */
export const noStoreByDefault: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const mayBeKept = c.res.status === 200 || c.res.status === 410 || c.res.status === 304;
  const chosen = c.res.headers.get("cache-control");
  if (mayBeKept && chosen !== null && chosen !== "no-store") return;
  setHeaders(c, { "Cache-Control": "no-store", "Cloudflare-CDN-Cache-Control": null, "Cache-Tag": null });
};
