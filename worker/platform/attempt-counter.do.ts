import { DurableObject } from "cloudflare:workers";

/** How many attempts a window allows, and how long the window is. */
export interface AttemptLimit {
  count: number;
  windowMs: number;
  /** After the count is used up, one attempt passes each `trickleMs`: a back-off instead of a lockout. */
  trickleMs?: number;
}

export type AttemptAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/**
 * Counts attempts of one key (a network, or everyone) over a sliding window, exactly: an attempt is counted
 * before it is evaluated, so that parallel guesses cannot slip through. Its SQLite is the truth; it empties
 * itself by alarm.
 */
export class AttemptCounter extends DurableObject {
  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as Cloudflare.Env);
    state.storage.sql.exec("CREATE TABLE IF NOT EXISTS attempts (at INTEGER NOT NULL)");
    state.storage.sql.exec("CREATE INDEX IF NOT EXISTS attempts_at ON attempts (at)");
  }

  /**
   * Counts one attempt if the limit allows it.
   * @param now milliseconds, for tests; otherwise by the clock of this object, which is one for all callers
   * @returns whether it may go on, else after how many seconds to try again
   */
  async take(limit: AttemptLimit, now = Date.now()): Promise<AttemptAnswer> {
    const { sql } = this.ctx.storage;
    sql.exec("DELETE FROM attempts WHERE at <= ?", now - limit.windowMs);
    const used = sql
      .exec<{ n: number; oldest: number | null; newest: number | null }>(
        "SELECT count(*) AS n, min(at) AS oldest, max(at) AS newest FROM attempts",
      )
      .one();
    if (used.n >= limit.count) {
      const freeAt =
        limit.trickleMs === undefined ? (used.oldest ?? now) + limit.windowMs : (used.newest ?? now) + limit.trickleMs;
      if (freeAt > now) return { allowed: false, retryAfterSeconds: Math.ceil((freeAt - now) / 1000) };
    }
    sql.exec("INSERT INTO attempts (at) VALUES (?)", now);
    await this.ctx.storage.setAlarm(Date.now() + limit.windowMs);
    return { allowed: true };
  }

  /** Whether an attempt was counted within the window. */
  async seen(windowMs: number, now = Date.now()): Promise<boolean> {
    const { n } = this.ctx.storage.sql
      .exec<{ n: number }>("SELECT count(*) AS n FROM attempts WHERE at > ?", now - windowMs)
      .one();
    return n > 0;
  }

  /** Takes back the newest attempt: it was no failure. */
  async giveBack(): Promise<void> {
    this.ctx.storage.sql.exec(
      "DELETE FROM attempts WHERE rowid = (SELECT rowid FROM attempts ORDER BY at DESC LIMIT 1)",
    );
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.ctx.storage.sql.exec("CREATE TABLE IF NOT EXISTS attempts (at INTEGER NOT NULL)");
    this.ctx.storage.sql.exec("CREATE INDEX IF NOT EXISTS attempts_at ON attempts (at)");
  }
}
