import { daysAfter, HOUR_MS } from "../../contracts/days.ts";
import { type Goal, GOALS } from "../../contracts/stats-periods.ts";
import {
  ACTIVE_MS,
  type FunnelRow,
  LISTED_VISITORS,
  OTHER,
  type PageCount,
  type ReferrerCount,
  type Visitor,
  type VisitorStats,
} from "../../contracts/visitors.ts";
import { fnvHash } from "../../platform/fnv-hash.ts";
import type { Deps } from "../../platform/deps.ts";
import { type VisitSession, MASK_AFTER_MS, maskIfUnmasked } from "./visit-sessions.ts";

/** Kinds of counts. Kinds without keys use an empty string as their key. */
export type CountKind =
  | "visits"
  | "views"
  | "page"
  | "country"
  | "source"
  | "landing"
  | "campaign"
  | "no_results"
  | Goal
  | `${Goal}_landing`
  | `${Goal}_campaign`
  | "unique"
  | "returning"
  | "mobile"
  | "desktop";

/** Key of a counted period: `hour:493233` (hours since 1970), `day:2026-11-21`, `month:2026-11`, `all`. */
export type Period = `hour:${number}` | `day:${string}` | `month:${string}` | "all";

/** Counts of one kind in one period, by key. */
export type Counts = ReadonlyMap<string, number>;
/**
 * Number of hours for which hourly counts are kept. Comparing today with yesterday by the hour needs two days of at
 * most 25 hours.
 */
const HOURS_KEPT = 72;
/**
 * Number of hours for which hourly visits are kept. Computing the usual visits of an hour needs four weeks and a day of
 * data.
 */
const VISITS_KEPT = 29 * 24;
/**
 * Number of days for which daily counts are kept. Comparing thirty days with the thirty days before needs two whole
 * months. The database has older counts.
 */
const DAYS_KEPT = 62;
/**
 * Number of days for which monthly counts are kept. Comparing twelve months with the twelve months before needs 24
 * months and the current month.
 */
const MONTHS_KEPT_DAYS = 25 * 31;
/**
 * Kinds of counts for the dashboard's goals and searches. Only the shards store them, whereas the database also stores
 * the other kinds by day.
 */
export const KEPT_IN_SHARDS: readonly CountKind[] = [
  "landing",
  "campaign",
  "no_results",
  "confirmed",
  "vip",
  ...GOALS.flatMap((goal) => [`${goal}_landing`, `${goal}_campaign`] as const),
];
/** Kinds of counts that are added to a month only when a day is over. Other kinds are counted by month immediately. */
export const ADDED_TO_MONTHS: readonly CountKind[] = [
  "views",
  "page",
  "country",
  "unique",
  "returning",
  "mobile",
  "desktop",
  ...KEPT_IN_SHARDS,
];

export const hourPeriod = (now: number): Period => `hour:${Math.floor(now / HOUR_MS)}`;
export const dayPeriod = (day: string): Period => `day:${day}`;
export const monthOf = (day: string): Period => `month:${day.slice(0, 7)}`;

/**
 * Returns, for each type of period, the oldest period that is kept, and the kind of count that is also kept for older
 * periods.
 * @param today the current day in Toronto
 */
export const oldestKeptPeriods = (now: number, today: string): readonly (readonly [Period, CountKind | ""])[] => [
  [hourPeriod(now - HOURS_KEPT * HOUR_MS), "visits"],
  [hourPeriod(now - VISITS_KEPT * HOUR_MS), ""],
  [dayPeriod(daysAfter(today, -DAYS_KEPT)), ""],
  [monthOf(daysAfter(today, -MONTHS_KEPT_DAYS)), ""],
];

/** A step of the funnel from visit to subscription, counted once per session and day. */
export type FunnelStep = Exclude<Goal, LaterGoal>;
/** A goal that is reached after the visitor has left the site. */
export type LaterGoal = "confirmed" | "vip";

/** A snapshot of the data in one shard. */
export interface ShardReading {
  at: number;
  /** Number of sessions seen within the hour; `active` is the number of active sessions. */
  hour: number;
  active: number;
  /**
   * Sessions, newest first: the requested number of newest sessions and, in the same list, the same number of newest
   * active sessions.
   */
  newest: VisitSession[];
  /** Visits in each of the last 24 hours. Hours are numbered since 1970. */
  hours: { hour: number; visits: number }[];
  /** Counts of today and of the 14 days before. */
  days: { day: string; visits: number; unique: number }[];
  month: { visits: number; counts: Record<FunnelStep | "source", Counts> };
  today: { pages: Counts; sources: Counts } & Record<"unique" | "returning" | "mobile" | "desktop", number>;
  /** Visits of all time by source. */
  sources: Counts;
  /** Number of sessions that began in each of the last MINUTES_SHOWN minutes, oldest minute first. */
  minutes: number[];
}

/** The total count of a key in several periods. */
export interface KeyCount {
  kind: CountKind;
  key: string;
  n: number;
}

/** A request for the counts of periods. */
export interface PeriodsQuery {
  /** Groups of periods. The counts of each group are added up. */
  groups: readonly (readonly Period[])[];
  /** Kinds of counts to read for the groups. */
  kinds: readonly CountKind[];
  /** Periods whose visits are returned separately. */
  visitsOf?: readonly Period[];
}

/** A shard's response to a {@link PeriodsQuery}. */
export interface PeriodReading {
  /** Counts in the order of the groups. */
  groups: KeyCount[][];
  /** Visits by period. Periods without visits are left out. */
  visits: { period: Period; n: number }[];
}

/** The final counts of a day. */
export interface DayCounts {
  day: string;
  counts: { kind: CountKind; key: string; n: number }[];
}

/** Maximum number of sources, and of pages, in a response. The counts of all others are added up as 'other'. */
const MAX_KEYS = 25;

/** The statistics that are computed from the data of the shards. */
export type VisitorCounts = Omit<
  VisitorStats,
  | "subscriberSourceStats"
  | "subscriberSourceStats24h"
  | "conversionRateStats"
  | "conversionRateBySource"
  | "subscriberDetails"
  | "subscriberCount"
  | "pendingSubscriberCount"
  | "funnel"
  | "withoutVisit"
> & { visitsBySource: Map<string, number>; funnelBySource: Omit<FunnelRow, "confirmed" | "vip">[] };

const isoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

const toVisitor = (session: VisitSession, now: number): Visitor => ({
  id: session.id,
  timestamp: isoTime(session.firstAt),
  lastSeen: isoTime(session.lastAt),
  userAgent: session.userAgent,
  city: session.city,
  country: session.country,
  // IP addresses are masked here too, because the hourly maintenance may not have run yet.
  ipAddress: session.addressAt < now - MASK_AFTER_MS ? maskIfUnmasked(session.address) : session.address,
  referrer: session.referrer,
  page: session.page,
  subscribed: session.subscribedAt !== null,
  subscribedAt: session.subscribedAt === null ? null : isoTime(session.subscribedAt),
});

const newest = (sessions: readonly VisitSession[]) =>
  sessions.toSorted((a, b) => b.lastAt - a.lastAt).slice(0, LISTED_VISITORS);

/** Returns the active sessions in a reading. */
const activeSessionsOf = ({ newest, at }: ShardReading) =>
  newest.filter(({ isActive, lastAt }) => isActive && lastAt > at - ACTIVE_MS);

/**
 * Returns, for each shard, whether its list of sessions was too short. A list was too short if its last session is
 * still among the newest sessions of all shards.
 * @param listed number of sessions requested from each shard
 */
export function truncatedShards(readings: readonly ShardReading[], listed: number): boolean[] {
  const lastListed = (sessions: readonly VisitSession[]) => newest(sessions)[LISTED_VISITORS - 1]?.lastAt ?? 0;
  const hourFrom = lastListed(readings.flatMap((reading) => reading.newest));
  const activeFrom = lastListed(readings.flatMap(activeSessionsOf));
  const reaches = (sessions: readonly VisitSession[], count: number, from: number) =>
    count > listed && (sessions[listed - 1]?.lastAt ?? 0) >= from;
  return readings.map(
    (reading) =>
      reaches(reading.newest, reading.hour, hourFrom) || reaches(activeSessionsOf(reading), reading.active, activeFrom),
  );
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Adds up the shards' counts by key. */
function addUp(all: readonly Counts[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all) for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

/**
 * Returns counts with their keys, highest count first, then by key. The counts beyond {@link MAX_KEYS} keys are added
 * up as 'other' at the end.
 */
export function topCounts(counts: Counts): [key: string, count: number][] {
  const apart = [...counts].filter(([key]) => key !== OTHER).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest = total(apart.slice(MAX_KEYS).map(([, count]) => count)) + (counts.get(OTHER) ?? 0);
  return [...apart.slice(0, MAX_KEYS), ...(rest > 0 ? [[OTHER, rest] as [string, number]] : [])];
}

type Lookup = (key: string) => number;

/** Returns a function that returns the count of a key. The count of 'other' is the sum for all keys not in `keys`. */
export function countLookup(counts: Counts, keys: readonly string[]): Lookup {
  const apart = new Set(keys.filter((key) => key !== OTHER));
  const rest = total([...counts].filter(([key]) => !apart.has(key)).map(([, count]) => count));
  return (key) => (key === OTHER ? rest : (counts.get(key) ?? 0));
}

const pages = (counts: Counts): PageCount[] => topCounts(counts).map(([page, count]) => ({ page, count }));
export const referrers = (counts: Counts): ReferrerCount[] =>
  topCounts(counts).map(([referrer, count]) => ({ referrer, count }));

/** Combines the readings of all shards. */
export function mergeReadings(readings: readonly ShardReading[], now: number): VisitorCounts {
  const sum = (pick: (reading: ShardReading) => number) => total(readings.map(pick));
  const add = (pick: (reading: ShardReading) => Counts) => addUp(readings.map(pick));
  const listed = (sessions: readonly VisitSession[]) => newest(sessions).map((session) => toVisitor(session, now));
  const [first] = readings;
  const days = (first?.days ?? []).map(({ day }, ago) => ({
    day,
    visits: sum((reading) => reading.days[ago]?.visits ?? 0),
    uniqueVisitors: sum((reading) => reading.days[ago]?.unique ?? 0),
  }));
  const hourlySeries = (first?.hours ?? []).map(({ hour }, ago) => ({
    hour: isoTime(hour * HOUR_MS),
    visits: sum((reading) => reading.hours[ago]?.visits ?? 0),
  }));
  const monthSources = add((reading) => reading.month.counts.source);
  const sources = topCounts(monthSources);
  const sourceNames = sources.map(([referrer]) => referrer);
  const [opened, called, signedUp] = (["opened", "called", "signed_up"] as const).map((step) =>
    countLookup(
      add((reading) => reading.month.counts[step]),
      sourceNames,
    ),
  ) as [Lookup, Lookup, Lookup];
  return {
    hourlyVisitors: listed(readings.flatMap((reading) => reading.newest)),
    hourlyVisitorCount: sum(({ hour }) => hour),
    visitors: listed(readings.flatMap(activeSessionsOf)),
    activeVisitors: sum(({ active }) => active),
    todayVisits: days[0]?.visits ?? 0,
    yesterdayVisits: days[1]?.visits ?? 0,
    monthVisits: sum((reading) => reading.month.visits),
    uniqueVisitorsToday: sum(({ today }) => today.unique),
    returningUsersToday: sum(({ today }) => today.returning),
    mobileVisitorsToday: sum(({ today }) => today.mobile),
    desktopVisitorsToday: sum(({ today }) => today.desktop),
    pageVisitStatsToday: pages(add(({ today }) => today.pages)),
    referrerStats: referrers(add(({ today }) => today.sources)),
    monthReferrerStats: referrers(monthSources),
    visitsBySource: add(({ sources }) => sources),
    funnelBySource: sources.map(([referrer, visits]) => ({
      referrer,
      visits,
      listingsOpened: opened(referrer),
      callsClicked: called(referrer),
      signedUp: signedUp(referrer),
    })),
    hourlySeries: hourlySeries.toReversed(),
    days: days.toReversed(),
    generatedAt: isoTime(now),
  };
}

/** Number of shards. If it changes, some visitors are counted twice on the day of the change. */
export const SHARDS = 16;

/** Returns the number of the shard for a session's id or a visitor's hash. */
export const shardOf = (key: string): number => fnvHash(key) % SHARDS;

export const shardFor = (deps: Deps, key: string) => deps.visitors.shard(String(shardOf(key)));

export const allShards = (deps: Deps) => Array.from({ length: SHARDS }, (_, n) => deps.visitors.shard(String(n)));
