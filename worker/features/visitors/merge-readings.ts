import { HOUR_MS } from "../../contracts/days.ts";
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
import type { Counts } from "./counted-periods.ts";
import type { ShardReading } from "./shard-reading.ts";
import { MASK_AFTER_MS, maskIfUnmasked, type VisitSession } from "./visit-sessions.ts";

/** Sources and pages listed in an answer; the rest is summed up as 'other'. */
const MAX_KEYS = 25;

/** The statistics that come from the shards. */
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
  // The hourly maintenance may not have masked it yet.
  ipAddress: session.addressAt < now - MASK_AFTER_MS ? maskIfUnmasked(session.address) : session.address,
  referrer: session.referrer,
  page: session.page,
  subscribed: session.subscribedAt !== null,
  subscribedAt: session.subscribedAt === null ? null : isoTime(session.subscribedAt),
});

const newest = (sessions: readonly VisitSession[]) =>
  sessions.toSorted((a, b) => b.lastAt - a.lastAt).slice(0, LISTED_VISITORS);

/** The active sessions of a reading. */
const present = ({ newest, at }: ShardReading) =>
  newest.filter(({ isActive, lastAt }) => isActive && lastAt > at - ACTIVE_MS);

/**
 * Which shards' lists were too short: their last listed session would still be among the newest.
 * @param listed sessions requested from each shard
 */
export function truncatedShards(readings: readonly ShardReading[], listed: number): boolean[] {
  const lastListed = (sessions: readonly VisitSession[]) => newest(sessions)[LISTED_VISITORS - 1]?.lastAt ?? 0;
  const hourFrom = lastListed(readings.flatMap((reading) => reading.newest));
  const activeFrom = lastListed(readings.flatMap(present));
  const reaches = (sessions: readonly VisitSession[], count: number, from: number) =>
    count > listed && (sessions[listed - 1]?.lastAt ?? 0) >= from;
  return readings.map(
    (reading) =>
      reaches(reading.newest, reading.hour, hourFrom) || reaches(present(reading), reading.active, activeFrom),
  );
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The sum of the shards' counts by key. */
function addUp(all: readonly Counts[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all) for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

/** Sorted by count, then by key; keys beyond {@link MAX_KEYS} are summed up as 'other' at the end. */
export function ranked(counts: Counts): [key: string, count: number][] {
  const apart = [...counts].filter(([key]) => key !== OTHER).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest = total(apart.slice(MAX_KEYS).map(([, count]) => count)) + (counts.get(OTHER) ?? 0);
  return [...apart.slice(0, MAX_KEYS), ...(rest > 0 ? [[OTHER, rest] as [string, number]] : [])];
}

type Lookup = (key: string) => number;

/** A lookup of counts in which 'other' covers all keys not listed. */
export function countLookup(counts: Counts, keys: readonly string[]): Lookup {
  const apart = new Set(keys.filter((key) => key !== OTHER));
  const rest = total([...counts].filter(([key]) => !apart.has(key)).map(([, count]) => count));
  return (key) => (key === OTHER ? rest : (counts.get(key) ?? 0));
}

const pages = (counts: Counts): PageCount[] => ranked(counts).map(([page, count]) => ({ page, count }));
export const referrers = (counts: Counts): ReferrerCount[] =>
  ranked(counts).map(([referrer, count]) => ({ referrer, count }));

/** Merges the readings of all shards. */
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
  const sources = ranked(monthSources);
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
    visitors: listed(readings.flatMap(present)),
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
