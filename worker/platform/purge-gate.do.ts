import { DurableObject } from "cloudflare:workers";

/** Minimum milliseconds between two purge calls (docs/security.md, Caching). */
const PURGE_INTERVAL_MS = 1_000;
/** How much later than announced a caller may return for waiting tags before another caller takes over. */
const GRACE_MS = 2_000;
/** A caller that has not reported a purge after this time is presumed dead. */
const GIVEN_OUT_MS = 30_000;
/** Cloudflare's limit of tags per purge. */
const TAGS_PER_CALL = 100;

/** What the caller has to do next. */
export interface PurgeTurn {
  /** Tags to purge now in one call, followed by {@link PurgeGate.done}. May be empty. */
  tags: string[];
  /** Identifies the turn. */
  turn: number;
  /** Milliseconds after which the caller must call {@link PurgeGate.take}; null for not again. */
  comeBackMs: number | null;
}

/**
 * Coalesces purges to one call a second: the first after an idle second is made at once, and the tags of the next
 * second are purged together at its end. The gate only tracks tags and time; its callers purge. Waiting and
 * unacknowledged tags are in its SQLite, so that a dying caller loses none.
 */
export class PurgeGate extends DurableObject {
  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as Cloudflare.Env);
    const { sql } = state.storage;
    sql.exec("CREATE TABLE IF NOT EXISTS tags (tag TEXT PRIMARY KEY, turn INTEGER, given_at INTEGER)");
    sql.exec(
      "CREATE TABLE IF NOT EXISTS gate (id INTEGER PRIMARY KEY, turn INTEGER, called_at INTEGER, expected_until INTEGER)",
    );
    sql.exec("INSERT OR IGNORE INTO gate VALUES (1, 0, 0, 0)");
  }

  /**
   * Requests a purge of tags.
   * @param now milliseconds, for tests; otherwise this object's clock, which all callers share
   */
  async ask(tags: readonly string[], now = Date.now()): Promise<PurgeTurn> {
    const { sql } = this.ctx.storage;
    // A tag that changes again while it is being purged must be purged again.
    for (const tag of tags) sql.exec("INSERT OR REPLACE INTO tags (tag) VALUES (?)", tag);
    const { called_at: calledAt, expected_until: expectedUntil } = this.#gate();
    if (this.#waiting(now, 1).length === 0 || expectedUntil > now) return this.#nothing(null);
    // Capped, in case the clock was set back.
    const waitMs = Math.min(PURGE_INTERVAL_MS, calledAt + PURGE_INTERVAL_MS - now);
    if (waitMs <= 0) return this.#give(now);
    sql.exec("UPDATE gate SET expected_until = ?", now + waitMs + GRACE_MS);
    return this.#nothing(waitMs);
  }

  /**
   * Takes the waiting tags, for the caller that was asked to return.
   * @param now as for {@link ask}
   */
  async take(now = Date.now()): Promise<PurgeTurn> {
    return this.#give(now);
  }

  /** Acknowledges a turn: its tags were purged, or stored for a retry. */
  async done(turn: number): Promise<void> {
    this.ctx.storage.sql.exec("DELETE FROM tags WHERE turn = ?", turn);
  }

  #gate() {
    const { sql } = this.ctx.storage;
    return sql
      .exec<{
        turn: number;
        called_at: number;
        expected_until: number;
      }>("SELECT turn, called_at, expected_until FROM gate")
      .one();
  }

  #nothing(comeBackMs: number | null): PurgeTurn {
    return { tags: [], turn: 0, comeBackMs };
  }

  #waiting(now: number, limit: number): string[] {
    const rows = this.ctx.storage.sql
      .exec<{ tag: string }>(
        "SELECT tag FROM tags WHERE turn IS NULL OR given_at <= ? ORDER BY rowid LIMIT ?",
        now - GIVEN_OUT_MS,
        limit,
      )
      .toArray();
    return rows.map(({ tag }) => tag);
  }

  #give(now: number): PurgeTurn {
    const { sql } = this.ctx.storage;
    const tags = this.#waiting(now, TAGS_PER_CALL + 1);
    // Another caller took them over.
    if (tags.length === 0) return this.#nothing(null);
    const comeBackMs = tags.length > TAGS_PER_CALL ? PURGE_INTERVAL_MS : null;
    const given = tags.slice(0, TAGS_PER_CALL);
    const turn = this.#gate().turn + 1;
    for (const tag of given) sql.exec("UPDATE tags SET turn = ?, given_at = ? WHERE tag = ?", turn, now, tag);
    sql.exec(
      "UPDATE gate SET turn = ?, called_at = ?, expected_until = ?",
      turn,
      now,
      comeBackMs === null ? 0 : now + comeBackMs + GRACE_MS,
    );
    return { tags: given, turn, comeBackMs };
  }
}
