import { DurableObject } from "cloudflare:workers";
import { HOUR_MS } from "../contracts/days.ts";
import { MAX_CACHED_MS, PURGE_PRIORITIES, type PurgePriority } from "./caching.ts";
import { LazyTables } from "./lazy-tables.ts";
import type { Log } from "./log.ts";

/** Cloudflare's limit of tags per purge (/cache/how-to/purge-cache/purge-by-tags/). */
const TAGS_PER_CALL = 100;

/** Purges the edge cache. Call it through purge.ts, which stays within the platform's limits. */
export interface EdgeCache {
  /** @throws when the platform rejects the purge */
  purge(tags: readonly string[]): Promise<void>;
  /** Empties the whole cache. @throws when the platform rejects the purge */
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

/**
 * Cloudflare's limit for purges of Workers Cache, whatever the plan (/workers/cache/limitations/, "Purge rate limits"):
 * 5 calls a minute, and 25 at once after a quiet period.
 */
const BUCKET_TOKENS = 25;
const TOKEN_MS = 12_000;

/** Minimum number of tokens that must remain after a purge, by its priority, reserved for purges of higher priority. */
const RESERVED_TOKENS: Record<PurgePriority, number> = { withdrawal: 0, moderation: 5, change: 10 };
/** Number of tokens below which withdrawals are collected for longer before a purge. */
const FEW_TOKENS = 12;
/** Minimum milliseconds between two calls for the same priority. */
const INTERVAL_MS = 1_000;
/**
 * Minimum interval for withdrawals when few tokens are left. One token is restored every 12 seconds, so twelve tokens
 * allow a call every 8 seconds for almost five minutes.
 */
const SPARING_INTERVAL_MS = 8_000;
/** Maximum delay after refusals. The first retry waits for one token, and each further retry waits twice as long. */
const LONGEST_BACK_OFF_MS = 60_000;

/**
 * The estimated state of the platform's token bucket, and the data that determines the pace of calls. Times are
 * milliseconds.
 */
interface PurgeBucket {
  tokens: number;
  /** Time when the tokens were counted. */
  countedAt: number;
  /** Times of the last call, the last call with a withdrawal, and the last call with a moderator's change. */
  calledAt: number;
  withdrawnAt: number;
  moderatedAt: number;
  /** Number of consecutive refusals. */
  refusals: number;
  refusedAt: number | null;
  /** Time before which no call is made, because of refusals. */
  notBefore: number;
}

const FULL_BUCKET: PurgeBucket = {
  tokens: BUCKET_TOKENS,
  countedAt: 0,
  calledAt: 0,
  withdrawnAt: 0,
  moderatedAt: 0,
  refusals: 0,
  refusedAt: null,
  notBefore: 0,
};

/** Returns the bucket with the tokens restored by `now`. Restores no tokens if the clock was set back. */
function refilled(bucket: PurgeBucket, now: number): PurgeBucket {
  const gained = Math.max(0, now - bucket.countedAt) / TOKEN_MS;
  return { ...bucket, tokens: Math.min(BUCKET_TOKENS, bucket.tokens + gained), countedAt: now };
}

/** Returns when a purge of a given priority may be called, possibly now. @param bucket refilled at `now` */
function dueAt(bucket: PurgeBucket, priority: PurgePriority, now: number): number {
  const missing = RESERVED_TOKENS[priority] + 1 - bucket.tokens;
  const [last, interval] = lastCallAndInterval(bucket, priority);
  return Math.max(
    now,
    now + Math.ceil(missing * TOKEN_MS),
    // The wait is capped, in case the clock was set back.
    Math.min(last, now) + interval,
    Math.min(bucket.notBefore, now + LONGEST_BACK_OFF_MS),
  );
}

/** Returns the last call that a purge must wait for, and the required interval. */
function lastCallAndInterval(bucket: PurgeBucket, priority: PurgePriority): [last: number, interval: number] {
  if (priority === "withdrawal")
    return [bucket.withdrawnAt, bucket.tokens < FEW_TOKENS ? SPARING_INTERVAL_MS : INTERVAL_MS];
  return [priority === "moderation" ? bucket.moderatedAt : bucket.calledAt, INTERVAL_MS];
}

/** Returns the bucket after a call that purged tags of the given priorities. @param bucket refilled at `now` */
function afterCall(bucket: PurgeBucket, carried: ReadonlySet<PurgePriority>, now: number): PurgeBucket {
  return {
    ...bucket,
    tokens: Math.max(0, bucket.tokens - 1),
    calledAt: now,
    ...(carried.has("withdrawal") && { withdrawnAt: now }),
    ...(carried.has("moderation") && { moderatedAt: now }),
  };
}

/**
 * Returns the bucket after a refusal. The gate waits in every case: the platform's bucket is empty, other callers in
 * the account emptied it, or purging is out of order. @param bucket refilled at `now`
 */
function afterRefusal(bucket: PurgeBucket, now: number): PurgeBucket {
  const backOff = Math.min(LONGEST_BACK_OFF_MS, TOKEN_MS * 2 ** Math.min(bucket.refusals, 10));
  return { ...bucket, tokens: 0, refusals: bucket.refusals + 1, refusedAt: now, notBefore: now + backOff };
}

const afterSuccess = (bucket: PurgeBucket): PurgeBucket => ({ ...bucket, refusals: 0, notBefore: 0 });

/** Time after which a caller that has not reported a purge is assumed to be dead. */
const TURN_TIMEOUT_MS = 30_000;
/**
 * Number of waiting tags above which one call that empties the cache replaces the ten or more calls that these tags
 * would need.
 */
const MANY_TAGS = 1_000;
/** Number of consecutive refusals (about two minutes) after which the operator is notified, at most once an hour. */
const NOTICE_AFTER = 5;

/** The arguments of a purge on the platform. */
type PurgeCall = { tags: string[] } | { everything: true };

/** The caller's next step. */
export interface PurgeTurn {
  /**
   * The call to make now, followed by {@link PurgeGate.done} or {@link PurgeGate.refused}; null if there is no call to
   * make.
   */
  call: PurgeCall | null;
  /** Identifies the turn. */
  turn: number;
  /** Milliseconds after which the caller must call {@link PurgeGate.take}; null if no call is needed. */
  returnAfterMs: number | null;
}

/** The state of purging, for operators. Times are milliseconds. */
export interface PurgeBudget {
  /** Number of calls, out of 25, that the platform probably allows now. */
  tokens: number;
  /** Number of waiting tags, and how many of them are withdrawals. */
  waiting: number;
  waitingWithdrawals: number;
  /** Time since which the oldest waiting tag has waited. */
  oldestAt: number | null;
  /** Number of refusals since the last successful call, and the time of the latest refusal. */
  refusals: number;
  refusedAt: number | null;
}

interface State extends PurgeBucket {
  turn: number;
  /** Time at which a caller will return; 0 if no caller will return. */
  expectedAt: number;
  /** Time when the operator was last notified of refusals. */
  notifiedAt: number;
}

const CREATE = [
  "CREATE TABLE IF NOT EXISTS tags (tag TEXT PRIMARY KEY, priority INTEGER NOT NULL, since INTEGER NOT NULL, turn INTEGER, given_at INTEGER)",
  "CREATE TABLE IF NOT EXISTS gate (id INTEGER PRIMARY KEY, state TEXT NOT NULL)",
];

const NEW: State = { ...FULL_BUCKET, turn: 0, expectedAt: 0, notifiedAt: 0 };

/**
 * Every purge of the site goes through this one object. The gate estimates the platform's token bucket, merges waiting
 * tags into calls of a hundred, withdrawals first, and stores tags until a call with them has succeeded. Callers make
 * the calls themselves, because a purge affects the cache of the entrypoint that makes it (/workers/cache/purge/, "Tag
 * scope across entrypoints"), and pages are cached at the worker's entrypoint.
 *
 * All methods take `now` in milliseconds for tests. The default is this object's clock, which all callers share.
 */
export class PurgeGate extends DurableObject {
  readonly #sql = new LazyTables(this.ctx.storage.sql, "tags", CREATE);

  /** Stores tags to be purged, and gives the caller a turn if one is due. */
  async ask(tags: readonly string[], priority: PurgePriority, now = Date.now()): Promise<PurgeTurn> {
    await this.#scheduleDeletion();
    const rank = PURGE_PRIORITIES.indexOf(priority);
    // A tag that changes again while it is being purged must be purged again.
    for (const tag of tags)
      this.#sql.exec(
        `INSERT INTO tags (tag, priority, since) VALUES (?, ?, ?) ON CONFLICT (tag) DO UPDATE SET
           priority = iif(turn IS NULL, min(priority, excluded.priority), excluded.priority),
           since = iif(turn IS NULL, since, excluded.since), turn = NULL, given_at = NULL`,
        tag,
        rank,
        now,
      );
    return this.#next(now);
  }

  /** Gives a turn to a caller that returns for waiting tags. */
  async take(now = Date.now()): Promise<PurgeTurn> {
    return this.#next(now);
  }

  /**
   * Gives a turn that empties the whole cache, whichever tags are waiting.
   * @returns the turn, or the number of seconds after which to ask again if no call is left
   */
  async takeEverything(now = Date.now()): Promise<PurgeTurn | { retryAfterSeconds: number }> {
    await this.#scheduleDeletion();
    const state = this.#state(now);
    // An operator may use the last call, like a withdrawal, but need not wait for earlier withdrawals.
    const due = dueAt({ ...state, withdrawnAt: 0 }, "withdrawal", now);
    if (due > now) return { retryAfterSeconds: Math.ceil((due - now) / 1_000) };
    return this.#assignTurn(state, { everything: true }, now);
  }

  /** Acknowledges a turn: its tags were purged. */
  async done(turn: number, now = Date.now()): Promise<void> {
    await this.#scheduleDeletion();
    this.#sql.exec("DELETE FROM tags WHERE turn = ?", turn);
    const state = this.#state(now);
    this.#store({ ...state, ...afterSuccess(state) });
  }

  /**
   * Handles a turn that the platform refused, whose tags wait again.
   * @returns the next turn, whether to notify the operator, and for how many seconds all calls wait
   */
  async refused(
    turn: number,
    now = Date.now(),
  ): Promise<PurgeTurn & { mayNotify: boolean; retryAfterSeconds: number }> {
    await this.#scheduleDeletion();
    this.#sql.exec("UPDATE tags SET turn = NULL, given_at = NULL WHERE turn = ?", turn);
    const before = this.#state(now);
    const state = { ...before, ...afterRefusal(before, now) };
    const mayNotify = state.refusals >= NOTICE_AFTER && now - state.notifiedAt >= HOUR_MS;
    this.#store(mayNotify ? { ...state, notifiedAt: now } : state);
    return { ...this.#next(now), mayNotify, retryAfterSeconds: Math.ceil((state.notBefore - now) / 1_000) };
  }

  async budget(now = Date.now()): Promise<PurgeBudget> {
    const state = this.#state(now);
    const [counted = { waiting: 0, withdrawals: 0, oldest: null }] = this.#sql
      .exec<{ waiting: number; withdrawals: number; oldest: number | null }>(
        "SELECT count(*) AS waiting, coalesce(sum(priority = 0), 0) AS withdrawals, min(since) AS oldest FROM tags",
      )
      .toArray();
    return {
      tokens: Math.floor(state.tokens),
      waiting: counted.waiting,
      waitingWithdrawals: counted.withdrawals,
      oldestAt: counted.oldest,
      refusals: state.refusals,
      refusedAt: state.refusedAt,
    };
  }

  /** Deletes everything when nothing was purged for an hour, after which the bucket is full again. */
  override async alarm(): Promise<void> {
    const isWaiting = this.#sql.exec("SELECT 1 FROM tags LIMIT 1").toArray().length > 0;
    if (isWaiting || Date.now() - this.#state(Date.now()).calledAt < HOUR_MS) {
      await this.ctx.storage.setAlarm(Date.now() + HOUR_MS);
      return;
    }
    await this.ctx.storage.deleteAll();
    this.#sql.checkTables();
  }

  /** Sets the alarm that later deletes everything, before the first write. */
  async #scheduleDeletion(): Promise<void> {
    if (!this.#sql.hasTables) await this.ctx.storage.setAlarm(Date.now() + HOUR_MS);
  }

  /** Returns the state with the tokens of `now`. */
  #state(now: number): State {
    const [row] = this.#sql.exec<{ state: string }>("SELECT state FROM gate").toArray();
    const stored = row ? { ...NEW, ...(JSON.parse(row.state) as Partial<State>) } : { ...NEW, countedAt: now };
    return { ...stored, ...refilled(stored, now) };
  }

  #store(state: State): void {
    this.#sql.exec("INSERT OR REPLACE INTO gate (id, state) VALUES (1, ?)", JSON.stringify(state));
  }

  /** Returns a call if one is due. Otherwise, returns when to come back, unless another caller returns earlier. */
  #next(now: number): PurgeTurn {
    const state = this.#state(now);
    const waiting = this.#waiting(now);
    const due = this.#dueAt(state, waiting, now);
    if (due === null) return noCall(null);
    if (due <= now) return this.#assignTurn(state, callFor(waiting), now);
    return noCall(this.#plan(state, due, now));
  }

  /**
   * Returns when the caller must return for tags that are due at a given time; null if another caller returns earlier.
   */
  #plan(state: State, due: number, now: number): number | null {
    if (state.expectedAt > now && state.expectedAt <= due) return null;
    this.#store({ ...state, expectedAt: due });
    return due - now;
  }

  /**
   * Returns waiting tags by priority and age, at most {@link MANY_TAGS} + 1. Drops tags that no cache contains any
   * more.
   */
  #waiting(now: number): { tag: string; priority: number }[] {
    const sql = this.#sql;
    sql.exec("DELETE FROM tags WHERE since <= ?", now - MAX_CACHED_MS);
    return sql
      .exec<{ tag: string; priority: number }>(
        "SELECT tag, priority FROM tags WHERE turn IS NULL OR given_at <= ? ORDER BY priority, since, rowid LIMIT ?",
        now - TURN_TIMEOUT_MS,
        MANY_TAGS + 1,
      )
      .toArray();
  }

  #dueAt(state: State, waiting: readonly { priority: number }[], now: number): number | null {
    const present = prioritiesOf(waiting);
    if (present.size === 0) return null;
    return Math.min(...[...present].map((priority) => dueAt(state, priority, now)));
  }

  #assignTurn(state: State, call: PurgeCall, now: number): PurgeTurn {
    const sql = this.#sql;
    const turn = state.turn + 1;
    const waiting = this.#waiting(now);
    const assigned = "tags" in call ? waiting.slice(0, call.tags.length) : waiting;
    if ("tags" in call)
      for (const { tag } of assigned) sql.exec("UPDATE tags SET turn = ?, given_at = ? WHERE tag = ?", turn, now, tag);
    else sql.exec("UPDATE tags SET turn = ?, given_at = ?", turn, now);
    const next: State = { ...state, ...afterCall(state, prioritiesOf(assigned), now), turn, expectedAt: 0 };
    this.#store(next);
    const due = "tags" in call ? this.#dueAt(next, waiting.slice(assigned.length), now) : null;
    return { call, turn, returnAfterMs: due === null ? null : this.#plan(next, due, now) };
  }
}

const noCall = (returnAfterMs: number | null): PurgeTurn => ({ call: null, turn: 0, returnAfterMs });

const prioritiesOf = (tags: readonly { priority: number }[]) =>
  new Set(tags.map(({ priority }) => PURGE_PRIORITIES[priority] ?? "change"));

const callFor = (waiting: readonly { tag: string }[]): PurgeCall =>
  waiting.length > MANY_TAGS ? { everything: true } : { tags: waiting.slice(0, TAGS_PER_CALL).map(({ tag }) => tag) };
