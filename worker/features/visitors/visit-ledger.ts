import { daysAfter } from "../../contracts/days.ts";
import { HOUR_MS } from "../../contracts/visitors.ts";
import type { AddressRange } from "../../platform/address-ranges.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isListingPage } from "./visit-source.ts";
import { type CountKind, type Period, PeriodCounts } from "./period-counts.ts";
import type { DayCounts, FunnelStep, ShardReading } from "./shard-reading.ts";
import { maskedOnce, type VisitSession, VisitSessions } from "./visit-sessions.ts";

type Sql = Pick<SqlStorage, "exec">;

/** What a session tells when it opens a page. */
export type Sighting = Pick<VisitSession, "id" | "page" | "referrer" | "city" | "country" | "address" | "userAgent">;

const STEP_BITS: Record<FunnelStep, number> = { opened: 1, called: 2, signed_up: 4 };
/** Of a session that did nothing yet. */
const UNDONE = { steps: 0, stepsDay: "", metDay: "" };

/** Today, and two whole weeks to be compared. */
const DAYS_SHOWN = 15;
const HOURS_SHOWN = 24;
/** Days are kept here this long; the database keeps them for good. */
const DAYS_KEPT = 60;

const dayPeriod = (day: string): Period => `day:${day}`;
const monthOf = (day: string): Period => `month:${day.slice(0, 7)}`;

/**
 * The visits of one shard: sessions whose id falls to it, and visitors whose hash does. Calls come in the order of their
 * time: one that is late is taken for as late as the latest.
 */
export class VisitLedger {
  readonly #sql: Sql;
  readonly #sessions: VisitSessions;
  readonly #counts: PeriodCounts;
  #latest = 0;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#sessions = new VisitSessions(sql);
    this.#counts = new PeriodCounts(sql);
    sql.exec("CREATE TABLE IF NOT EXISTS visitors (hash TEXT PRIMARY KEY, last_day TEXT NOT NULL) WITHOUT ROWID");
    sql.exec("CREATE INDEX IF NOT EXISTS visitors_last_day ON visitors (last_day)");
    sql.exec("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  }

  get isDirty(): boolean {
    return this.#sessions.isDirty;
  }

  /**
   * Stores that a session opened a page: the first of a day is a visit, another page than before is a page view.
   * @param mayBegin whether a session that is not known is stored
   * @returns 'unknown' when it was not stored; 'unmet' until {@link met} that day
   */
  track(sighting: Sighting, mayBegin: boolean, given: number): "unknown" | "unmet" | "met" {
    const now = this.#inOrder(given);
    const known = this.#sessions.find(sighting.id, now);
    if (!known && !mayBegin) return "unknown";
    const day = torontoDay(new Date(now));
    const isVisit = known === null || known.day !== day;
    const session: VisitSession = {
      // Where it came from is told by its first page.
      ...(known ?? { ...UNDONE, firstAt: now, subscribedAt: null }),
      ...sighting,
      referrer: known?.referrer ?? sighting.referrer,
      lastAt: now,
      addressAt: now,
      day,
      isActive: true,
    };
    if (isVisit) {
      this.#counts.add("visits", "", [`hour:${Math.floor(now / HOUR_MS)}`, dayPeriod(day), monthOf(day)]);
      this.#counts.add("source", session.referrer, [dayPeriod(day), monthOf(day), "all"]);
    }
    if (isVisit || known.page !== session.page) {
      this.#counts.add("views", "", [dayPeriod(day)]);
      this.#counts.add("page", session.page, [dayPeriod(day)]);
    }
    if (isListingPage(session.page)) this.#step(session, "opened", now);
    this.#sessions.store(session, now);
    return session.metDay === day ? "met" : "unmet";
  }

  /** Notes that a session's visitor was counted today. */
  met(id: string, given: number): void {
    const now = this.#inOrder(given);
    const session = this.#sessions.find(id, now);
    if (!session) return;
    session.metDay = torontoDay(new Date(now));
    this.#sessions.update(session);
  }

  /** Notes that a session is still there; one that is not known is passed over. */
  see(id: string, given: number): void {
    const now = this.#inOrder(given);
    const session = this.#sessions.find(id, now);
    if (session) this.#sessions.see(session, now);
  }

  /** Notes that a session left. */
  leave(id: string, given: number): void {
    const session = this.#sessions.find(id, this.#inOrder(given));
    if (session?.isActive) this.#sessions.leave(session);
  }

  /**
   * Counts a step of a session once a day.
   * @returns the source that the session came from; null when it is not known
   */
  step(id: string, step: FunnelStep, given: number): string | null {
    const now = this.#inOrder(given);
    const session = this.#sessions.find(id, now);
    if (!session) return null;
    this.#step(session, step, now);
    if (step === "signed_up") session.subscribedAt ??= now;
    this.#sessions.store(session, now);
    return session.referrer;
  }

  /** Forgets that a session led to a subscription. */
  unsign(id: string, given: number): void {
    const session = this.#sessions.find(id, this.#inOrder(given));
    if (!session) return;
    session.subscribedAt = null;
    session.address = maskedOnce(session.address);
    this.#sessions.update(session);
  }

  /** Counts a visitor once a day; returning is who was here on an earlier day. */
  meet(hash: string, isMobile: boolean, given: number): void {
    const day = torontoDay(new Date(this.#inOrder(given)));
    const [known] = this.#sql.exec<{ last_day: string }>("SELECT last_day FROM visitors WHERE hash = ?", hash);
    if (known && known.last_day >= day) return;
    this.#sql.exec(
      "INSERT INTO visitors (hash, last_day) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_day = excluded.last_day",
      hash,
      day,
    );
    this.#counts.add("unique", "", [dayPeriod(day)]);
    if (known) this.#counts.add("returning", "", [dayPeriod(day)]);
    this.#counts.add(isMobile ? "mobile" : "desktop", "", [dayPeriod(day)]);
  }

  /**
   * @param given names the days and hours that are read, so that all shards tell of the same ones
   * @param listed newest sessions to tell of, of the hour and of those here
   */
  read(given: number, listed: number): ShardReading {
    const now = this.#inOrder(given);
    const today = torontoDay(new Date(given));
    const hour = Math.floor(given / HOUR_MS);
    const hours = Array.from({ length: HOURS_SHOWN }, (_, ago) => hour - ago);
    const days = Array.from({ length: DAYS_SHOWN }, (_, ago) => daysAfter(today, -ago));
    const month = monthOf(today);
    const total = (kind: CountKind) => this.#counts.total(dayPeriod(today), kind);
    return {
      at: now,
      ...this.#sessions.recent(now, listed),
      hours: hours.map((at) => ({ hour: at, visits: this.#counts.total(`hour:${at}`, "visits") })),
      days: days.map((day) => ({
        day,
        visits: this.#counts.total(dayPeriod(day), "visits"),
        unique: this.#counts.total(dayPeriod(day), "unique"),
      })),
      month: {
        visits: this.#counts.total(month, "visits"),
        counts: {
          source: this.#counts.of(month, "source"),
          opened: this.#counts.of(month, "opened"),
          called: this.#counts.of(month, "called"),
          signed_up: this.#counts.of(month, "signed_up"),
        },
      },
      today: {
        pages: this.#counts.of(dayPeriod(today), "page"),
        sources: this.#counts.of(dayPeriod(today), "source"),
        unique: total("unique"),
        returning: total("returning"),
        mobile: total("mobile"),
        desktop: total("desktop"),
      },
      sources: this.#counts.of("all", "source"),
    };
  }

  /** Sessions of the last 30 days that came from a range. */
  countWithin(range: AddressRange, given: number): number {
    return this.#sessions.countWithin(range, this.#inOrder(given));
  }

  flush(): void {
    this.#sessions.flush();
  }

  /** The counts of days that are over and were not yet taken by {@link rolledUp}, oldest first. */
  daysToRollUp(given: number): DayCounts[] {
    const today = torontoDay(new Date(this.#inOrder(given)));
    const [done] = this.#sql.exec<{ value: string }>("SELECT value FROM meta WHERE name = 'rolled_up'");
    return this.#counts
      .daysAfter(done?.value ?? "")
      .filter((day) => day < today)
      .map((day) => ({ day, counts: this.#counts.all(dayPeriod(day)) }));
  }

  /** Notes that a day, and those before it, are stored elsewhere. */
  rolledUp(day: string): void {
    this.#sql.exec("INSERT OR REPLACE INTO meta (name, value) VALUES ('rolled_up', ?)", day);
  }

  /**
   * Masks and forgets whom to, and drops counts that nobody reads any more.
   * @returns whether there is more to mask or forget
   */
  keep(given: number): boolean {
    const now = this.#inOrder(given);
    const today = torontoDay(new Date(now));
    const hasMore = this.#sessions.keep(now);
    this.#sql.exec("DELETE FROM visitors WHERE last_day < ?", daysAfter(today, -30));
    this.#counts.forgetBefore(`hour:${Math.floor(now / HOUR_MS) - 2 * HOURS_SHOWN}`);
    this.#counts.forgetBefore(dayPeriod(daysAfter(today, -DAYS_KEPT)));
    this.#counts.forgetBefore(monthOf(daysAfter(today, -400)));
    return hasMore;
  }

  #step(session: VisitSession, step: FunnelStep, now: number): void {
    const day = torontoDay(new Date(now));
    if (session.stepsDay !== day) Object.assign(session, { steps: 0, stepsDay: day });
    if ((session.steps & STEP_BITS[step]) !== 0) return;
    session.steps |= STEP_BITS[step];
    this.#counts.add(step, session.referrer, [dayPeriod(day), monthOf(day)]);
  }

  #inOrder(given: number): number {
    this.#latest = Math.max(this.#latest, given);
    return this.#latest;
  }
}
