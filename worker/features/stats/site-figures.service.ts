import { scamBandOf } from "../../contracts/scam-evidence.ts";
import { DISCOUNT_BANDS, type PostShare, type SiteFigures } from "../../contracts/stats.ts";
import { type Conversion, UNKNOWN, type VisitorStats } from "../../contracts/visitors.ts";
import { readCounter } from "../../platform/database.ts";
import type { Deps } from "../../platform/deps.ts";
import { readEditions } from "../digest/digest.read.service.ts";
import { forumComments, forumThreads } from "../forum/forum.table.ts";
import type { SubscriberSources } from "../subscribers/sources.service.ts";
import { countLookup, topCounts, referrers, type VisitorCounts } from "../visitors/shard-reading.ts";
import { approvalAt, countExpiring, notesOfWaiting, publicByBand, recentPosts, waitingAt } from "./stats.repo.ts";

const shareOf = (posts: readonly { isAutomated: boolean }[]): PostShare => ({
  all: posts.length,
  automated: posts.filter(({ isAutomated }) => isAutomated).length,
});

/**
 * Returns statistics on listings, emails and the forum. Reads every public listing, so it must not run on each request.
 */
export async function readSiteFigures(deps: Deps): Promise<SiteFigures> {
  const [approved, all, waiting] = await Promise.all(
    ["approved", "admin", "status:pending"].map((key) => readCounter(deps, key)),
  );
  const [rows, expiring, oldest, middle, notes, editions, threads, comments] = await Promise.all([
    publicByBand(deps),
    countExpiring(deps),
    waitingAt(deps, 0),
    waitingAt(deps, Math.floor((waiting ?? 0) / 2)),
    notesOfWaiting(deps),
    readEditions(deps),
    recentPosts(deps, forumThreads),
    recentPosts(deps, forumComments),
  ]);
  const countOf = new Map(rows.map(({ band, count }) => [band, count]));
  const publicCount = rows.reduce((sum, { count }) => sum + count, 0);
  const medianApproved = publicCount === 0 ? null : await approvalAt(deps, Math.floor(publicCount / 2));
  const scamBands = { none: 0, some: 0, strong: 0 };
  for (const one of notes) scamBands[scamBandOf(one)] += 1;
  return {
    listings: {
      public: publicCount,
      approved: approved ?? 0,
      all: all ?? 0,
      waiting: waiting ?? 0,
      oldestWaiting: oldest?.toISOString() ?? null,
      medianWaiting: (middle ?? oldest)?.toISOString() ?? null,
      scamBands,
      medianApproved: medianApproved?.toISOString() ?? null,
      expiring,
      bands: Object.fromEntries(
        DISCOUNT_BANDS.map((band) => [band, countOf.get(band) ?? 0]),
      ) as SiteFigures["listings"]["bands"],
    },
    editions,
    threads: shareOf(threads),
    comments: shareOf(comments),
    countedAt: deps.now().toISOString(),
  };
}

/** Returns a share of the visitors as a percentage with one decimal. Returns 0 if there are no visitors. */
const rate = (subscribers: number, visitors: number) =>
  visitors === 0 ? 0 : Math.round((subscribers / visitors) * 1000) / 10;

/** Leaves out subscribers whose source is unknown. */
const withKnownSource = (bySource: ReadonlyMap<string, number>) =>
  new Map([...bySource].filter(([key]) => key !== UNKNOWN));

/**
 * Returns the numbers of confirmed subscribers and of visits of all time by source. Leaves out sources that have
 * neither.
 */
function conversions(visits: ReadonlyMap<string, number>, confirmed: ReadonlyMap<string, number>) {
  const all = new Map([
    ...visits,
    ...[...confirmed].filter(([key]) => !visits.has(key)).map(([key]) => [key, 0] as const),
  ]);
  const sources = topCounts(all);
  const subscribersOf = countLookup(
    confirmed,
    sources.map(([key]) => key),
  );
  return sources.map(([referrer, visitors]): Conversion & { referrer: string } => {
    const subscribers = subscribersOf(referrer);
    return { referrer, visitors, subscribers, conversionRate: rate(subscribers, visitors) };
  });
}

/** Combines the shards' visitor counts with the numbers of subscribers by source. */
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
  const conversionRateStats = conversions(visitsBySource, withKnownSource(confirmed));
  const sourceNames = funnelBySource.map(({ referrer }) => referrer);
  const confirmedCountOf = countLookup(withKnownSource(confirmedThisMonth), sourceNames);
  const vipCountOf = countLookup(withKnownSource(vipThisMonth), sourceNames);
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
      confirmed: confirmedCountOf(row.referrer),
      vip: vipCountOf(row.referrer),
    })),
    withoutVisit: { confirmed: confirmedThisMonth.get(UNKNOWN) ?? 0, vip: vipThisMonth.get(UNKNOWN) ?? 0 },
  };
}
