import type { VisitorStats } from "../../../worker/contracts/visitors.ts";
import type { ShardReading } from "../../../worker/features/visitors/shard-reading.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TORONTO = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Toronto", dateStyle: "short" });
export const dayAt = (now: number) => TORONTO.format(new Date(now));

/** Makes a generator of pseudo-random numbers that are the same each time (mulberry32). */
export function dice(seed: number) {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(roll() * n);
  return { roll, below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

interface ModelSession {
  lastAt: number;
  /** Day of the latest visit. */
  day: string;
  page: string;
  referrer: string;
  isHere: boolean;
  /** The steps that the session has completed, each with the day. */
  done: Set<string>;
}

/**
 * A model of how visits must be counted, kept as simple as possible: every visit, view and step is an entry in a list.
 */
export class VisitsModel {
  sessions = new Map<string, ModelSession>();
  visits: { day: string; hour: number; referrer: string }[] = [];
  pages: { day: string; page: string }[] = [];
  steps: { day: string; step: string; referrer: string }[] = [];
  /** The days on which each visitor was seen. */
  seen = new Map<string, Set<string>>();
  met: { day: string; isReturning: boolean; isMobile: boolean }[] = [];

  /** @returns whether it was a visit */
  track(id: string, page: string, referrer: string, now: number): boolean {
    const day = dayAt(now);
    const known = this.sessions.get(id);
    const isVisit = known?.day !== day;
    const source = known?.referrer ?? referrer;
    if (isVisit) this.visits.push({ day, hour: Math.floor(now / HOUR), referrer: source });
    if (isVisit || known?.page !== page) this.pages.push({ day, page });
    const done = known?.done ?? new Set<string>();
    this.sessions.set(id, { lastAt: now, day, page, referrer: source, isHere: true, done });
    if (page.startsWith("/listing/")) this.step(id, "opened", now);
    return isVisit;
  }
  step(id: string, step: string, now: number) {
    const session = this.sessions.get(id);
    if (!session) return;
    const day = dayAt(now);
    session.lastAt = now;
    if (session.done.has(`${day} ${step}`)) return;
    session.done.add(`${day} ${step}`);
    this.steps.push({ day, step, referrer: session.referrer });
  }
  see(id: string, now: number) {
    const session = this.sessions.get(id);
    if (session) Object.assign(session, { isHere: true, lastAt: now });
  }
  leave(id: string) {
    const session = this.sessions.get(id);
    if (session) session.isHere = false;
  }
  countVisitor(hash: string, isMobile: boolean, now: number) {
    const day = dayAt(now);
    const days = this.seen.get(hash) ?? new Set<string>();
    this.seen.set(hash, days);
    if (days.has(day)) return;
    this.met.push({ day, isReturning: days.size > 0, isMobile });
    days.add(day);
  }
  /** Deletes visitors who have not been seen for 30 days. */
  maintain(now: number) {
    for (const [id, { lastAt }] of this.sessions) if (lastAt < now - 30 * DAY) this.sessions.delete(id);
    const oldest = new Date(Date.parse(`${dayAt(now)}T12:00:00Z`) - 30 * DAY).toISOString().slice(0, 10);
    for (const [hash, days] of this.seen) if ([...days].every((day) => day < oldest)) this.seen.delete(hash);
  }
  /** Returns the expected statistics. */
  read(now: number) {
    const day = dayAt(now);
    const month = day.slice(0, 7);
    const sessions = [...this.sessions.values()];
    const within = (milliseconds: number) => sessions.filter(({ lastAt }) => lastAt > now - milliseconds);
    const today = this.met.filter((met) => met.day === day);
    const inMonth = <T extends { day: string }>(list: T[]) => list.filter((entry) => entry.day.startsWith(month));
    const stepsOf = (step: string) =>
      tally(
        inMonth(this.steps)
          .filter((s) => s.step === step)
          .map((s) => s.referrer),
      );
    return {
      hour: within(HOUR).length,
      active: within(5 * MINUTE).filter(({ isHere }) => isHere).length,
      hours: Array.from({ length: 24 }, (_, ago) => {
        const hour = Math.floor(now / HOUR) - ago;
        return [hour, this.visits.filter((visit) => visit.hour === hour).length];
      }),
      days: Array.from({ length: 15 }, (_, ago) => {
        const then = new Date(Date.parse(`${day}T12:00:00Z`) - ago * DAY).toISOString().slice(0, 10);
        const count = (list: readonly { day: string }[]) => list.filter((entry) => entry.day === then).length;
        return [then, count(this.visits), count(this.met)];
      }),
      month: inMonth(this.visits).length,
      monthSources: tally(inMonth(this.visits).map(({ referrer }) => referrer)),
      allSources: tally(this.visits.map(({ referrer }) => referrer)),
      todaySources: tally(this.visits.filter((visit) => visit.day === day).map(({ referrer }) => referrer)),
      pages: tally(this.pages.filter((view) => view.day === day).map(({ page }) => page)),
      opened: stepsOf("opened"),
      called: stepsOf("called"),
      signedUp: stepsOf("signed_up"),
      returning: today.filter(({ isReturning }) => isReturning).length,
      mobile: today.filter(({ isMobile }) => isMobile).length,
      desktop: today.filter(({ isMobile }) => !isMobile).length,
    };
  }
}

type Told = ReturnType<VisitsModel["read"]>;
type Tally = Record<string, number>;

function tally(keys: readonly string[]): Tally {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return asTally(counts);
}
const asTally = (counts: Iterable<readonly [string, number]>): Tally =>
  Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

/** Converts a shard's response to the form of the model. */
export function toldByShard({ today, month, ...reading }: ShardReading): Told {
  return {
    hour: reading.hour,
    active: reading.active,
    hours: reading.hours.map(({ hour, visits }) => [hour, visits]),
    days: reading.days.map(({ day, visits, unique }) => [day, visits, unique]),
    month: month.visits,
    monthSources: asTally(month.counts.source),
    allSources: asTally(reading.sources),
    todaySources: asTally(today.sources),
    pages: asTally(today.pages),
    opened: asTally(month.counts.opened),
    called: asTally(month.counts.called),
    signedUp: asTally(month.counts.signed_up),
    returning: today.returning,
    mobile: today.mobile,
    desktop: today.desktop,
  };
}

/** Converts the operator's statistics to the form of the model. */
export function toldToOperator(stats: VisitorStats): Told {
  const byReferrer = (rows: readonly { referrer: string; count: number }[]) =>
    asTally(rows.map(({ referrer, count }) => [referrer, count] as const));
  const byStep = (step: "listingsOpened" | "callsClicked" | "signedUp") =>
    asTally(stats.funnel.filter((row) => row[step] > 0).map((row) => [row.referrer, row[step]] as const));
  return {
    hour: stats.hourlyVisitorCount,
    active: stats.activeVisitors,
    hours: stats.hourlySeries.toReversed().map(({ hour, visits }) => [Date.parse(hour) / HOUR, visits]),
    days: stats.days.toReversed().map(({ day, visits, uniqueVisitors }) => [day, visits, uniqueVisitors]),
    month: stats.monthVisits,
    monthSources: byReferrer(stats.monthReferrerStats),
    allSources: asTally(stats.conversionRateStats.map(({ referrer, visitors }) => [referrer, visitors] as const)),
    todaySources: byReferrer(stats.referrerStats),
    pages: asTally(stats.pageVisitStatsToday.map(({ page, count }) => [page, count] as const)),
    opened: byStep("listingsOpened"),
    called: byStep("callsClicked"),
    signedUp: byStep("signedUp"),
    returning: stats.returningUsersToday,
    mobile: stats.mobileVisitorsToday,
    desktop: stats.desktopVisitorsToday,
  };
}
