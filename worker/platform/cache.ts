import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv } from "./http.ts";
import type { Log } from "./log.ts";

/** Longest the edge keeps a public response, in seconds: a failed purge heals within it. */
const EDGE_MAX_AGE = 300;
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

/** How a public response may be kept: its tags, and the moment it stops being true. */
export interface CachePolicy {
  tags: readonly string[];
  /** The next expiry that the response shows. */
  validUntil?: Date | null;
}

/**
 * Marks a response as cacheable by the edge: browsers always ask again, the edge keeps it for at most
 * {@link EDGE_MAX_AGE} seconds and never past `validUntil` (decisions.md 8). Only for public reads that looked at
 * no cookie.
 */
export function cacheable(c: Context<AppEnv>, { tags, validUntil }: CachePolicy): void {
  const seconds = validUntil ? Math.floor((validUntil.getTime() - c.var.deps.now().getTime()) / 1000) : EDGE_MAX_AGE;
  const maxAge = Math.min(EDGE_MAX_AGE, seconds);
  if (maxAge <= 0) return;
  const stale = validUntil ? Math.min(60, Math.max(0, seconds - maxAge)) : 60;
  c.header("Cache-Control", "public, max-age=0, must-revalidate");
  c.header(
    "Cloudflare-CDN-Cache-Control",
    `public, max-age=${maxAge}${stale > 0 ? `, stale-while-revalidate=${stale}` : ""}`,
  );
  c.header("Cache-Tag", tags.join(","));
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
  c.header("Cache-Control", "no-store");
  c.header("Cloudflare-CDN-Cache-Control", undefined);
  c.header("Cache-Tag", undefined);
};
