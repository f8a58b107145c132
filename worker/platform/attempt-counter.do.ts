import { DurableObject } from "cloudflare:workers";
import { LazyTables } from "./lazy-tables.ts";

/** A sliding-window limit: a number of attempts, and the length of the window. */
export interface AttemptLimit {
  count: number;
  windowMs: number;
  /** Once the count is used up, one attempt is allowed every `trickleMs`: a back-off instead of a lockout. */
  trickleMs?: number;
  /**
   * Part of a key, such as one network. Only attempts with the same part are counted together, as are attempts without
   * a part.
   */
  part?: string;
  /** Number of attempts that this attempt counts as; 1 by default. */
  weight?: number;
}

/**
 * The response to an attempt. `left` is the number of attempts that remain under the tightest limit, which is fully
 * restored `freeInSeconds` after the last attempt. Both are missing if nothing is limited.
 */
export type AttemptAnswer =
  | { allowed: true; left?: number; freeInSeconds?: number }
  | { allowed: false; retryAfterSeconds: number };

/** URL that reports the data centre from which the caller is answered. */
const TRACE = "https://www.cloudflare.com/cdn-cgi/trace";
const TRACE_MS = 3_000;

const CREATE = [
  "CREATE TABLE IF NOT EXISTS tries (part TEXT NOT NULL, at INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS tries_part_at ON tries (part, at)",
];

/**
 * Counts the attempts of one key (a caller's networks, or everyone) in an exact sliding window. Each attempt is counted
 * before it is evaluated, so parallel guesses cannot evade the limit. The first attempt creates the table, and the
 * alarm deletes everything.
 */
export class AttemptCounter extends DurableObject {
  readonly #sql = new LazyTables(this.ctx.storage.sql, "tries", CREATE);

  /**
   * Counts an attempt under all limits, or under none if one of them rejects it.
   * @param given the limits, in the order in which they are checked
   * @param now milliseconds, for tests; by default this object's clock, which all callers share
   * @returns whether the attempt is allowed, or the number of seconds after which to retry
   */
  async take(given: AttemptLimit | readonly AttemptLimit[], now = Date.now()): Promise<AttemptAnswer> {
    const limits = "count" in given ? [given] : given;
    // Keeps attempts for the longest window among the limits; all calls for one key have the same longest window.
    const longestMs = Math.max(0, ...limits.map(({ windowMs }) => windowMs));
    this.#sql.exec("DELETE FROM tries WHERE at <= ?", now - longestMs);
    let fewest: { left: number; freeInSeconds: number } | null = null;
    for (const limit of limits) {
      const { freeAt, left } = this.#stateOf(limit, now);
      if (freeAt > now) return { allowed: false, retryAfterSeconds: Math.ceil((freeAt - now) / 1000) };
      if (fewest === null || left < fewest.left) fewest = { left, freeInSeconds: Math.ceil(limit.windowMs / 1000) };
    }
    for (const { part = "", weight = 1 } of limits)
      for (let n = 0; n < weight; n += 1) this.#sql.exec("INSERT INTO tries (part, at) VALUES (?, ?)", part, now);
    await this.ctx.storage.setAlarm(Date.now() + longestMs);
    return { allowed: true, ...fewest };
  }

  /**
   * Returns when a limit next allows an attempt, in milliseconds (possibly now), and how many attempts remain after
   * that attempt.
   */
  #stateOf(
    { count, windowMs, trickleMs, part = "", weight = 1 }: AttemptLimit,
    now: number,
  ): { freeAt: number; left: number } {
    const [used = { n: 0, oldest: null, newest: null }] = this.#sql
      .exec<{ n: number; oldest: number | null; newest: number | null }>(
        "SELECT count(*) AS n, min(at) AS oldest, max(at) AS newest FROM tries WHERE part = ? AND at > ?",
        part,
        now - windowMs,
      )
      .toArray();
    const left = Math.max(0, count - used.n - weight);
    if (used.n + weight <= count) return { freeAt: now, left };
    return {
      freeAt: trickleMs === undefined ? (used.oldest ?? now) + windowMs : (used.newest ?? now) + trickleMs,
      left,
    };
  }

  /** Returns whether any attempt of a part was counted within the window. */
  async seen(windowMs: number, part = "", now = Date.now()): Promise<boolean> {
    const found = this.#sql.exec("SELECT 1 FROM tries WHERE part = ? AND at > ? LIMIT 1", part, now - windowMs);
    return found.toArray().length > 0;
  }

  /** Refunds the newest attempt of each part. */
  async refund(parts: readonly string[] = [""]): Promise<void> {
    for (const part of parts)
      this.#sql.exec(
        "DELETE FROM tries WHERE rowid = (SELECT rowid FROM tries WHERE part = ? ORDER BY at DESC LIMIT 1)",
        part,
      );
  }

  /** Returns the data centre of this object, as Cloudflare's trace page reports it, or null. */
  async colo(): Promise<string | null> {
    try {
      const response = await fetch(TRACE, { signal: AbortSignal.timeout(TRACE_MS) });
      return /^colo=([A-Z]{3})$/m.exec(await response.text())?.[1] ?? null;
    } catch {
      return null;
    }
  }

  /** Deletes everything. Every attempt reschedules the alarm, so when it runs, no attempt counts any more. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#sql.checkTables();
  }
}
