import { type OutboxHandler, outboxEntry, relaySoon } from "./outbox.ts";
import type { Deps } from "./deps.ts";

export const PURGE_KIND = "cache.purge";

/**
 * Purges tags after a change, which is made whatever happens here: a purge that fails is stored and tried again by the
 * queue, and no page or answer at the edge outlives cache.ts's EDGE_MAX_AGE.
 */
export async function purge(deps: Deps, tags: readonly string[]): Promise<void> {
  const unique = [...new Set(tags)];
  try {
    await deps.cache.purge(unique);
  } catch (error) {
    deps.log.error("cache.purge_failed", error, { tags: unique.join(",") });
    try {
      await outboxEntry(deps, PURGE_KIND, { tags: unique });
      relaySoon(deps);
    } catch (cause) {
      deps.log.error("cache.purge_not_stored", cause, { tags: unique.join(",") });
    }
  }
}

/** Another try at a purge that failed. */
export const purgeAgain: OutboxHandler = async (deps, payload) => {
  const { tags } = payload;
  if (Array.isArray(tags)) await deps.cache.purge(tags.filter((tag) => typeof tag === "string"));
};
