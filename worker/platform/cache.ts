import type { Context, MiddlewareHandler } from "hono";
import { PUBLIC_READS, type PublicReadName, tagsOf } from "../contracts/caching.ts";
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
}

/**
 * Marks a response as one that may be kept, as the caching contract says of its kind, and never past `validUntil`
 * (decisions.md 8). Only for public reads that looked at no cookie.
 */
export function cacheable(c: Context<AppEnv>, read: PublicReadName, { id, validUntil }: CachePolicy = {}): void {
  const { edgeSeconds, staleSeconds, browserSeconds } = PUBLIC_READS[read];
  const left = validUntil ? Math.floor((validUntil.getTime() - c.var.deps.now().getTime()) / 1000) : Infinity;
  const fresh = Math.min(edgeSeconds, left);
  if (fresh <= 0) return;
  const stale = Math.min(staleSeconds, left - fresh);
  const forBrowsers = Math.min(browserSeconds, left);
  c.header("Cache-Control", `public, max-age=${forBrowsers}${forBrowsers === 0 ? ", must-revalidate" : ""}`);
  c.header(
    "Cloudflare-CDN-Cache-Control",
    `public, max-age=${fresh}${stale > 0 ? `, stale-while-revalidate=${stale}` : ""}`,
  );
  c.header("Cache-Tag", tagsOf(read, id).join(","));
}

/**
 * The headers of a file that never changes under its address and goes with its listing (security.md E5): a browser's copy
 * cannot be purged, the edge's can.
 */
export function fileLifetime(read: "GET /photos" | "GET /previews", listingId: number): Record<string, string> {
  const { browserSeconds, edgeSeconds } = PUBLIC_READS[read];
  return {
    "Cache-Control": `public, max-age=${browserSeconds}, s-maxage=${edgeSeconds}`,
    "Cache-Tag": tagsOf(read, listingId).join(","),
  };
}

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
