import { isInToronto } from "../../contracts/areas.ts";
import type { Bedrooms, HomeType } from "../../contracts/bedrooms.ts";
import { monthBefore } from "../../contracts/days.ts";
import {
  applicableAreas,
  CITY,
  MARKET_AREAS,
  BENCHMARK_MONTHS,
  CHECKED_EXTRA_MONTHS,
  type OwnMedian,
} from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import {
  type ComparedHome,
  compareRent,
  selectBenchmarks,
  type MarketComparison,
  type MarketBenchmark,
  ownKindOf,
  type TypeBenchmarks,
} from "./market.benchmarks.ts";
import { ownMedian, ownRentsOf, recentBenchmarks } from "./market.repo.ts";

export { type ComparedHome, compareRent, type MarketBenchmark, type TypeBenchmarks } from "./market.benchmarks.ts";

/**
 * Queries on listings that the market feature needs. The listings feature implements them, because it already imports
 * the market feature. Rents are in cents a month. Each list contains the newest `limit` listings.
 */
export interface ListedRents {
  /** Rents and percentages of public listings of a type. Listings with equal values are grouped. */
  publicRents: (
    deps: Deps,
    bedrooms: Bedrooms,
    limit: number,
  ) => Promise<
    (Pick<ComparedHome, "rentCents" | "homeType"> & {
      percent: number | null;
      municipality: string;
      listings: number;
    })[]
  >;
  /** Rents of public listings in the City that were first approved since a time, without basements and shared beds. */
  rentsApprovedSince: (deps: Deps, bedrooms: Bedrooms, since: Date, limit: number) => Promise<(number | null)[]>;
  /** Rents of homes without a City benchmark that were first approved since a time. */
  rentsWithoutBenchmark: (
    deps: Deps,
    bedrooms: Bedrooms,
    since: Date,
    limit: number,
  ) => Promise<
    (Pick<ComparedHome, "rentCents" | "homeType"> & { municipality: string; firstApprovedAt: Date | null })[]
  >;
  /** Neighbourhoods with public listings. */
  neighbourhoods: (deps: Deps) => Promise<string[]>;
  /** Homes in a neighbourhood that were first approved since a time. */
  homesOf: (deps: Deps, neighbourhood: string, since: Date, limit: number) => Promise<ListedHome[]>;
  /** Homes in a neighbourhood that were first approved within a period. Leaves out homes that moderators removed. */
  homesOfMonth: (
    deps: Deps,
    neighbourhood: string,
    within: { since: Date; until: Date },
    limit: number,
  ) => Promise<HomeOfMonth[]>;
}

/** A home in the statistics of a month. */
export interface HomeOfMonth {
  bedrooms: Bedrooms;
  homeType: HomeType | null;
  rentCents: number | null;
  /** Percentage below market, as published. Null if the home has none. */
  percent: number | null;
  /** True if rent control applies. Null if that is unknown. */
  isRentControlled: boolean | null;
}

/** Data on how long a home was listed. */
export interface ListedHome {
  bedrooms: Bedrooms;
  firstApprovedAt: Date;
  /** Time at which the home left the site. Null while the home is public. */
  endedAt: Date | null;
  /** True if the home was rented, or removed by its landlord. */
  isGone: boolean;
}

/** Maximum age of a benchmark in months. Older benchmarks are not used for percentages. */
const COUNTING_MONTHS = BENCHMARK_MONTHS + CHECKED_EXTRA_MONTHS + 1;

/**
 * Returns the benchmarks that apply to a type today.
 * @param areas the areas whose benchmarks are read
 */
export async function currentBenchmarks(
  deps: Deps,
  bedrooms: Bedrooms,
  areas: readonly string[] = MARKET_AREAS,
): Promise<TypeBenchmarks> {
  const day = torontoDay(deps.now());
  const [rows, own] = await Promise.all([
    areas.length === 0 ? [] : recentBenchmarks(deps, bedrooms, areas, monthBefore(day, COUNTING_MONTHS)),
    ownRentsOf(deps, bedrooms),
  ]);
  return selectBenchmarks(rows, own, day);
}

/** Returns the City's benchmark of a type. Returns null if there is no benchmark or if it is too old. */
export async function benchmarkInForce(deps: Deps, bedrooms: Bedrooms): Promise<MarketBenchmark | null> {
  return (await currentBenchmarks(deps, bedrooms, [CITY])).published.get(CITY) ?? null;
}

/** Compares a rent with today's benchmarks, as {@link compareRent} does. */
export async function compareWithMarket(
  deps: Deps,
  home: ComparedHome & { bedrooms: Bedrooms },
): Promise<MarketComparison> {
  return compareRent(await currentBenchmarks(deps, home.bedrooms, applicableAreas(home.municipality)), home);
}

/**
 * Returns the median rent of this site's listings of a type in the City in dollars a month, the number of listings, and
 * the Toronto day on which it was computed. Returns null if there are too few listings, and for basements, shared beds
 * and homes outside the City.
 */
export async function ownMedianOf(
  deps: Deps,
  home: Pick<ComparedHome, "homeType" | "municipality"> & { bedrooms: Bedrooms },
): Promise<OwnMedian | null> {
  const isLike = home.municipality !== null && isInToronto(home.municipality) && ownKindOf(home.homeType) === "usual";
  const row = isLike ? await ownMedian(deps, home.bedrooms) : null;
  return row && { rent: row.medianCents / 100, listings: row.listings, asOf: torontoDay(row.computedAt) };
}
