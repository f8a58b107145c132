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
import type { Counts } from "./period-counts.ts";
import type { ShardReading } from "./shard-reading.ts";
import { MASK_AFTER_MS, maskedOnce, type VisitSession } from "./visit-sessions.ts";

/** Sources and pages that an answer tells apart; what is less common is summed up as 'other'. */
const KEYS_TOLD = 25;

/** The part of the statistics that the shards know. */
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
  // Upkeep comes by once an hour.
  ipAddress: session.addressAt < now - MASK_AFTER_MS ? maskedOnce(session.address) : session.address,
  referrer: session.referrer,
  page: session.page,
  subscribed: session.subscribedAt !== null,
  subscribedAt: session.subscribedAt === null ? null : isoTime(session.subscribedAt),
});

const newest = (sessions: readonly VisitSession[]) =>
  sessions.toSorted((a, b) => b.lastAt - a.lastAt).slice(0, LISTED_VISITORS);

/** Those of a reading that are here. */
const present = ({ newest, at }: ShardReading) =>
  newest.filter(({ isActive, lastAt }) => isActive && lastAt > at - ACTIVE_MS);

/**
 * Which shards told of too few sessions for the lists: the last that they told of would be in one.
 * @param listed how many each was asked for
 */
export function truncatedShards(readings: readonly ShardReading[], listed: number): boolean[] {
  const lastListed = (sessions: readonly VisitSession[]) => newest(sessions)[LISTED_VISITORS - 1]?.lastAt ?? 0;
  const hourFrom = lastListed(readings.flatMap((reading) => reading.newest));
  const activeFrom = lastListed(readings.flatMap(present));
  const reaches = (told: readonly VisitSession[], count: number, from: number) =>
    count > listed && (told[listed - 1]?.lastAt ?? 0) >= from;
  return readings.map(
    (reading) =>
      reaches(reading.newest, reading.hour, hourFrom) || reaches(present(reading), reading.active, activeFrom),
  );
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The counts of all shards together. */
function addUp(all: readonly Counts[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const counts of all) for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

/** Most first, equal ones by name; those beyond {@link KEYS_TOLD} as 'other', last. */
export function ranked(counts: Counts): [key: string, count: number][] {
  const apart = [...counts].filter(([key]) => key !== OTHER).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const rest = total(apart.slice(KEYS_TOLD).map(([, count]) => count)) + (counts.get(OTHER) ?? 0);
  return [...apart.slice(0, KEYS_TOLD), ...(rest > 0 ? [[OTHER, rest] as [string, number]] : [])];
}

type Lookup = (key: string) => number;

/** The count of a key, where 'other' is all that the keys told of do not cover. */
export function countLookup(counts: Counts, told: readonly string[]): Lookup {
  const apart = new Set(told.filter((key) => key !== OTHER));
  const rest = total([...counts].filter(([key]) => !apart.has(key)).map(([, count]) => count));
  return (key) => (key === OTHER ? rest : (counts.get(key) ?? 0));
}

const pages = (counts: Counts): PageCount[] => ranked(counts).map(([page, count]) => ({ page, count }));
export const referrers = (counts: Counts): ReferrerCount[] =>
  ranked(counts).map(([referrer, count]) => ({ referrer, count }));

/** What all shards say together. */
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
    hour: isoTime(hour * 3_600_000),
    visits: sum((reading) => reading.hours[ago]?.visits ?? 0),
  }));
  const monthSources = add((reading) => reading.month.counts.source);
  const sources = ranked(monthSources);
  const told = sources.map(([referrer]) => referrer);
  const [opened, called, signedUp] = (["opened", "called", "signed_up"] as const).map((step) =>
    countLookup(
      add((reading) => reading.month.counts[step]),
      told,
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
