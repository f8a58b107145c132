import { BEDROOMS, type Bedrooms } from "../../contracts/bedrooms.ts";
import { DAY_MS, monthBefore } from "../../contracts/days.ts";
import { CITY, areaName, type CorrectedMonth } from "../../contracts/market.ts";
import {
  MARKET_HOMES_MIN,
  MARKET_MONTH_DAYS,
  type MarketGroup,
  areaSlug,
  MARKET_LICENCE,
  type MarketFigures,
} from "../../contracts/market-pages.ts";
import { DISTRICTS } from "../../contracts/place-names.ts";
import type { Pace } from "../../contracts/price-history.ts";
import { isComparableRent } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { AppError } from "../../platform/errors.ts";
import { purge } from "../../platform/purge.ts";
import { torontoDay, torontoDayStart } from "../../platform/toronto-time.ts";
import { runAllOrNone } from "../../platform/run-all-or-none.ts";
import { auditEntry, type Moderator } from "../audit/audit.service.ts";
import { ownKindOf, quantile, quartilesOf } from "./market.benchmarks.ts";
import {
  allPace,
  type AreaGroups,
  closedMonth,
  correctMonth,
  newestMonth,
  openMonth,
  writeMonth,
  areasWithMonths,
  cityBenchmarks,
  correctionsOf,
  monthsOf,
} from "./market.repo.ts";
import type { HomeOfMonth, ListedRents } from "./market.service.ts";

/** Maximum number of homes per neighbourhood in a month's statistics. The newest homes take precedence. */
const HOMES_MAX = 2_000;

/** Computes a statistic from values, with the number of values. Returns null if there are too few. */
function statisticOfHomes<Item, Value>(items: readonly Item[], compute: (items: readonly Item[]) => Value) {
  return items.length < MARKET_HOMES_MIN ? null : { value: compute(items), homes: items.length };
}

function groupOf(type: MarketGroup["type"], homes: readonly HomeOfMonth[], pace: Pace | null): MarketGroup {
  const rents = homes
    .filter(({ homeType }) => ownKindOf(homeType) === "usual")
    .flatMap(({ rentCents }) => (isComparableRent(rentCents) ? [rentCents / 100] : []));
  const controlled = homes.flatMap(({ isRentControlled }) => (isRentControlled === null ? [] : [isRentControlled]));
  const percents = homes.flatMap(({ percent }) => (percent === null ? [] : [percent]));
  const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
  return {
    type,
    rents: type === "all" ? null : statisticOfHomes(rents, (all) => quartilesOf(sorted(all))),
    rentControl: statisticOfHomes(controlled, (all) => Math.round((100 * all.filter(Boolean).length) / all.length)),
    discount: statisticOfHomes(percents, (all) => quantile(sorted(all), 0.5)),
    pace,
  };
}

const isKnown = ({ rents, rentControl, discount, pace }: MarketGroup) =>
  rents !== null || rentControl !== null || discount !== null || pace !== null;

/** Returns an area's groups of homes that have at least one statistic. */
const groupsOf = (homes: readonly HomeOfMonth[], paceOf: (type: Bedrooms) => Pace | null): MarketGroup[] =>
  [
    groupOf("all", homes, null),
    ...BEDROOMS.map((type) =>
      groupOf(
        type,
        homes.filter(({ bedrooms }) => bedrooms === type),
        paceOf(type),
      ),
    ),
  ].filter(isKnown);

/**
 * Computes the statistics of a month from homes in the City's neighbourhoods that were first approved in the {@link
 * MARKET_MONTH_DAYS} days before its end. The City always has an entry; a neighbourhood only has an entry if it has a
 * statistic.
 * @param known areas that already had statistics for this month, included because all their homes may have left the
 * site since
 */
async function figuresOfMonth(
  deps: Deps,
  until: Date,
  known: readonly { area: string }[],
  { neighbourhoods, homesOfMonth }: ListedRents,
) {
  const since = new Date(until.getTime() - MARKET_MONTH_DAYS * DAY_MS);
  const fast = new Map((await allPace(deps)).map((row) => [`${row.neighbourhood} ${row.bedrooms}`, row]));
  const paceIn = (area: string) => (type: Bedrooms) => {
    const row = fast.get(`${area} ${type}`);
    return row ? { medianDays: row.medianDays, known: row.known } : null;
  };
  const city: HomeOfMonth[] = [];
  const areas: AreaGroups[] = [];
  const names = new Set([...(await neighbourhoods(deps)), ...known.map(({ area }) => area)]);
  names.delete(CITY);
  for (const area of names) {
    const homes = await homesOfMonth(deps, area, { since, until }, HOMES_MAX);
    for (const home of homes) city.push(home);
    const groups = groupsOf(homes, paceIn(area));
    if (groups.length > 0) areas.push({ area, groups });
  }
  return [{ area: CITY, groups: groupsOf(city, paceIn(CITY)) }, ...areas];
}

const monthAfter = (month: string) => monthBefore(`${month}-01`, -1);
const endOf = (month: string) => torontoDayStart(`${monthAfter(month)}-01`);

/** Serializes the statistics of an open month, regardless of the order of its areas. */
const shownOf = (areas: readonly AreaGroups[]) =>
  JSON.stringify(
    areas
      .filter(({ groups }) => groups.length > 0)
      .toSorted((a, b) => a.area.localeCompare(b.area))
      .map(({ area, groups }) => [area, groups]),
  );

/**
 * Computes the statistics of the newest month that is not closed, and closes the month if it is over. Only a correction
 * can change a closed month. A run handles only one month, because each area takes a statement; the next run handles
 * the next month.
 */
export async function refreshMonths(deps: Deps, time: Date, listed: ListedRents): Promise<void> {
  const current = torontoDay(time).slice(0, 7);
  const newest = await newestMonth(deps);
  const month = newest === null ? current : newest.isClosed ? monthAfter(newest.month) : newest.month;
  if (month > current) return;
  const isOver = month < current;
  const before = await openMonth(deps, month);
  const now = await figuresOfMonth(deps, isOver ? endOf(month) : time, before, listed);
  await deps.db.batch([...writeMonth(deps, month, now, isOver ? time : null)]);
  if (isOver || shownOf(before) !== shownOf(now)) await purge(deps, "market.computed");
}

/**
 * Recomputes the statistics of a closed month after listings turned out to be wrong. The published statistics are kept
 * and shown next to the corrected statistics. Statistics on how fast homes went stay as published, because they can
 * only be computed for today.
 * @throws AppError `market.month_not_closed`
 */
export async function correctClosedMonth(
  deps: Deps,
  { month, reason }: { month: string; reason: string },
  by: Moderator,
  listed: ListedRents,
): Promise<CorrectedMonth> {
  const published = await closedMonth(deps, month);
  if (published.length === 0) throw new AppError("market.month_not_closed");
  const computed = new Map(
    (await figuresOfMonth(deps, endOf(month), published, listed)).map((row) => [row.area, row.groups]),
  );
  const areas = published.map(({ area, groups: before }) => {
    const now = computed.get(area) ?? [];
    const types = [...new Set([...now, ...before].map(({ type }) => type))];
    const groups = types
      .map((type): MarketGroup => ({
        ...(now.find((group) => group.type === type) ?? { type, rents: null, rentControl: null, discount: null }),
        pace: before.find((group) => group.type === type)?.pace ?? null,
      }))
      .filter(isKnown);
    return { area, groups };
  });
  const [, corrected] = await runAllOrNone(deps, [
    ...correctMonth(deps, { month, reason, areas }),
    auditEntry(deps, {
      action: "market_month.corrected",
      targetType: "market_month",
      targetId: month,
      after: { reason },
      ...by,
    }),
  ]);
  if (corrected.length > 0) await purge(deps, "market.computed");
  return { areas: corrected.length };
}

const BY_SLUG: ReadonlyMap<string, string> = new Map(
  DISTRICTS.flatMap(([, names]) => names.map((name) => [areaSlug(name), name] as const)),
);

/** Returns the City's neighbourhood with a slug. Returns null for other slugs. */
export const neighbourhoodOfSlug = (slug: string): string | null => BY_SLUG.get(slug) ?? null;

/** Returns the neighbourhoods that have statistics. */
export const neighbourhoodsWithFigures = async (deps: Deps): Promise<{ name: string; slug: string }[]> =>
  (await areasWithMonths(deps)).filter((area) => area !== CITY).map((name) => ({ name, slug: areaSlug(name) }));

/**
 * Returns data on rents in the City or in one of its neighbourhoods: published benchmarks, and this site's own monthly
 * statistics.
 * @param where.neighbourhood one of the City's names ({@link neighbourhoodOfSlug})
 */
export async function marketFigures(
  deps: Deps,
  { neighbourhood = null }: { neighbourhood?: string | null } = {},
): Promise<MarketFigures> {
  const area = neighbourhood ?? CITY;
  const [published, months, corrections, neighbourhoods] = await Promise.all([
    cityBenchmarks(deps),
    monthsOf(deps, area),
    correctionsOf(deps, area),
    neighbourhood === null ? neighbourhoodsWithFigures(deps) : [],
  ]);
  return {
    area: {
      kind: neighbourhood === null ? "city" : "neighbourhood",
      name: areaName(area),
      slug: neighbourhood && areaSlug(neighbourhood),
    },
    benchmarks: BEDROOMS.map((type) => ({
      type,
      months: published
        .filter(({ bedrooms }) => bedrooms === type)
        .map(({ asOf, rentCents, kind, source, isEstimate }) => ({
          month: asOf,
          rent: rentCents / 100,
          kind,
          source,
          isEstimate,
        }))
        .toReversed(),
    })),
    // The current month is shown once it has statistics.
    months: months
      .filter(({ closedAt, groups }) => closedAt !== null || groups.length > 0)
      .map(({ month, closedAt, groups }) => ({
        month,
        closedAt: closedAt?.toISOString() ?? null,
        groups,
        corrections: corrections
          .filter((correction) => correction.month === month)
          .map(({ correctedAt, reason, groups: before }) => ({ at: correctedAt.toISOString(), reason, before })),
      })),
    neighbourhoods,
    licence: MARKET_LICENCE,
  };
}
