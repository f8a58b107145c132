/** What became of one recipient. */
type Outcome = "sent" | "skipped" | "uncertain";

/** A recipient waits, is reserved by one sender, and claimed by it at the moment of the send. */
type State = "waiting" | "reserved" | "claimed" | Outcome;

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
  /** Somebody's to serve next. */
  reserved: number;
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
  /** Recipients by state, counted once and kept up: counting a hundred thousand rows for each message adds up. */
  #counts: Map<string, number> | null = null;

  /** Whether there are tables: they are made by the first write, because an object that holds any is stored and billed. */
  #isMade: boolean;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#isMade = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'recipients'").toArray().length > 0;
  }

  #make(): void {
    if (this.#isMade) return;
    this.#isMade = true;
    const sql = this.#sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS recipients (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'waiting', reason TEXT, claimed_at INTEGER)",
    );
    sql.exec("CREATE INDEX IF NOT EXISTS recipients_by_state ON recipients (state, id)");
    sql.exec("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER)");
  }

  /** Adds recipients; after sealing, and a second time, it changes nothing. @returns the highest id of all */
  add(ids: readonly number[]): number {
    if (this.#meta("sealed") === null && ids.length > 0) {
      this.#counts = null;
      this.#make();
      this.#sql.exec("INSERT OR IGNORE INTO recipients (id) SELECT value FROM json_each(?)", JSON.stringify(ids));
    }
    if (!this.#isMade) return 0;
    return this.#sql.exec<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM recipients").one().id;
  }

  /** Fixes the recipients. */
  seal(): LedgerSummary {
    this.#setMeta("sealed", 1);
    return this.summary();
  }

  /**
   * Sets recipients aside for one sender, who reads them together and then claims each right before its send.
   * @returns their ids; none when nobody waits, or the mailing is not sealed yet or paused
   */
  reserve(count: number, now: number): number[] {
    if (this.#meta("sealed") === null || this.#isPaused(now)) return [];
    const ids = this.#sql
      .exec<{ id: number }>("SELECT id FROM recipients WHERE state = 'waiting' ORDER BY id LIMIT ?", count)
      .toArray()
      .map(({ id }) => id);
    return ids.filter((id) => this.#move(id, ["waiting"], "reserved", { claimedAt: now }));
  }

  /**
   * Notes what became of the recipient before, and claims a reserved one: whoever is told yes must try to send to it, and
   * nobody else is told yes ever again.
   * @returns whether it may be sent to: not when the mailing is paused, or the reservation was given up meanwhile
   */
  claim(id: number, report: Report | null, now: number): boolean {
    if (report) this.settle(report);
    const isPaused = this.#isPaused(now);
    if (report?.outcome === "sent" && !isPaused && this.#meta("back_offs") !== null) this.#setMeta("back_offs", null);
    return !isPaused && this.#move(id, ["reserved"], "claimed", { claimedAt: now });
  }

  /** Notes what became of a claimed recipient. A claim that was given up meanwhile learns that it was sent after all. */
  settle({ id, outcome, reason }: Report): void {
    this.#move(id, ["claimed", "uncertain"], outcome, { reason: reason ?? null });
  }

  /** Gives a claim back: the mail was surely not sent. */
  release(id: number): void {
    this.#move(id, ["claimed"], "waiting", {});
  }

  /** Gives reservations back. */
  unreserve(ids: readonly number[]): void {
    for (const id of ids) this.#move(id, ["reserved"], "waiting", {});
  }

  /** Claims nothing for a while. @returns until when; null when a pause that grows is on already */
  pause(pause: Pause): number | null {
    if ("until" in pause) {
      this.#setMeta("paused_until", pause.until);
      return pause.until;
    }
    const now = pause.growsFrom;
    if (this.#isPaused(now)) return null;
    const before = this.#meta("back_offs") ?? 0;
    this.#setMeta("back_offs", before + 1);
    return this.pause({ until: now + Math.min(LONGEST_BACK_OFF_MS, MINUTE_MS * 2 ** before) });
  }

  /** Claims nobody until it is let go. */
  hold(isHeld: boolean): void {
    this.#setMeta("held", isHeld ? 1 : null);
  }

  /** Goes on at once, unless it is held. */
  resume(): void {
    this.#setMeta("paused_until", null);
    this.#setMeta("back_offs", null);
  }

  /**
   * Claims made before a moment and never reported: nobody knows whether those were sent. Who was only reserved then
   * waits again.
   */
  giveUpClaims(before: number): void {
    if (!this.#isMade) return;
    const old = this.#sql
      .exec<{ id: number; state: State }>(
        "SELECT id, state FROM recipients WHERE state IN ('claimed', 'reserved') AND claimed_at < ?",
        before,
      )
      .toArray();
    for (const { id, state } of old) {
      if (state === "claimed") this.#move(id, ["claimed"], "uncertain", { reason: "no answer" });
      else this.#move(id, ["reserved"], "waiting", {});
    }
  }

  summary(): LedgerSummary {
    const counts = this.#counted();
    const of = (state: State) => counts.get(state) ?? 0;
    return {
      isSealed: this.#meta("sealed") !== null,
      frozen: [...counts.values()].reduce((sum, n) => sum + n, 0),
      waiting: of("waiting"),
      reserved: of("reserved"),
      claimed: of("claimed"),
      sent: of("sent"),
      skipped: of("skipped"),
      uncertain: of("uncertain"),
      pausedUntil: this.#meta("paused_until"),
    };
  }

  /** The one way a recipient changes its state. @returns whether it was in one of the states it may come from */
  #move(
    id: number,
    from: readonly State[],
    to: State,
    values: { claimedAt?: number; reason?: string | null },
  ): boolean {
    if (!this.#isMade) return false;
    const [row] = this.#sql.exec<{ state: State }>("SELECT state FROM recipients WHERE id = ?", id).toArray();
    if (!row || !from.includes(row.state)) return false;
    this.#sql.exec(
      "UPDATE recipients SET state = ?, reason = ?, claimed_at = ? WHERE id = ?",
      to,
      values.reason ?? null,
      values.claimedAt ?? null,
      id,
    );
    const counts = this.#counts;
    counts?.set(row.state, (counts.get(row.state) ?? 0) - 1);
    counts?.set(to, (counts.get(to) ?? 0) + 1);
    return true;
  }

  #counted(): ReadonlyMap<string, number> {
    if (!this.#isMade) return new Map();
    this.#counts ??= new Map(
      this.#sql
        .exec<{ state: string; n: number }>("SELECT state, count(*) AS n FROM recipients GROUP BY state")
        .toArray()
        .map(({ state, n }) => [state, n]),
    );
    return this.#counts;
  }

  #isPaused(now: number): boolean {
    return this.#meta("held") !== null || (this.#meta("paused_until") ?? 0) > now;
  }

  #meta(name: string): number | null {
    if (!this.#isMade) return null;
    const [row] = this.#sql.exec<{ value: number | null }>("SELECT value FROM meta WHERE name = ?", name).toArray();
    return row?.value ?? null;
  }

  #setMeta(name: string, value: number | null): void {
    if (value === null && !this.#isMade) return;
    this.#make();
    this.#sql.exec("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value);
  }
}
