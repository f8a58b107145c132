import { MAX_CACHED_MS } from "../contracts/caching.ts";
import { type OutboxHandler, outboxEntry, relaySoon } from "./outbox.ts";
import { endGivenUp, givenUpEntries } from "./outbox-upkeep.ts";
import type { Deps } from "./deps.ts";
import type { PurgeTurn } from "./purge-gate.do.ts";

/**
 * Purges tags after a change, which is made whatever happens here: a purge that fails is stored and tried again by the
 * queue, and when that gives up by every tick ({@link purgeGivenUp}).
 */
export async function purge(deps: Deps, tags: readonly string[]): Promise<void> {
  const unique = [...new Set(tags)];
  try {
    await deps.cache.purge(unique);
  } catch (error) {
    deps.log.error("cache.purge_failed", error, { tags: unique.join(",") });
    try {
      await outboxEntry(deps, "cache.purge", { tags: unique });
      relaySoon(deps);
    } catch (cause) {
      deps.log.error("cache.purge_not_stored", cause, { tags: unique.join(",") });
    }
  }
}

/**
 * Purges tags after one of the many small changes that the public and landlords make: at most one call a second for all of them
 * (docs/security.md, Caching). After a quiet second it purges at once, like {@link purge}; otherwise the tags go with
 * those of others at the end of the second, and nobody waits for that.
 */
export async function purgeMerged(deps: Deps, tags: readonly string[]): Promise<void> {
  let first: PurgeTurn;
  try {
    first = await deps.purges.ask(tags);
  } catch (error) {
    deps.log.error("cache.purge_not_merged", error);
    await purge(deps, tags);
    return;
  }
  if (first.tags.length > 0) await purge(deps, first.tags);
  if (first.tags.length === 0 && first.comeBackMs === null) return;
  deps.waitUntil(finishTurn(deps, first).catch((error: unknown) => deps.log.error("cache.purge_turn_failed", error)));
}

/** Reports a turn whose tags were purged, and comes back for what waits. */
async function finishTurn(deps: Deps, first: PurgeTurn): Promise<void> {
  let current = first;
  for (;;) {
    if (current.tags.length > 0) await deps.purges.done(current.turn);
    if (current.comeBackMs === null) return;
    await deps.wait(current.comeBackMs);
    current = await deps.purges.take();
    if (current.tags.length > 0) await purge(deps, current.tags);
  }
}

/** Purges tags whose scheduled purge never ran because its isolate was evicted. */
export const purgeLeftovers = (deps: Deps) => purgeMerged(deps, []);

/** Another try at a purge that failed. */
export const purgeAgain: OutboxHandler<"cache.purge"> = (deps, { tags }) => deps.cache.purge(tags);

/**
 * Purges what the queue gave up, while a copy may still be kept: an outage may last longer than the queue's tries, and a
 * photo is kept for thirty days. All together, and not through the queue again, which would tell the operator each time.
 * @throws when the platform refuses it still; the next tick tries again
 */
export async function purgeGivenUp(deps: Deps, time: Date): Promise<void> {
  const entries = await givenUpEntries(deps, "cache.purge", new Date(time.getTime() - MAX_CACHED_MS));
  if (entries.length === 0) return;
  await deps.cache.purge([...new Set(entries.flatMap(({ payload }) => payload.tags))]);
  await endGivenUp(
    deps,
    entries.map(({ id }) => id),
  );
}
