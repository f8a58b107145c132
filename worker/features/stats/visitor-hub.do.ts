import { DurableObject } from "cloudflare:workers";
import { LISTED_VISITORS, type VisitorStats } from "../../contracts/visitors.ts";
import { makeDeps, type Deps } from "../../platform/deps.ts";
import type { Env } from "../../platform/env.ts";
import { readSubscriberSources, type SubscriberSources } from "../subscribers/sources.service.ts";
import { mergeReadings, tooShort } from "../visitors/merge-readings.ts";
import { withSubscribers } from "./subscriber-stats.ts";
import type { ShardReading } from "../visitors/shard-reading.ts";
import { allShards } from "../visitors/visitor-objects.ts";

/** Sessions that each shard is asked for at first: a few times its share of the lists. */
const LISTED_FIRST = 16;
/** The mailing list is asked this much less often than the shards. */
const SUBSCRIBERS_EVERY = 2;

/** Asks all shards at most once in an interval, however many dashboards poll. It stores nothing. */
export class VisitorHub extends DurableObject<Env> {
  #stats: Promise<VisitorStats> | null = null;
  /** Real milliseconds: when the shards, and the mailing list, may be asked again. */
  #nextAt = 0;
  #isWaiting = false;
  #subscribers: SubscriberSources | null = null;
  #subscribersNextAt = 0;

  /**
   * The statistics at `now` (milliseconds). Whoever comes too early waits for the next reading, so that an answer never
   * is older than its question.
   * @param intervalMs shortest time between two readings; 0 reads each time
   */
  async read(now: number, intervalMs: number): Promise<VisitorStats> {
    // Who waits already is answered together.
    if (this.#isWaiting && this.#stats) return this.#stats;
    const wait = intervalMs > 0 ? this.#nextAt - Date.now() : 0;
    this.#stats = wait > 0 ? this.#after(wait, now, intervalMs) : this.#ask(now, intervalMs);
    return this.#stats;
  }

  async #after(wait: number, now: number, intervalMs: number): Promise<VisitorStats> {
    this.#isWaiting = true;
    await new Promise((resolve) => setTimeout(resolve, wait));
    this.#isWaiting = false;
    return this.#ask(now + wait, intervalMs);
  }

  async #ask(now: number, intervalMs: number): Promise<VisitorStats> {
    this.#nextAt = Date.now() + intervalMs;
    // An object has no request of its own: what it waits for keeps it awake.
    const context = { waitUntil: (work: Promise<unknown>) => this.ctx.waitUntil(work) } as ExecutionContext;
    const deps: Deps = { ...makeDeps(this.env, context, { object: "hub" }), now: () => new Date(now) };
    const [subscribers, readings] = await Promise.all([this.#readSubscribers(deps, intervalMs), readShards(deps, now)]);
    return withSubscribers(mergeReadings(readings, now), subscribers);
  }

  async #readSubscribers(deps: Deps, intervalMs: number): Promise<SubscriberSources> {
    if (this.#subscribers && Date.now() < this.#subscribersNextAt) return this.#subscribers;
    this.#subscribersNextAt = Date.now() + intervalMs * SUBSCRIBERS_EVERY;
    try {
      this.#subscribers = await readSubscriberSources(deps, intervalMs > 0 ? this.#subscribers : null);
    } catch (error) {
      if (!this.#subscribers) throw error;
      // Visitors are counted without the database.
      deps.log.error("visitors.subscribers_not_read", error);
    }
    return this.#subscribers;
  }
}

/** What all shards say. Those that told of too few sessions are asked again: hardly ever one. */
async function readShards(deps: Deps, now: number): Promise<ShardReading[]> {
  const shards = allShards(deps);
  const readings = await Promise.all(shards.map((shard) => shard.read(now, LISTED_FIRST)));
  const again = tooShort(readings, LISTED_FIRST);
  return Promise.all(
    readings.map(async (reading, n) => (again[n] && (await shards[n]?.read(now, LISTED_VISITORS))) || reading),
  );
}
