import type { Log } from "./log.ts";

/** Cloudflare's limit of tags per purge. */
const TAGS_PER_PURGE = 100;

/** Purges the edge cache by tag. */
export interface EdgeCache {
  /** @throws when the platform rejects the purge; the caller stores it for a retry */
  purge(tags: readonly string[]): Promise<void>;
}

/** Workers Cache through `ctx.cache`, which is absent locally. */
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
