import { DurableObject } from "cloudflare:workers";

/** The least time between two purge calls (docs/security.md, Caching), in milliseconds. */
const PURGE_INTERVAL_MS = 1_000;
/** Whoever comes back for what waits is expected until this much later; then anybody takes it over. */
const GRACE_MS = 2_000;
/** A caller that did not say within this time that it purged is taken to be dead. */
const GIVEN_OUT_MS = 30_000;
/** Tags that one purge call takes. */
const TAGS_PER_CALL = 100;

/** What a caller has to do now. */
export interface PurgeTurn {
  /** To be purged now, in one call; {@link PurgeGate.done} follows. May be empty. */
  tags: string[];
  /** Names the turn. */
  turn: number;
  /** After how many milliseconds the caller comes back with {@link PurgeGate.take}; null for no more. */
  comeBackMs: number | null;
}

/**
 * Merges purges to one call a second: the first after a quiet second goes at once, those of the next second wait for its
 * end and go together. The gate keeps the tags and the time; purging is its callers' to do. What waits, and what was
 * given out and not reported as done, is in its SQLite, so that no caller's death loses it.
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
   * Adds tags to what is to be purged.
   * @param now milliseconds, for tests; otherwise by the clock of this object, which is one for all callers
   */
  async ask(tags: readonly string[], now = Date.now()): Promise<PurgeTurn> {
    const { sql } = this.ctx.storage;
    // A tag that was given out and changes again is to be purged again.
    for (const tag of tags) sql.exec("INSERT OR REPLACE INTO tags (tag) VALUES (?)", tag);
    const { called_at: calledAt, expected_until: expectedUntil } = this.#gate();
    if (this.#waiting(now, 1).length === 0 || expectedUntil > now) return this.#nothing(null);
    // Bounded, should the clock have been set back.
    const waitMs = Math.min(PURGE_INTERVAL_MS, calledAt + PURGE_INTERVAL_MS - now);
    if (waitMs <= 0) return this.#give(now);
    sql.exec("UPDATE gate SET expected_until = ?", now + waitMs + GRACE_MS);
    return this.#nothing(waitMs);
  }

  /** What waits, for the caller that was asked to come back for it. @param now as for {@link ask} */
  async take(now = Date.now()): Promise<PurgeTurn> {
    return this.#give(now);
  }

  /** The tags of a turn were purged, or are stored for another try. */
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
    // Somebody else took them over.
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
