import { DurableObject } from "cloudflare:workers";
import { DAY_MS, MINUTE_MS } from "../contracts/days.ts";

/** The outcome for one recipient. */
type Outcome = "sent" | "skipped" | "uncertain";

/**
 * States of a recipient. A recipient first waits, is then reserved by one sender, and is claimed by that sender right
 * before sending.
 */
type State = "waiting" | "reserved" | "claimed" | Outcome;

/** The result reported for a recipient. */
export interface Report {
  id: number;
  outcome: Outcome;
  /** The reason why the email was not sent. */
  reason?: string;
}

/** The status of a mailing. */
export interface LedgerSummary {
  /** True if the list of recipients is final. */
  isSealed: boolean;
  frozen: number;
  waiting: number;
  /** Number of recipients assigned to a sender, but not claimed yet. */
  reserved: number;
  /** Number of recipients whose email is being sent, or was abandoned by a sender that died. */
  claimed: number;
  sent: number;
  skipped: number;
  uncertain: number;
  /** End of the pause in milliseconds; null when the mailing is not paused. */
  pausedUntil: number | null;
}

/** A pause of the mailing: until a given time, or an exponential back-off that starts at one minute. */
type Pause = { until: number } | { growsFrom: number };

/** Prefix of keys that store when an email with an unclear outcome may first have been sent. */
const UNCERTAIN_PREFIX = "doubt:";
const LONGEST_BACK_OFF_MS = 15 * MINUTE_MS;

type Sql = Pick<SqlStorage, "exec">;

/**
 * Recipients of a mailing and their outcomes, one row each, claimed before sending. This is the only record, so
 * restoring an older database sends nothing twice.
 */
class MailingLedger {
  readonly #sql: Sql;
  /**
   * Number of recipients by state, counted once and then updated, because counting a hundred thousand rows per message
   * is expensive.
   */
  #counts: Map<string, number> | null = null;

  /**
   * True if the tables exist. The first write creates the tables, because an object with any table is stored and
   * billed.
   */
  #hasTables: boolean;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#hasTables = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'recipients'").toArray().length > 0;
  }

  #createTables(): void {
    if (this.#hasTables) return;
    this.#hasTables = true;
    const sql = this.#sql;
    sql.exec(
      "CREATE TABLE IF NOT EXISTS recipients (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'waiting', reason TEXT, claimed_at INTEGER)",
    );
    sql.exec("CREATE INDEX IF NOT EXISTS recipients_by_state ON recipients (state, id)");
    sql.exec("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER)");
  }

  /**
   * Adds recipients. Ignores duplicates, and does nothing once the list is final.
   * @returns the highest id of all recipients
   */
  add(ids: readonly number[]): number {
    if (this.#meta("sealed") === null && ids.length > 0) {
      this.#counts = null;
      this.#createTables();
      this.#sql.exec("INSERT OR IGNORE INTO recipients (id) SELECT value FROM json_each(?)", JSON.stringify(ids));
    }
    if (!this.#hasTables) return 0;
    return this.#sql.exec<{ id: number }>("SELECT coalesce(max(id), 0) AS id FROM recipients").one().id;
  }

  /** Makes the list of recipients final. */
  seal(): LedgerSummary {
    this.#setMeta("sealed", 1);
    return this.summary();
  }

  /**
   * Reserves recipients for one sender, who loads them together and then claims each one right before sending.
   * @returns their ids; empty when no recipient is waiting, or the mailing is paused or not yet sealed
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
   * Records the outcome of the previous recipient and claims a reserved one. After a successful claim, the sender must
   * attempt to send. The same claim is never granted again.
   * @returns whether the sender may send to the recipient; false when the mailing is paused, or the reservation has
   * expired
   */
  claim(id: number, report: Report | null, now: number): boolean {
    if (report) this.settle(report);
    const isPaused = this.#isPaused(now);
    if (report?.outcome === "sent" && !isPaused && this.#meta("back_offs") !== null) this.#setMeta("back_offs", null);
    return !isPaused && this.#move(id, ["reserved"], "claimed", { claimedAt: now });
  }

  /** Records the outcome of a claimed recipient, even after its claim has expired. */
  settle({ id, outcome, reason }: Report): void {
    this.#move(id, ["claimed", "uncertain"], outcome, { reason: reason ?? null });
  }

  /**
   * Releases the claim of an email that was not sent, or whose outcome is unclear. An unclear email may only be sent
   * again by a transport that would recognise the first copy.
   * @param uncertainSince when the email may have been sent first; null when it certainly was not sent
   */
  release(id: number, uncertainSince: number | null): void {
    if (this.#move(id, ["claimed"], "waiting", {}) && uncertainSince !== null)
      this.#recordUncertainty(id, uncertainSince);
  }

  #recordUncertainty(id: number, since: number): void {
    const name = `${UNCERTAIN_PREFIX}${id}`;
    if (this.#meta(name) === null) this.#setMeta(name, since);
  }

  /** Releases reservations. */
  unreserve(ids: readonly number[]): void {
    for (const id of ids) this.#move(id, ["reserved"], "waiting", {});
  }

  /**
   * Pauses the claiming of recipients.
   * @returns the end of the pause; null when a back-off is already in effect
   */
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

  /** Stops the claiming of recipients, or allows it again. */
  setSuspended(isSuspended: boolean): void {
    this.#setMeta("held", isSuspended ? 1 : null);
  }

  /** Ends a pause, unless the mailing is suspended. */
  resume(): void {
    this.#setMeta("paused_until", null);
    this.#setMeta("back_offs", null);
  }

  /**
   * Expires claims that were made before a given time and whose outcome was never reported, since it is unknown whether
   * their emails were sent. Old reservations become waiting again.
   * @param recognisedSince emails whose first copy was attempted after this time may be sent again, because the
   * transport would recognise them; null for a transport that recognises none
   */
  expireClaims(before: number, recognisedSince: number | null): void {
    if (!this.#hasTables) return;
    const old = this.#sql
      .exec<{ id: number; state: State; claimed_at: number }>(
        "SELECT id, state, claimed_at FROM recipients WHERE state IN ('claimed', 'reserved') AND claimed_at < ?",
        before,
      )
      .toArray();
    for (const { id, state, claimed_at: since } of old) {
      if (state === "reserved") this.#move(id, ["reserved"], "waiting", {});
      else if (recognisedSince !== null && since >= recognisedSince) this.release(id, since);
      else this.#move(id, ["claimed"], "uncertain", { reason: "no answer" });
    }
    this.#expireUncertain(recognisedSince ?? Infinity);
  }

  /** Gives up recipients with an unclear outcome whose first copy would no longer be recognised. */
  #expireUncertain(before: number): void {
    const uncertain = this.#sql
      .exec<{ name: string; value: number }>("SELECT name, value FROM meta WHERE name LIKE ?", `${UNCERTAIN_PREFIX}%`)
      .toArray();
    for (const { name } of uncertain.filter(({ value }) => value < before)) {
      this.#move(Number(name.slice(UNCERTAIN_PREFIX.length)), ["waiting", "reserved"], "uncertain", {
        reason: "no answer",
      });
      this.#sql.exec("DELETE FROM meta WHERE name = ?", name);
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

  /**
   * Changes a recipient's state. Every change of state uses this function.
   * @returns whether the recipient was in one of the allowed states
   */
  #move(
    id: number,
    from: readonly State[],
    to: State,
    values: { claimedAt?: number; reason?: string | null },
  ): boolean {
    if (!this.#hasTables) return false;
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
    if (!this.#hasTables) return new Map();
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
    if (!this.#hasTables) return null;
    const [row] = this.#sql.exec<{ value: number | null }>("SELECT value FROM meta WHERE name = ?", name).toArray();
    return row?.value ?? null;
  }

  #setMeta(name: string, value: number | null): void {
    if (value === null && !this.#hasTables) return;
    this.#createTables();
    this.#sql.exec("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value);
  }
}

/** How long recipients are stored: longer than D1's restore window of thirty days. */
const REMEMBERED_MS = 60 * DAY_MS;

/** The recipients of one mailing, by the mailing's key. Times are milliseconds. */
export class Mailing extends DurableObject {
  #ledger: MailingLedger;

  constructor(state: DurableObjectState, env: unknown) {
    super(state, env as Cloudflare.Env);
    this.#ledger = new MailingLedger(state.storage.sql);
  }

  async add(ids: readonly number[]): Promise<number> {
    return this.#ledger.add(ids);
  }

  async seal(): Promise<LedgerSummary> {
    await this.ctx.storage.setAlarm(Date.now() + REMEMBERED_MS);
    return this.#ledger.seal();
  }

  async reserve(count: number, now: number): Promise<number[]> {
    return this.#ledger.reserve(count, now);
  }

  async claim(id: number, report: Report | null, now: number): Promise<boolean> {
    return this.#ledger.claim(id, report, now);
  }

  async settle(report: Report): Promise<void> {
    this.#ledger.settle(report);
  }

  /**
   * Releases a claim, and pauses the mailing if `pause` is given.
   * @param uncertainSince when the email may have been sent; null when it certainly was not sent
   * @returns the end of the pause, if the pause is new
   */
  async release(id: number, pause: Pause | null, uncertainSince: number | null = null): Promise<number | null> {
    this.#ledger.release(id, uncertainSince);
    return pause && this.#ledger.pause(pause);
  }

  async unreserve(ids: readonly number[]): Promise<void> {
    this.#ledger.unreserve(ids);
  }

  async setSuspended(isSuspended: boolean): Promise<void> {
    this.#ledger.setSuspended(isSuspended);
  }

  async resume(): Promise<void> {
    this.#ledger.resume();
  }

  /** Expires claims made before a given time ({@link MailingLedger.expireClaims}), and returns the status. */
  async check(claimsBefore: number, recognisedSince: number | null = null): Promise<LedgerSummary> {
    this.#ledger.expireClaims(claimsBefore, recognisedSince);
    return this.#ledger.summary();
  }

  /** Deletes everything. The database keeps the summary. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.#ledger = new MailingLedger(this.ctx.storage.sql);
  }
}
