import { DurableObject } from "cloudflare:workers";
import { makeDeps } from "../platform/deps.ts";
import type { Env } from "../platform/config.ts";
import { LruMap } from "../platform/lru-map.ts";
import { profileBytes } from "./reachability-profile.ts";
import { type Network, networkOf, type Reach, searchBackwards, type TransitQuestion } from "./router.ts";
import { decodeTimetable } from "./format.ts";
import { type Itinerary, itineraryFrom } from "./itineraries.ts";

/**
 * Maximum number of days in memory: weekday, Saturday, Sunday and a holiday. A day of the whole region takes about 7
 * MB.
 */
export const MAX_DAYS_IN_MEMORY = 4;
/** Maximum number of searches in memory, from which itineraries are derived. Each takes 1.4 MB for the whole region. */
export const MAX_SEARCHES_IN_MEMORY = 8;

/** A search and its day. */
interface Search {
  network: Network;
  reach: Reach;
}

/**
 * Searches the timetable for all isolates. Keeps requested days in memory, shares one search between equal queries, and
 * stores nothing.
 */
export class Transit extends DurableObject<Env> {
  readonly #days = new LruMap<Promise<Network | null>>(MAX_DAYS_IN_MEMORY);
  readonly #searches = new LruMap<Promise<Search | null>>(MAX_SEARCHES_IN_MEMORY);

  /** Returns the bytes of a {@link ReachabilityProfile}; null when the day is not stored. @throws what R2 throws */
  async profile(question: TransitQuestion): Promise<ArrayBuffer | null> {
    const search = await this.#search(question);
    if (!search) return null;
    const { latitude, longitude } = search.network.timetable;
    return profileBytes(search.reach, latitude, longitude);
  }

  /**
   * Returns the itineraries of a query for pairs of stop and deadline, in the order given.
   * @returns null when the day is not stored. @throws what R2 throws
   */
  async itineraries(
    question: TransitQuestion,
    starts: readonly { stop: number; deadline: number }[],
  ): Promise<(Itinerary | null)[] | null> {
    const search = await this.#search(question);
    return search && starts.map(({ stop, deadline }) => itineraryFrom(search.network, search.reach, stop, deadline));
  }

  #search(question: TransitQuestion): Promise<Search | null> {
    const key = JSON.stringify(question);
    return remembered(this.#searches, key, async () => {
      const network = await this.#day(question.version, question.day);
      return network && { network, reach: searchBackwards(network, question.place, question.deadlines) };
    });
  }

  #day(version: string, day: string): Promise<Network | null> {
    return remembered(this.#days, `${version}/${day}`, async () => {
      // Durable Objects have no ExecutionContext.
      const context = { waitUntil: (work: Promise<unknown>) => this.ctx.waitUntil(work) } as ExecutionContext;
      const file = await makeDeps(this.env, context, { object: "transit" }).timetables.day(version, day);
      return file && networkOf(decodeTimetable(file));
    });
  }
}

/** Caches the result of some work, except failures and null. */
async function remembered<Value>(
  recent: LruMap<Promise<Value | null>>,
  key: string,
  work: () => Promise<Value | null>,
): Promise<Value | null> {
  const promise = recent.get(key) ?? recent.set(key, work());
  try {
    const value = await promise;
    if (value === null) recent.delete(key);
    return value;
  } catch (error) {
    recent.delete(key);
    throw error;
  }
}
