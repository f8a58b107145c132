import type { Log } from "./log.ts";

/** Cloudflare's limit of tags per purge (/cache/how-to/purge-cache/purge-by-tags/). */
export const TAGS_PER_CALL = 100;

/** Purges the edge cache. Call it through purge.ts, which keeps within the platform's limits. */
export interface EdgeCache {
  /** @throws when the platform rejects the purge */
  purge(tags: readonly string[]): Promise<void>;
  /** Empties the whole cache. @throws when the platform rejects it */
  purgeEverything(): Promise<void>;
}

/** Workers Cache through `ctx.cache`, which is absent locally. */
export function workersCache(ctx: ExecutionContext, log: Log): EdgeCache {
  const call = async (what: CachePurgeOptions): Promise<void> => {
    if (!ctx.cache) {
      log.info("cache.purge_skipped", { tags: what.tags?.join(",") ?? "everything" });
      return;
    }
    const result = await ctx.cache.purge(what);
    if (!result.success) throw new Error(`Purge failed: ${result.errors.map((error) => error.message).join("; ")}`);
  };
  return {
    async purge(tags) {
      for (let at = 0; at < tags.length; at += TAGS_PER_CALL) await call({ tags: tags.slice(at, at + TAGS_PER_CALL) });
    },
    purgeEverything: () => call({ purgeEverything: true }),
  };
}
