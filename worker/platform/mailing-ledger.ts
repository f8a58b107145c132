/** What became of one recipient. */
type Outcome = "sent" | "skipped" | "uncertain";

/** What is known when a recipient has been dealt with. */
export interface Report {
  id: number;
  outcome: Outcome;
  /** Why, where it was not sent. */
  reason?: string;
}

/** Where a mailing stands. */
export interface LedgerSummary {
  /** No recipient is added any more. */
  isSealed: boolean;
  frozen: number;
  waiting: number;
  /** Being sent at this moment, or given up half way. */
  claimed: number;
  sent: number;
  skipped: number;
  uncertain: number;
  /** Milliseconds; null when nothing holds it up. */
  pausedUntil: number | null;
}

/** Why a mailing claims nobody for a while: until a moment, or each time twice as long, from one minute on. */
export type Pause = { until: number } | { growsFrom: number };

const MINUTE_MS = 60_000;
const LONGEST_BACK_OFF_MS = 15 * MINUTE_MS;

type Sql = Pick<SqlStorage, "exec">;

/**
 * Who gets a mailing and who has got it: one row a recipient, claimed before the send. This is the only record of it, so
 * that a database restored from yesterday sends nothing again.
 */
export class MailingLedger {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS recipients (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'waiting', reason TEXT, claimed_at INTEGER)",
    );
    sql.exec("CREATE INDEX IF NOT EXISTS recipients_by_state ON recipients (state, id)");
    sql.exec("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER)");
  }

  /** Adds recipients; after sealing, and a second time, it changes nothing. @returns the highest id of all */
  add(ids: readonly number[]): number {
    if (this.#meta("sealed") === null) {
      for (const id of ids) this.#sql.exec("INSERT OR IGNORE INTO recipients (id) VALUES (?)", id);
    }
    return this.#sql.exec<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM recipients").one().id;
  }

  /** Fixes the recipients. */
  seal(): LedgerSummary {
    this.#setMeta("sealed", 1);
    return this.summary();
  }

  /**
   * Notes what became of the recipient before, and claims the next one: whoever gets an id must try to send to it, and
   * nobody else gets it ever again.
   * @returns null when none waits, or the mailing is not sealed yet or paused
   */
  advance(report: Report | null, now: number): number | null {
    if (report) this.settle(report);
    const isPaused = (this.#meta("paused_until") ?? 0) > now;
    if (report?.outcome === "sent" && !isPaused) this.#setMeta("back_offs", null);
    if (this.#meta("sealed") === null || isPaused) return null;
    const [row] = this.#sql
      .exec<{ id: number }>(
        `UPDATE recipients SET state = 'claimed', claimed_at = ?
         WHERE id = (SELECT id FROM recipients WHERE state = 'waiting' ORDER BY id LIMIT 1) RETURNING id`,
        now,
      )
      .toArray();
    return row?.id ?? null;
  }

  /** Notes what became of a claimed recipient. A claim that was given up meanwhile learns that it was sent after all. */
  settle({ id, outcome, reason }: Report): void {
    this.#sql.exec(
      "UPDATE recipients SET state = ?, reason = ? WHERE id = ? AND state IN ('claimed', 'uncertain')",
      outcome,
      reason ?? null,
      id,
    );
  }

  /** Gives a claim back: the mail was surely not sent. */
  release(id: number): void {
    this.#sql.exec("UPDATE recipients SET state = 'waiting', claimed_at = NULL WHERE id = ? AND state = 'claimed'", id);
  }

  /** Claims nothing for a while. @returns until when; null when a pause that grows is on already */
  pause(pause: Pause): number | null {
    if ("until" in pause) {
      this.#setMeta("paused_until", pause.until);
      return pause.until;
    }
    const now = pause.growsFrom;
    if ((this.#meta("paused_until") ?? 0) > now) return null;
    const before = this.#meta("back_offs") ?? 0;
    this.#setMeta("back_offs", before + 1);
    return this.pause({ until: now + Math.min(LONGEST_BACK_OFF_MS, MINUTE_MS * 2 ** before) });
  }

  /** Goes on at once. */
  resume(): void {
    this.#setMeta("paused_until", null);
    this.#setMeta("back_offs", null);
  }

  /** Claims made before a moment and never reported: nobody knows whether those were sent. */
  giveUpClaims(before: number): void {
    this.#sql.exec(
      "UPDATE recipients SET state = 'uncertain', reason = 'no answer' WHERE state = 'claimed' AND claimed_at < ?",
      before,
    );
  }

  summary(): LedgerSummary {
    const counts = new Map(
      this.#sql
        .exec<{ state: string; n: number }>("SELECT state, count(*) AS n FROM recipients GROUP BY state")
        .toArray()
        .map(({ state, n }) => [state, n]),
    );
    const of = (state: string) => counts.get(state) ?? 0;
    return {
      isSealed: this.#meta("sealed") !== null,
      frozen: [...counts.values()].reduce((sum, n) => sum + n, 0),
      waiting: of("waiting"),
      claimed: of("claimed"),
      sent: of("sent"),
      skipped: of("skipped"),
      uncertain: of("uncertain"),
      pausedUntil: this.#meta("paused_until"),
    };
  }

  #meta(name: string): number | null {
    const [row] = this.#sql.exec<{ value: number | null }>("SELECT value FROM meta WHERE name = ?", name).toArray();
    return row?.value ?? null;
  }

  #setMeta(name: string, value: number | null): void {
    this.#sql.exec("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value);
  }
}
