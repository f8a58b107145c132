import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { HOUR_MS } from "../../contracts/days.ts";
import type { AddressRange } from "../../platform/client-address.ts";
import { LazyTables } from "../../platform/lazy-tables.ts";
import { CREATE_VISITS, VisitLedger } from "./visit-ledger.ts";
import type { FunnelStep, LaterGoal, PeriodReading, PeriodsQuery, ShardReading } from "./shard-reading.ts";
import { LATER_COLUMNS, type PageView } from "./visit-sessions.ts";
import { storeDay } from "./visitors.repo.ts";

const UPKEEP_MS = HOUR_MS;
/** Delay before a maintenance run that did not finish continues. */
const GO_ON_MS = 10_000;

/**
 * One of the 16 shards of visit data: sessions by the hash of their id, visitors by their hash. The caller passes all
 * times, in milliseconds. Each call is stored atomically before it returns.
 */
export class VisitorShard extends DurableObject<{ DB: D1Database }> {
  readonly #sql = new LazyTables(this.ctx.storage.sql, "sessions", CREATE_VISITS, LATER_COLUMNS);
  #ledger = new VisitLedger(this.#sql);
  /** Difference between the callers' clock and the clock of this machine. Alarms need it. */
  #clockOffset = 0;
  /** Time of the next alarm. Null while that time is unknown. */
  #alarmAt: number | null = null;
  /** Time of the next maintenance, by the clock of this machine. */
  #upkeepAt = 0;

  /** @returns 'unknown' when nothing was stored because the session is unknown and may not begin */
  async track(sighting: PageView, mayBegin: boolean, now: number): Promise<"unknown" | "uncounted" | "counted"> {
    const tracked = this.#do(now, (ledger) => ledger.track(sighting, mayBegin, now));
    if (tracked !== "unknown") await this.#wakeWithin(UPKEEP_MS);
    return tracked;
  }

  /** Records that a session's visitor was counted, possibly by another shard. */
  async markCounted(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.markCounted(id, now));
  }

  async see(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.see(id, now));
  }

  async leave(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.leave(id, now));
  }

  /** @returns the session's source; null for an unknown session */
  async step(id: string, step: FunnelStep, now: number): Promise<string | null> {
    return this.#do(now, (ledger) => ledger.step(id, step, now));
  }

  /** @param id the id of a session that may no longer be stored, or null */
  async reach(id: string | null, goal: LaterGoal, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.reach(id, goal, now));
    await this.#wakeWithin(UPKEEP_MS);
  }

  /** Counts a session's search that found nothing. Ignores unknown sessions. */
  async countEmptySearch(id: string, search: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.countEmptySearch(id, search, now));
  }

  /** Removes the mark of a subscriber from a session. */
  async clearSignUp(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.clearSignUp(id, now));
  }

  async countVisitor(hash: string, isMobile: boolean, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.countVisitor(hash, isMobile, now));
    await this.#wakeWithin(UPKEEP_MS);
  }

  async countWithin(range: AddressRange, now: number): Promise<number> {
    return this.#do(now, (ledger) => ledger.countWithin(range, now));
  }

  async read(now: number, listed: number): Promise<ShardReading> {
    return this.#do(now, (ledger) => ledger.read(now, listed));
  }

  async readPeriods(asked: PeriodsQuery, now: number): Promise<PeriodReading> {
    return this.#do(now, (ledger) => ledger.readPeriods(asked));
  }

  /**
   * Masks and deletes old data, then stores finished days in the database, which may be unavailable. A repeated call
   * changes nothing.
   */
  async maintain(now: number): Promise<void> {
    const hasMore = this.#do(now, (ledger) => ledger.maintain(now));
    this.#upkeepAt = hasMore ? 0 : Date.now() + UPKEEP_MS;
    if (hasMore) await this.#wakeWithin(GO_ON_MS);
    const db = drizzle(this.env.DB, { casing: "snake_case" });
    for (const day of this.#do(now, (ledger) => ledger.daysToRollUp(now))) {
      await storeDay(db, this.ctx.id.name ?? this.ctx.id.toString(), day);
      this.#do(now, (ledger) => ledger.rolledUp(day.day));
    }
  }

  override async alarm(): Promise<void> {
    const now = Date.now() + this.#clockOffset;
    this.#alarmAt = Number.POSITIVE_INFINITY;
    if (!this.#sql.hasTables) return;
    await this.#wakeWithin(UPKEEP_MS);
    if (Date.now() >= this.#upkeepAt) await this.maintain(now);
  }

  /** Runs a call in a transaction. If the call fails, rebuilds the cache from storage. */
  #do<Answer>(now: number, work: (ledger: VisitLedger) => Answer): Answer {
    this.#clockOffset = now - Date.now();
    try {
      return this.ctx.storage.transactionSync(() => work(this.#ledger));
    } catch (error) {
      // The rollback also removed the tables that the call created.
      this.#sql.checkTables();
      this.#ledger = new VisitLedger(this.#sql);
      throw error;
    }
  }

  async #wakeWithin(milliseconds: number): Promise<void> {
    const at = Date.now() + milliseconds;
    this.#alarmAt ??= (await this.ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
    if (this.#alarmAt <= at) return;
    this.#alarmAt = at;
    await this.ctx.storage.setAlarm(at);
  }
}
