import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { AddressRange } from "../../platform/address-ranges.ts";
import { type Sighting, VisitLedger } from "./visit-ledger.ts";
import type { FunnelStep, ShardReading } from "./shard-reading.ts";
import { storeDay } from "./visitors.repo.ts";

/** What is seen of sessions is stored this long after it at the latest, also when nothing else is seen. */
const FLUSH_MS = 10_000;
const UPKEEP_MS = 3_600_000;

/**
 * One of 16 shards of the visitors: sessions by the hash of their id, visitors by theirs. Times are milliseconds and the
 * caller's. Who was not here is stored before the call is answered, who was within {@link FLUSH_MS}; a call is stored as a
 * whole or not at all.
 */
export class VisitorShard extends DurableObject<{ DB: D1Database }> {
  #ledger: VisitLedger;
  /** How far the callers' clock is from this machine's: alarms have no caller. */
  #clockOffset = 0;
  /** When the next alarm comes; null while that was not asked for. */
  #alarmAt: number | null = null;
  /** When the next upkeep is due, by this machine's clock. */
  #upkeepAt = 0;

  constructor(state: DurableObjectState, env: { DB: D1Database }) {
    super(state, env);
    this.#ledger = new VisitLedger(state.storage.sql);
  }

  /** @returns 'unknown' when it was not stored: a session that is not known is stored only when it may begin */
  async track(sighting: Sighting, mayBegin: boolean, now: number): Promise<"unknown" | "unmet" | "met"> {
    const tracked = this.#do(now, (ledger) => ledger.track(sighting, mayBegin, now));
    if (tracked !== "unknown") await this.#wakeWithin(UPKEEP_MS);
    return tracked;
  }

  /** Notes that the visitor of a session was counted, by whatever shard counts visitors. */
  async met(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.met(id, now));
  }

  async see(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.see(id, now));
    if (this.#ledger.isDirty) await this.#wakeWithin(FLUSH_MS);
  }

  async leave(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.leave(id, now));
  }

  /** @returns the source of the session; null when it is not known */
  async step(id: string, step: FunnelStep, now: number): Promise<string | null> {
    return this.#do(now, (ledger) => ledger.step(id, step, now));
  }

  /** Forgets that a session led to a subscription. */
  async unsign(id: string, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.unsign(id, now));
  }

  async meet(hash: string, isMobile: boolean, now: number): Promise<void> {
    this.#do(now, (ledger) => ledger.meet(hash, isMobile, now));
    await this.#wakeWithin(UPKEEP_MS);
  }

  async countWithin(range: AddressRange, now: number): Promise<number> {
    return this.#do(now, (ledger) => ledger.countWithin(range, now));
  }

  async read(now: number, listed: number): Promise<ShardReading> {
    return this.#do(now, (ledger) => ledger.read(now, listed));
  }

  /**
   * Masks and forgets whom to, and then stores the days that are over in the database, which may be away. Repeating it
   * changes nothing.
   */
  async keep(now: number): Promise<void> {
    const hasMore = this.#do(now, (ledger) => ledger.keep(now));
    this.#upkeepAt = hasMore ? 0 : Date.now() + UPKEEP_MS;
    if (hasMore) await this.#wakeWithin(FLUSH_MS);
    const db = drizzle(this.env.DB, { casing: "snake_case" });
    for (const day of this.#do(now, (ledger) => ledger.daysToRollUp(now))) {
      await storeDay(db, this.ctx.id.name ?? this.ctx.id.toString(), day);
      this.#do(now, (ledger) => ledger.rolledUp(day.day));
    }
  }

  override async alarm(): Promise<void> {
    const now = Date.now() + this.#clockOffset;
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#ledger.flush();
    await this.#wakeWithin(UPKEEP_MS);
    if (Date.now() >= this.#upkeepAt) await this.keep(now);
  }

  /** Memory follows what is stored: after a failure it is read anew. */
  #do<Answer>(now: number, work: (ledger: VisitLedger) => Answer): Answer {
    this.#clockOffset = now - Date.now();
    try {
      return this.ctx.storage.transactionSync(() => work(this.#ledger));
    } catch (error) {
      this.#ledger = new VisitLedger(this.ctx.storage.sql);
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
