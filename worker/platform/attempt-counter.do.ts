import { DurableObject } from "cloudflare:workers";

/** How many attempts a window allows, and how long the window is. */
export interface AttemptLimit {
  count: number;
  windowMs: number;
  /** After the count is used up, one attempt passes each `trickleMs`: a back-off instead of a lockout. */
  trickleMs?: number;
  /** Which of the attempts under one key it counts: a network's, say. Those without a part are a part, too. */
  part?: string;
  /** How many attempts this one stands for; 1. */
  weight?: number;
}

export type AttemptAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

const CREATE = [
  "CREATE TABLE IF NOT EXISTS tries (part TEXT NOT NULL, at INTEGER NOT NULL)",
  "CREATE INDEX IF NOT EXISTS tries_part_at ON tries (part, at)",
];

/**
/**
 * Counts attempts of one key (the networks around a caller, or everyone) over a sliding window, exactly: an attempt is
 * counted before it is evaluated, so that parallel guesses cannot slip through. Its SQLite is the truth. The table is
 * made by the first attempt, and the alarm leaves nothing: an object that holds a table, however empty, is stored and
 * billed.
 */
export class AttemptCounter extends DurableObject {
  /**
   * Counts one attempt if all limits allow it: under each of them, or under none.
   * @param given the limits, in the order in which they refuse
   * @param now milliseconds, for tests; otherwise by the clock of this object, which is one for all callers
   * @returns whether it may go on, else after how many seconds to try again
   */
  async take(given: AttemptLimit | readonly AttemptLimit[], now = Date.now()): Promise<AttemptAnswer> {
    const limits = "count" in given ? [given] : given;
    for (const statement of CREATE) this.ctx.storage.sql.exec(statement);
    for (const limit of limits) {
      const freeAt = this.#freeAt(limit, now);
      if (freeAt > now) return { allowed: false, retryAfterSeconds: Math.ceil((freeAt - now) / 1000) };
    }
    for (const { part = "", weight = 1 } of limits)
      for (let n = 0; n < weight; n += 1)
        this.ctx.storage.sql.exec("INSERT INTO tries (part, at) VALUES (?, ?)", part, now);
    await this.ctx.storage.setAlarm(Date.now() + Math.max(...limits.map(({ windowMs }) => windowMs)));
    return { allowed: true };
  }

  /** When a limit has room for an attempt: now, or a later moment. Milliseconds. */
  #freeAt({ count, windowMs, trickleMs, part = "", weight = 1 }: AttemptLimit, now: number): number {
    const { sql } = this.ctx.storage;
    sql.exec("DELETE FROM tries WHERE part = ? AND at <= ?", part, now - windowMs);
    const used = sql
      .exec<{ n: number; oldest: number | null; newest: number | null }>(
        "SELECT count(*) AS n, min(at) AS oldest, max(at) AS newest FROM tries WHERE part = ?",
        part,
      )
      .one();
    if (used.n + weight <= count) return now;
    return trickleMs === undefined ? (used.oldest ?? now) + windowMs : (used.newest ?? now) + trickleMs;
  }

  /** Whether an attempt was counted within the window. */
  async seen(windowMs: number, now = Date.now()): Promise<boolean> {
    if (!this.#hasTable()) return false;
    const { n } = this.ctx.storage.sql
      .exec<{ n: number }>("SELECT count(*) AS n FROM tries WHERE at > ?", now - windowMs)
      .one();
    return n > 0;
  }

  /** Takes back the newest attempt of each part: it was no failure. */
  async giveBack(parts: readonly string[] = [""]): Promise<void> {
    if (!this.#hasTable()) return;
    for (const part of parts)
      this.ctx.storage.sql.exec(
        "DELETE FROM tries WHERE rowid = (SELECT rowid FROM tries WHERE part = ? ORDER BY at DESC LIMIT 1)",
        part,
      );
  }

  /** Set anew by each attempt, so that none counts any more. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  #hasTable(): boolean {
    return this.ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'tries'").toArray().length > 0;
  }
}
