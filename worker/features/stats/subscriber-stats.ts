import { type Conversion, UNKNOWN, type VisitorStats } from "../../contracts/visitors.ts";
import type { SubscriberSources } from "../subscribers/sources.service.ts";
import { countLookup, ranked, referrers, type VisitorCounts } from "../visitors/merge-readings.ts";

/** A percentage with one decimal; 0 without visitors. */
const rate = (subscribers: number, visitors: number) =>
  visitors === 0 ? 0 : Math.round((subscribers / visitors) * 1000) / 10;

/** Without subscribers whose source is unknown. */
const ofVisits = (bySource: ReadonlyMap<string, number>) => new Map([...bySource].filter(([key]) => key !== UNKNOWN));

/** Confirmed subscribers and visits of all time by source, for sources with either. */
function conversions(visits: ReadonlyMap<string, number>, confirmed: ReadonlyMap<string, number>) {
  const all = new Map([
    ...visits,
    ...[...confirmed].filter(([key]) => !visits.has(key)).map(([key]) => [key, 0] as const),
  ]);
  const sources = ranked(all);
  const subscribersOf = countLookup(
    confirmed,
    sources.map(([key]) => key),
  );
  return sources.map(([referrer, visitors]): Conversion & { referrer: string } => {
    const subscribers = subscribersOf(referrer);
    return { referrer, visitors, subscribers, conversionRate: rate(subscribers, visitors) };
  });
}

/** Merges the shards' counts with the mailing list's sources. */
export function withSubscribers(
  { visitsBySource, funnelBySource, ...counts }: VisitorCounts,
  {
    confirmed,
    confirmed24h,
    confirmedThisMonth,
    vipThisMonth,
    newest,
    confirmedCount,
    pendingCount,
  }: SubscriberSources,
): VisitorStats {
  const conversionRateStats = conversions(visitsBySource, ofVisits(confirmed));
  const sourceNames = funnelBySource.map(({ referrer }) => referrer);
  const confirmedOf = countLookup(ofVisits(confirmedThisMonth), sourceNames);
  const vipOf = countLookup(ofVisits(vipThisMonth), sourceNames);
  return {
    ...counts,
    subscriberSourceStats: referrers(confirmed),
    subscriberSourceStats24h: referrers(confirmed24h),
    conversionRateStats,
    conversionRateBySource: Object.fromEntries(
      conversionRateStats.map(({ referrer, ...conversion }) => [referrer, conversion]),
    ),
    subscriberDetails: newest,
    subscriberCount: confirmedCount,
    pendingSubscriberCount: pendingCount,
    funnel: funnelBySource.map((row) => ({
      ...row,
      confirmed: confirmedOf(row.referrer),
      vip: vipOf(row.referrer),
    })),
    withoutVisit: { confirmed: confirmedThisMonth.get(UNKNOWN) ?? 0, vip: vipThisMonth.get(UNKNOWN) ?? 0 },
  };
}
