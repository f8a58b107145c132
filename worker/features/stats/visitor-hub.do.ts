import { DurableObject } from "cloudflare:workers";
import type { SiteFigures } from "../../contracts/stats.ts";
import type {
  Compared,
  Goal,
  GoalConversion,
  StatsPeriod,
  StatsRange,
  EmptySearches,
} from "../../contracts/stats-periods.ts";
import { LISTED_VISITORS, type VisitorStats } from "../../contracts/visitors.ts";
import { makeDeps, type Deps } from "../../platform/deps.ts";
import type { Env } from "../../platform/config.ts";
import {
  countConfirmed,
  countVip,
  readSubscriberSources,
  type SubscriberSources,
} from "../subscribers/sources.service.ts";
import {
  mergeReadings,
  truncatedShards,
  type CountKind,
  type Period,
  type PeriodsQuery,
  type ShardReading,
  allShards,
} from "../visitors/shard-reading.ts";
import {
  conversionOf,
  goalKinds,
  ORIGINS,
  emptySearches,
  groupsOf,
  type RangeCounts,
  rangeCounts,
  boundsOf,
  periodsOf,
  mergePeriods,
  PERIOD_KINDS,
  visitsOfPeriods,
  type SameHourVisits,
  sameHourOnEarlierDays,
} from "./stats-period.ts";
import { readSiteFigures, withSubscribers } from "./site-figures.service.ts";

/** Number of sessions that are first read from each shard: a few times the shard's share of the lists. */
const LISTED_FIRST = 16;
/** Number of reads of the shards after which the mailing list is read again. */
const SUBSCRIBERS_EVERY = 2;
/** Number of reads of the shards after which the statistics of a range are recomputed. */
const PERIODS_EVERY = 10;

/**
 * Number of reads of the shards after which the statistics on listings, emails and the forum are recomputed. Computing
 * them reads every public listing.
 */
const SITE_EVERY = 60;

interface RangeQuery {
  range: StatsRange;
  /** True if the equally long period before the range is also read. */
  isCompared: boolean;
}

type Shard = ReturnType<typeof allShards>[number];

/** Durable Object that reads all shards at most once per interval, for any number of dashboards. Stores nothing. */
export class VisitorHub extends DurableObject<Env> {
  #stats: Promise<VisitorStats> | null = null;
  /** Time from which the shards may be read again, in wall-clock milliseconds. */
  #nextAt = 0;
  #isWaiting = false;
  #subscribers: SubscriberSources | null = null;
  /** Time from which the mailing list may be read again, in wall-clock milliseconds. */
  #subscribersNextAt = 0;
  readonly #answers = new Map<string, { until: number; answer: Promise<unknown> }>();

  /**
   * Returns the statistics at `now` (milliseconds). A request within the interval waits for the next read, so a
   * response is never older than its request.
   * @param intervalMs minimum time between two reads; 0 for a read on every request
   */
  async read(now: number, intervalMs: number): Promise<VisitorStats> {
    // All requests that arrive during the wait get the result of the same read.
    if (this.#isWaiting && this.#stats) return this.#stats;
    const wait = intervalMs > 0 ? this.#nextAt - Date.now() : 0;
    this.#stats = wait > 0 ? this.#after(wait, now, intervalMs) : this.#ask(now, intervalMs);
    return this.#stats;
  }

  /** Returns the statistics of a range. They are computed at most once in {@link PERIODS_EVERY} intervals. */
  async readPeriod(now: number, intervalMs: number, asked: RangeQuery): Promise<StatsPeriod> {
    return this.#atMostEvery(intervalMs * PERIODS_EVERY, `${asked.range} ${asked.isCompared}`, () =>
      this.#countPeriod(now, asked),
    );
  }

  /** Returns the last result with a name, or computes a new result if the last one is too old. */
  async #atMostEvery<Answer>(milliseconds: number, name: string, count: () => Promise<Answer>): Promise<Answer> {
    const known = this.#answers.get(name);
    if (known && Date.now() < known.until) return known.answer as Promise<Answer>;
    const answer = count();
    this.#answers.set(name, { until: Date.now() + milliseconds, answer });
    // A failed computation is not cached.
    answer.catch(() => this.#answers.delete(name));
    return answer;
  }

  #fromShards<Reading>(now: number, read: (shard: Shard) => Promise<Reading>): Promise<Reading[]> {
    return Promise.all(allShards(this.#depsAt(now)).map(read));
  }

  /** Returns the visits of the last complete hour, and of the same hour on each of the 28 days before, newest first. */
  async readHour(now: number): Promise<SameHourVisits> {
    const { hours, oldestDay } = sameHourOnEarlierDays(now);
    const readings = await this.#fromShards(now, (shard) =>
      shard.readPeriods({ groups: [], kinds: [], visitsOf: [...hours, oldestDay] }, now),
    );
    const of = (period: Period) =>
      readings.reduce(
        (sum, { visits }) => sum + visits.reduce((all, one) => all + (one.period === period ? one.n : 0), 0),
        0,
      );
    const [visits = 0, ...before] = hours.map(of);
    return { visits, before, isKnown: of(oldestDay) > 0 };
  }

  /**
   * Returns how often a goal was reached in a range, by origin, computed at most once in {@link PERIODS_EVERY}
   * intervals.
   */
  async readGoal(now: number, intervalMs: number, asked: RangeQuery & { goal: Goal }): Promise<GoalConversion> {
    const { goal, range, isCompared } = asked;
    return this.#atMostEvery(intervalMs * PERIODS_EVERY, `${goal} ${range} ${isCompared}`, async () =>
      conversionOf(goal, range, await this.#countRange(now, asked, [...ORIGINS, ...goalKinds(goal)]), now),
    );
  }

  /** Returns the searches of a range that found nothing, most frequent first. */
  async readEmptySearches(now: number, intervalMs: number, asked: RangeQuery): Promise<EmptySearches> {
    const { range, isCompared } = asked;
    return this.#atMostEvery(intervalMs * PERIODS_EVERY, `searches ${range} ${isCompared}`, async () =>
      emptySearches(range, await this.#countRange(now, asked, ["no_results"]), now),
    );
  }

  async #countRange(now: number, { range, isCompared }: RangeQuery, kinds: readonly CountKind[]): Promise<RangeCounts> {
    const periods = periodsOf(range, now, isCompared);
    const groups = groupsOf(periods);
    return rangeCounts(periods, await this.#fromShards(now, (shard) => shard.readPeriods({ groups, kinds }, now)));
  }

  /** Returns the statistics on listings, emails and the forum. */
  async readSite(now: number, intervalMs: number): Promise<SiteFigures> {
    return this.#atMostEvery(intervalMs * SITE_EVERY, "site", () => readSiteFigures(this.#depsAt(now)));
  }

  async #countPeriod(now: number, { range, isCompared }: RangeQuery): Promise<StatsPeriod> {
    const deps = this.#depsAt(now);
    const periods = periodsOf(range, now, isCompared);
    const { from, until } = boundsOf(periods.now);
    const former = periods.before && boundsOf(periods.before);
    const inRange = async (count: (deps: Deps, from: Date, until: Date) => Promise<number>): Promise<Compared> => {
      const [whole, running, before] = await Promise.all([
        count(deps, from, until),
        count(deps, until, new Date(now + 1)),
        former && count(deps, former.from, former.until),
      ]);
      return { now: whole + running, ...(before === null ? { before } : { whole, before }) };
    };
    const asked: PeriodsQuery = {
      groups: groupsOf(periods),
      kinds: PERIOD_KINDS,
      visitsOf: visitsOfPeriods(periods, now),
    };
    const [live, readings, confirmed, vip] = await Promise.all([
      this.#fromShards(now, (shard) => shard.read(now, 0)),
      this.#fromShards(now, (shard) => shard.readPeriods(asked, now)),
      inRange(countConfirmed),
      inRange(countVip),
    ]);
    return mergePeriods({ range, periods, readings, live, list: { confirmed, vip }, now });
  }

  async #after(wait: number, now: number, intervalMs: number): Promise<VisitorStats> {
    this.#isWaiting = true;
    await new Promise((resolve) => setTimeout(resolve, wait));
    this.#isWaiting = false;
    return this.#ask(now + wait, intervalMs);
  }

  async #ask(now: number, intervalMs: number): Promise<VisitorStats> {
    this.#nextAt = Date.now() + intervalMs;
    const deps = this.#depsAt(now);
    const [subscribers, readings] = await Promise.all([this.#readSubscribers(deps, intervalMs), readShards(deps, now)]);
    return withSubscribers(mergeReadings(readings, now), subscribers);
  }

  #depsAt(now: number): Deps {
    // Durable Objects have no ExecutionContext, so their own `ctx` takes its place.
    const context = { waitUntil: (work: Promise<unknown>) => this.ctx.waitUntil(work) } as ExecutionContext;
    return { ...makeDeps(this.env, context, { object: "hub" }), now: () => new Date(now) };
  }

  async #readSubscribers(deps: Deps, intervalMs: number): Promise<SubscriberSources> {
    if (this.#subscribers && Date.now() < this.#subscribersNextAt) return this.#subscribers;
    this.#subscribersNextAt = Date.now() + intervalMs * SUBSCRIBERS_EVERY;
    try {
      this.#subscribers = await readSubscriberSources(deps, intervalMs > 0 ? this.#subscribers : null);
    } catch (error) {
      if (!this.#subscribers) throw error;
      // If the database fails, visitor counts continue with the last known sources.
      deps.log.error("visitors.subscribers_not_read", error);
    }
    return this.#subscribers;
  }
}

/** Returns the readings of all shards. If the list of a shard is too short, reads that shard again. */
async function readShards(deps: Deps, now: number): Promise<ShardReading[]> {
  const shards = allShards(deps);
  const readings = await Promise.all(shards.map((shard) => shard.read(now, LISTED_FIRST)));
  const again = truncatedShards(readings, LISTED_FIRST);
  return Promise.all(
    readings.map(async (reading, n) => (again[n] && (await shards[n]?.read(now, LISTED_VISITORS))) || reading),
  );
}
