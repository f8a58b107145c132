import { MAX_CACHED_MS, PURGES, type PurgePriority, type PurgingChange, tagsPurgedBy } from "./caching.ts";
import type { Deps } from "./deps.ts";
import { notifyOperator } from "./operator-notices.ts";
import { type OutboxHandler, outboxEntry, relaySoon, markGivenUpAsDone, givenUpEntries } from "./outbox.ts";
import type { PurgeBudget, PurgeTurn } from "./purge-gate.do.ts";

/** Queue message that continues with the tags waiting in the gate. */
export interface PurgeMessage {
  purges: "waiting";
}

/** Longest wait within a request, which may run for 30 seconds after its response. The queue handles longer waits. */
const LONGEST_WAIT_MS = 20_000;
/** Delay of the queue message after a waiting request. The message has nothing to do unless the request died. */
const FOLLOW_UP_DELAY_MS = 5_000;

/**
 * Purges all cached content that shows a change. A failure never undoes the change. If the platform's limit allows it,
 * the purge is called before this function returns (docs/decisions/0039-purges-within-the-limit.md). Otherwise, it
 * waits in the gate, merged with other purges, and the caller is not delayed. No purge is lost: the gate repeats its
 * calls until they succeed.
 * @param ids of the listings or threads that changed; purges nothing when there are none
 */
export async function purge(deps: Deps, change: PurgingChange, ids?: number | readonly number[]): Promise<void> {
  const of: readonly (number | undefined)[] = typeof ids === "object" ? ids : [ids];
  const tags = [...new Set(of.flatMap((id) => tagsPurgedBy(change, id)))];
  if (tags.length > 0) await purgeTags(deps, tags, PURGES[change].priority);
}

async function purgeTags(deps: Deps, tags: readonly string[], priority: PurgePriority): Promise<void> {
  let turn: PurgeTurn;
  try {
    turn = await deps.purges.ask(tags, priority);
  } catch (error) {
    deps.log.error("cache.purge_gate_failed", error);
    await purgeWithoutGate(deps, tags, priority);
    return;
  }
  await takeTurn(deps, turn, LONGEST_WAIT_MS);
}

/**
 * Calls the purge directly when the gate is unavailable. If that also fails, the outbox keeps the purge for the gate.
 */
async function purgeWithoutGate(deps: Deps, tags: readonly string[], priority: PurgePriority): Promise<void> {
  try {
    await deps.cache.purge(tags);
  } catch (error) {
    deps.log.error("cache.purge_failed", error, { tags: tags.join(",") });
    try {
      await outboxEntry(deps, "cache.purge", { tags: [...tags], priority });
      relaySoon(deps);
    } catch (cause) {
      deps.log.error("cache.purge_not_stored", cause, { tags: tags.join(",") });
    }
  }
}

/** Calls the platform if it is the caller's turn, then handles waiting tags in the background. */
async function takeTurn(deps: Deps, turn: PurgeTurn, mayWaitMs: number): Promise<void> {
  const report = turn.call === null ? null : await callPlatform(deps, turn.call);
  if (report === null && turn.returnAfterMs === null) return;
  const finishTurn = async () => {
    const returnAfterMs = report === null ? turn.returnAfterMs : await reportOutcome(deps, turn, report);
    if (returnAfterMs !== null) await returnLater(deps, returnAfterMs, mayWaitMs);
  };
  deps.waitUntil(finishTurn().catch((error: unknown) => deps.log.error("cache.purge_turn_failed", error)));
}

/** @returns whether the platform made the purge */
async function callPlatform(deps: Deps, call: NonNullable<PurgeTurn["call"]>): Promise<"done" | "refused"> {
  try {
    await ("tags" in call ? deps.cache.purge(call.tags) : deps.cache.purgeEverything());
    return "done";
  } catch (error) {
    deps.log.error("cache.purge_failed", error, { tags: "tags" in call ? call.tags.join(",") : "everything" });
    return "refused";
  }
}

/** Reports the outcome of a turn to the gate. @returns milliseconds after which to come back, or null */
async function reportOutcome(deps: Deps, turn: PurgeTurn, report: "done" | "refused"): Promise<number | null> {
  if (report === "done") {
    await deps.purges.done(turn.turn);
    return turn.returnAfterMs;
  }
  const { returnAfterMs, mayNotify } = await deps.purges.refused(turn.turn);
  if (mayNotify) await notifyOfRefusals(deps).catch((error: unknown) => deps.log.error("cache.purge_not_told", error));
  return returnAfterMs;
}

async function returnLater(deps: Deps, inMs: number, mayWaitMs: number): Promise<void> {
  const waits = inMs <= mayWaitMs;
  const delaySeconds = Math.ceil((waits ? inMs + FOLLOW_UP_DELAY_MS : inMs) / 1_000);
  const body: PurgeMessage = { purges: "waiting" };
  await deps.queue.sendBatch([{ body, delaySeconds }]).catch((error: unknown) => {
    // The next purge or tick continues.
    deps.log.error("cache.purge_message_not_sent", error);
  });
  if (!waits) return;
  await deps.wait(inMs);
  await takeTurn(deps, await deps.purges.take(), mayWaitMs - inMs);
}

/**
 * Empties the whole cache, ahead of all waiting purges.
 * @returns null, or the number of seconds after which to try again when the limit or the platform refuses the call
 */
export async function purgeEverything(deps: Deps): Promise<number | null> {
  const turn = await deps.purges.takeEverything();
  if ("retryAfterSeconds" in turn) return turn.retryAfterSeconds;
  if ((await callPlatform(deps, { everything: true })) === "done") {
    await deps.purges.done(turn.turn);
    return null;
  }
  const { returnAfterMs, retryAfterSeconds } = await deps.purges.refused(turn.turn);
  if (returnAfterMs !== null) deps.waitUntil(returnLater(deps, returnAfterMs, LONGEST_WAIT_MS));
  return retryAfterSeconds;
}

/** Continues with the tags waiting in the gate: on a queue message, and in every scheduled run. */
export async function continueWaitingPurges(deps: Deps): Promise<void> {
  await takeTurn(deps, await deps.purges.take(), 0);
}

/** Passes a purge to the gate, which could not be reached before. */
export const retryPurge: OutboxHandler<"cache.purge"> = async (deps, { tags, priority = "withdrawal" }) =>
  takeTurn(deps, await deps.purges.ask(tags, priority), 0);

/**
 * Retries purges that the queue has given up, by passing them to the gate while stale copies may still be cached. An
 * outage of the gate may have outlasted the queue's retries.
 * @throws when the gate is still unreachable; the next scheduled run tries again
 */
export async function retryGivenUpPurges(deps: Deps, time: Date): Promise<void> {
  const entries = await givenUpEntries(deps, "cache.purge", new Date(time.getTime() - MAX_CACHED_MS));
  if (entries.length === 0) return;
  const tags = [...new Set(entries.flatMap(({ payload }) => payload.tags))];
  await takeTurn(deps, await deps.purges.ask(tags, "withdrawal"), 0);
  await markGivenUpAsDone(
    deps,
    entries.map(({ id }) => id),
  );
}

/** The state of purging for operators; times are milliseconds. */
export const purgeBudget = (deps: Deps): Promise<PurgeBudget> => deps.purges.budget();

async function notifyOfRefusals(deps: Deps): Promise<void> {
  const { refusals, waiting, waitingWithdrawals } = await purgeBudget(deps);
  await notifyOperator(
    deps,
    "purge.refused",
    "Cloudflare refuses to empty its cache",
    `Cloudflare refused the last ${refusals} purges. ${waiting} changes are waiting. ${waitingWithdrawals} of them are removals: the removed pages may stay visible for up to five minutes, and their photos for up to a day. The site keeps trying. What to do: docs/operations.md, "Cache and purges".`,
  );
}
