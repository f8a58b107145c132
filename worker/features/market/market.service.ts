import { isInToronto } from "../../contracts/areas.ts";
import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { monthBefore } from "../../contracts/days.ts";
import { applicableAreas, CITY, MARKET_AREAS } from "../../contracts/market-areas.ts";
import { BENCHMARK_MONTHS, CHECKED_MONTHS, type OwnMedian } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import {
  type ComparedHome,
  compareRent,
  figuresFrom,
  type MarketComparison,
  type MarketFigure,
  ownKindOf,
  type TypeFigures,
} from "./market.figures.ts";
import { ownMedian, ownRentsOf, recentBenchmarks } from "./market.repo.ts";

export { type ComparedHome, compareRent, type MarketFigure, type TypeFigures } from "./market.figures.ts";

/**
 * What the market counts of this site's listings; they read it from theirs, so that the market knows nothing of them.
 * Rents are cents a month; each list is the newest `limit`.
 */
export interface ListedRents {
  /** Of public listings of a type, equal ones counted together. */
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
  /** Of public listings in the City first approved since, but basements and beds. */
  rentsApprovedSince: (deps: Deps, bedrooms: Bedrooms, since: Date, limit: number) => Promise<(number | null)[]>;
  /** Of homes that no figure of the City serves, first approved since. */
  unservedRents: (
    deps: Deps,
    bedrooms: Bedrooms,
    since: Date,
    limit: number,
  ) => Promise<
    (Pick<ComparedHome, "rentCents" | "homeType"> & { municipality: string; firstApprovedAt: Date | null })[]
  >;
}

/** Months that may still make a percentage. */
const COUNTING_MONTHS = BENCHMARK_MONTHS + CHECKED_MONTHS + 1;

/** What homes of a type may be compared with now. @param areas of published figures that are looked for */
export async function figuresOf(
  deps: Deps,
  bedrooms: Bedrooms,
  areas: readonly string[] = MARKET_AREAS,
): Promise<TypeFigures> {
  const day = torontoDay(deps.now());
  const [rows, own] = await Promise.all([
    areas.length === 0 ? [] : recentBenchmarks(deps, bedrooms, areas, monthBefore(day, COUNTING_MONTHS)),
    ownRentsOf(deps, bedrooms),
  ]);
  return figuresFrom(rows, own, day);
}

/** The City's published figure that rents of a type are compared with; null when there is none, or it is too old. */
export async function benchmarkInForce(deps: Deps, bedrooms: Bedrooms): Promise<MarketFigure | null> {
  return (await figuresOf(deps, bedrooms, [CITY])).published.get(CITY) ?? null;
}

/** Compares a home's rent with what its kind costs at its place ({@link compareRent}). */
export async function compareWithMarket(
  deps: Deps,
  home: ComparedHome & { bedrooms: Bedrooms },
): Promise<MarketComparison> {
  return compareRent(await figuresOf(deps, home.bedrooms, applicableAreas(home.municipality)), home);
}

/**
 * The median rent of this site's own listings of a type in the City, in dollars a month, from how many of them and of
 * which day in Toronto (YYYY-MM-DD); null while there are too few, and for a home that is not one of their kind.
 */
export async function ownMedianOf(
  deps: Deps,
  home: Pick<ComparedHome, "homeType" | "municipality"> & { bedrooms: Bedrooms },
): Promise<OwnMedian | null> {
  const isLike = home.municipality !== null && isInToronto(home.municipality) && ownKindOf(home.homeType) === "usual";
  const row = isLike ? await ownMedian(deps, home.bedrooms) : null;
  return row && { rent: row.medianCents / 100, listings: row.listings, asOf: torontoDay(row.computedAt) };
}
