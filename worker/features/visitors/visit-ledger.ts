import { daysAfter, HOUR_MS } from "../../contracts/days.ts";
import type { Goal } from "../../contracts/stats-periods.ts";
import { MINUTES_SHOWN } from "../../contracts/visitors.ts";
import type { AddressRange } from "../../platform/client-address.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { isListingPage } from "./visit-source.ts";
import {
  type CountKind,
  type Period,
  ADDED_TO_MONTHS,
  dayPeriod,
  oldestKeptPeriods,
  hourPeriod,
  KEPT_IN_SHARDS,
  monthOf,
  type DayCounts,
  type FunnelStep,
  type LaterGoal,
  type PeriodReading,
  type PeriodsQuery,
  type ShardReading,
} from "./shard-reading.ts";
import { CREATE_COUNTS, PeriodCounts } from "./period-counts.ts";
import {
  CREATE_SESSIONS,
  maskIfUnmasked,
  NO_ORIGIN,
  type Origin,
  type PageView,
  STEP_BITS,
  EMPTY_FUNNEL,
  type VisitSession,
  VisitSessions,
} from "./visit-sessions.ts";

type Sql = Pick<SqlStorage, "exec">;

/** The tables of a shard. */
export const CREATE_VISITS: readonly string[] = [
  ...CREATE_SESSIONS,
  CREATE_COUNTS,
  "CREATE TABLE IF NOT EXISTS visitors (hash TEXT PRIMARY KEY, last_day TEXT NOT NULL) WITHOUT ROWID",
  "CREATE INDEX IF NOT EXISTS visitors_last_day ON visitors (last_day)",
  "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
];

/** Number of days shown: today, and two full weeks for comparison. */
const DAYS_SHOWN = 15;
const HOURS_SHOWN = 24;

/**
 * The visits in one shard: sessions by the hash of their id, visitors by their hash. Time never goes backwards, because
 * a call with an earlier time uses the latest time so far.
 */
export class VisitLedger {
  readonly #sql: Sql;
  readonly #sessions: VisitSessions;
  readonly #counts: PeriodCounts;
  #latest = 0;

  /** @param sql a database with the tables of {@link CREATE_VISITS} */
  constructor(sql: Sql) {
    this.#sql = sql;
    this.#sessions = new VisitSessions(sql);
    this.#counts = new PeriodCounts(sql);
  }

  /**
   * Records a page view. A session's first page view of a day counts as a visit; views of other pages are counted as
   * well.
   * @param mayBegin whether an unknown session is stored
   * @returns 'unknown' when the session was not stored; 'uncounted' until {@link markCounted} is called for the session
   * on that day
   */
  track(sighting: PageView, mayBegin: boolean, given: number): "unknown" | "uncounted" | "counted" {
    const now = this.#inOrder(given);
    const known = this.#sessions.find(sighting.id, now);
    if (!known && !mayBegin) return "unknown";
    const day = torontoDay(new Date(now));
    const isVisit = known === null || known.day !== day;
    const session: VisitSession = {
      // The first page view of a session determines its source.
      ...(known ?? { ...EMPTY_FUNNEL, firstAt: now, subscribedAt: null }),
      ...sighting,
      referrer: known?.referrer ?? sighting.referrer,
      landing: known?.landing ?? sighting.page,
      campaign: known?.campaign ?? sighting.campaign,
      lastAt: now,
      addressAt: now,
      day,
      isActive: true,
    };
    const today = [hourPeriod(now), dayPeriod(day)];
    if (isVisit) {
      this.#counts.add("visits", "", [...today, monthOf(day)]);
      this.#counts.add("source", session.referrer, [...today, monthOf(day), "all"]);
      this.#counts.add("country", session.country, today);
      this.#counts.add("landing", session.landing, today);
      if (session.campaign !== "") this.#counts.add("campaign", session.campaign, today);
    }
    if (isVisit || known.page !== session.page) {
      this.#counts.add("views", "", today);
      this.#counts.add("page", session.page, today);
    }
    if (isListingPage(session.page)) this.#step(session, "opened", now);
    this.#sessions.store(session, now);
    return session.metDay === day ? "counted" : "uncounted";
  }

  /** Records that a session's visitor was counted today. */
  markCounted(id: string, given: number): void {
    const now = this.#inOrder(given);
    const session = this.#sessions.find(id, now);
    if (!session) return;
    session.metDay = torontoDay(new Date(now));
    this.#sessions.update(session);
  }

  /** Records a heartbeat of a session. Ignores unknown sessions. */
  see(id: string, given: number): void {
    const now = this.#inOrder(given);
    const session = this.#sessions.find(id, now);
    if (session) this.#sessions.see(session, now);
  }

  /** Marks a session as ended. */
  leave(id: string, given: number): void {
    const session = this.#sessions.find(id, this.#inOrder(given));
    if (session?.isActive) this.#sessions.leave(session);
  }

  /**
   * Counts a funnel step of a session once a day.
   * @returns the session's source; null for an unknown session
   */
  step(id: string, step: FunnelStep, given: number): string | null {
    const now = this.#inOrder(given);
    const session = this.#sessions.find(id, now);
    if (!session) return null;
    this.#step(session, step, now);
    this.#sessions.store(session, now);
    return session.referrer;
  }

  /**
   * Counts a goal that was reached after the visit. A confirmation also marks the session as belonging to a subscriber.
   * @param id the id of a session that may no longer be stored, or null
   */
  reach(id: string | null, goal: LaterGoal, given: number): void {
    const now = this.#inOrder(given);
    const session = id === null ? null : this.#sessions.find(id, now);
    if (!session) {
      this.#countGoal(goal, NO_ORIGIN, [hourPeriod(now), dayPeriod(torontoDay(new Date(now)))]);
      return;
    }
    this.#step(session, goal, now);
    if (goal === "confirmed") session.subscribedAt ??= now;
    this.#sessions.update(session);
  }

  /** Counts a session's search that found nothing. */
  countEmptySearch(id: string, search: string, given: number): void {
    const now = this.#inOrder(given);
    if (!this.#sessions.find(id, now)) return;
    this.#counts.add("no_results", search, [hourPeriod(now), dayPeriod(torontoDay(new Date(now)))]);
  }

  /** Removes the mark of a subscriber from a session, and masks the session's IP address. */
  clearSignUp(id: string, given: number): void {
    const session = this.#sessions.find(id, this.#inOrder(given));
    if (!session) return;
    session.subscribedAt = null;
    session.address = maskIfUnmasked(session.address);
    this.#sessions.update(session);
  }

  /** Counts a visitor once a day. A visitor who came on an earlier day counts as returning. */
  countVisitor(hash: string, isMobile: boolean, given: number): void {
    const now = this.#inOrder(given);
    const day = torontoDay(new Date(now));
    const [known] = this.#sql.exec<{ last_day: string }>("SELECT last_day FROM visitors WHERE hash = ?", hash);
    if (known && known.last_day >= day) return;
    this.#sql.exec(
      "INSERT INTO visitors (hash, last_day) VALUES (?, ?) ON CONFLICT DO UPDATE SET last_day = excluded.last_day",
      hash,
      day,
    );
    const periods = [hourPeriod(now), dayPeriod(day)];
    this.#counts.add("unique", "", periods);
    if (known) this.#counts.add("returning", "", periods);
    this.#counts.add(isMobile ? "mobile" : "desktop", "", periods);
  }

  /**
   * Returns a snapshot of this shard.
   * @param given time that determines the days and hours; it is the same for all shards
   * @param listed number of newest sessions to list, and of newest active sessions
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
      minutes: this.#sessions.begun(now, MINUTES_SHOWN),
    };
  }

  /** Returns the counts of groups of periods, and the visits of some periods. */
  readPeriods(asked: PeriodsQuery): PeriodReading {
    return this.#counts.read(asked, this.#meta("months_until"));
  }

  #meta(name: string): string {
    const [row] = this.#sql.exec<{ value: string }>("SELECT value FROM meta WHERE name = ?", name);
    return row?.value ?? "";
  }

  #setMeta(name: string, value: string): void {
    this.#sql.exec("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value);
  }

  /** Counts the sessions from an IP range in the last 30 days. */
  countWithin(range: AddressRange, given: number): number {
    return this.#sessions.countWithin(range, this.#inOrder(given));
  }

  /** Returns the final counts of days that {@link rolledUp} has not acknowledged yet, oldest first. */
  daysToRollUp(given: number): DayCounts[] {
    const today = torontoDay(new Date(this.#inOrder(given)));
    return this.#counts
      .daysAfter(this.#meta("rolled_up"))
      .filter((day) => day < today)
      .map((day) => ({
        day,
        counts: this.#counts.all(dayPeriod(day)).filter(({ kind }) => !KEPT_IN_SHARDS.includes(kind)),
      }));
  }

  /** Acknowledges that the database has the counts of all days up to this day. */
  rolledUp(day: string): void {
    this.#setMeta("rolled_up", day);
  }

  /**
   * Masks IP addresses, and deletes old sessions, visitors and counts.
   * @returns whether there is more to mask or delete
   */
  maintain(given: number): boolean {
    const now = this.#inOrder(given);
    const today = torontoDay(new Date(now));
    const hasMore = this.#sessions.maintain(now);
    this.#sql.exec("DELETE FROM visitors WHERE last_day < ?", daysAfter(today, -30));
    for (const day of this.#counts.daysAfter(this.#meta("months_until")).filter((one) => one < today)) {
      this.#counts.addToMonth(day, ADDED_TO_MONTHS);
      this.#setMeta("months_until", day);
    }
    for (const [period, kept] of oldestKeptPeriods(now, today)) this.#counts.forgetBefore(period, kept);
    return hasMore;
  }

  #step(session: VisitSession, step: Goal, now: number): void {
    const day = torontoDay(new Date(now));
    if (session.stepsDay !== day) Object.assign(session, { steps: 0, stepsDay: day });
    if ((session.steps & STEP_BITS[step]) !== 0) return;
    session.steps |= STEP_BITS[step];
    this.#countGoal(step, session, [hourPeriod(now), dayPeriod(day)]);
    // The current month's funnel is read from the month's counts, so its steps are counted immediately. Other kinds are
    // added to the month when the day is over.
    if (!ADDED_TO_MONTHS.includes(step)) this.#counts.add(step, session.referrer, [monthOf(day)]);
  }

  #countGoal(goal: Goal, { referrer, landing, campaign }: Origin, periods: readonly Period[]): void {
    this.#counts.add(goal, referrer, periods);
    this.#counts.add(`${goal}_landing`, landing, periods);
    if (campaign !== "") this.#counts.add(`${goal}_campaign`, campaign, periods);
  }

  #inOrder(given: number): number {
    this.#latest = Math.max(this.#latest, given);
    return this.#latest;
  }
}
