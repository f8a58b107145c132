import { monthsAfterEnd, shortDay } from "../../contracts/days.ts";
import type { HomeType } from "../../contracts/bedrooms.ts";
import {
  applicableAreas,
  comparisonAreaOf,
  BENCHMARK_MONTHS,
  CHECKED_EXTRA_MONTHS,
  type MarketKind,
} from "../../contracts/market.ts";
import type { Quartiles } from "../../contracts/market-pages.ts";
import { isComparableRent, percentBelowMarket } from "../../contracts/rents.ts";
import type { BenchmarkRow, OwnKind, OwnRentsRow } from "./market.table.ts";

/** A benchmark with which rents are compared. It was published, or derived from this site's own rents. */
export interface MarketBenchmark {
  rentCents: number;
  source: string;
  /** Month of the benchmark, YYYY-MM. */
  asOf: string;
  area: string;
  kind: MarketKind;
  isEstimate: boolean;
  /** Method by which the benchmark was derived. Null if it is used as published. */
  method: string | null;
  /** Day of the operator's last check for a newer benchmark, YYYY-MM-DD. */
  checkedOn: string | null;
}

/** Benchmarks for one bedroom type: published benchmarks by area, and this site's own rents by kind and area. */
export interface TypeBenchmarks {
  published: ReadonlyMap<string, MarketBenchmark>;
  own: ReadonlyMap<string, MarketBenchmark>;
}

/** Result of a market comparison: column values of a listing. */
export interface MarketComparison {
  comparedPercent: number | null;
  marketRentCents: number | null;
  marketSource: string | null;
  marketAsOf: string | null;
  marketArea: string | null;
  marketKind: MarketKind | null;
  marketMethod: string | null;
  marketIsEstimate: boolean;
  marketCheckedOn: string | null;
}

export const NOT_COMPARED: MarketComparison = {
  comparedPercent: null,
  marketRentCents: null,
  marketSource: null,
  marketAsOf: null,
  marketArea: null,
  marketKind: null,
  marketMethod: null,
  marketIsEstimate: false,
  marketCheckedOn: null,
};

/** The properties of a home that determine the benchmark with which it is compared. */
export interface ComparedHome {
  homeType: HomeType | null;
  municipality: string | null;
  rentCents: number | null;
}

/**
 * Returns the kind by which this site's own rents group a home. Published averages cover whole homes and rooms.
 * Basements and shared beds are only compared with their own kind.
 */
export const ownKindOf = (homeType: HomeType | null): OwnKind =>
  homeType === "basement" || homeType === "shared_bed" ? homeType : "usual";

const keyOf = (kind: OwnKind, area: string) => `${kind} ${area}`;

/**
 * Returns whether a benchmark is too old for percentages on a Toronto day. The age counts from the end of the
 * benchmark's month.
 */
export const isTooOld = ({ asOf, checkedOn }: { asOf: string; checkedOn: string | null }, day: string): boolean =>
  monthsAfterEnd(asOf, day) >= BENCHMARK_MONTHS + (checkedOn === null ? 0 : CHECKED_EXTRA_MONTHS);

/**
 * Returns the benchmark in force for each area, which is the benchmark of the newest month.
 * @param rows the benchmarks, newest month first
 */
export function newestPerArea(rows: readonly BenchmarkRow[]): BenchmarkRow[] {
  const inForce = new Map<string, BenchmarkRow>();
  for (const row of rows) if (!inForce.has(row.area)) inForce.set(row.area, row);
  return [...inForce.values()];
}

/** Returns the benchmarks that apply to one type on a Toronto day. @param rows the benchmarks, newest month first */
export function selectBenchmarks(
  rows: readonly BenchmarkRow[],
  own: readonly OwnRentsRow[],
  day: string,
): TypeBenchmarks {
  const valid = newestPerArea(rows).filter((row) => !isTooOld(row, day));
  return {
    published: new Map(valid.map((row) => [row.area, row])),
    own: new Map(own.map((row) => [keyOf(row.kind, row.area), toOwnBenchmark(row)])),
  };
}

function toOwnBenchmark({ medianCents, listings, area, firstDay, lastDay }: OwnRentsRow): MarketBenchmark {
  return {
    rentCents: medianCents,
    source: "Asking rents on this site",
    asOf: lastDay.slice(0, 7),
    area,
    kind: "own",
    isEstimate: false,
    method: `median of ${listings} asking rents on this site, ${shortDay(firstDay)} to ${shortDay(lastDay)}`,
    checkedOn: null,
  };
}

/**
 * Returns the benchmark for a home: the published benchmark of the narrowest area that has one, otherwise this site's
 * own rents for the home's kind and municipality. Basements and shared beds are only compared with this site's own
 * rents. Returns null if there is none.
 */
function benchmarkFor(
  { published, own }: TypeBenchmarks,
  { homeType, municipality }: ComparedHome,
): MarketBenchmark | null {
  const kind = ownKindOf(homeType);
  const area = kind === "usual" ? applicableAreas(municipality).find((name) => published.has(name)) : undefined;
  return published.get(area ?? "") ?? own.get(keyOf(kind, comparisonAreaOf(municipality) ?? "")) ?? null;
}

/**
 * Compares a monthly rent with the market: percent = round((market − rent) / market · 100). All columns are null if
 * there is no benchmark, or if the rent is unreadable, under $300 or over $15,000.
 */
export function compareRent(benchmarks: TypeBenchmarks, home: ComparedHome): MarketComparison {
  const { rentCents } = home;
  const benchmark = isComparableRent(rentCents) ? benchmarkFor(benchmarks, home) : null;
  if (rentCents === null || !benchmark) return NOT_COMPARED;
  return {
    comparedPercent: percentBelowMarket(rentCents, benchmark.rentCents),
    marketRentCents: benchmark.rentCents,
    marketSource: benchmark.source,
    marketAsOf: benchmark.asOf,
    marketArea: benchmark.area,
    marketKind: benchmark.kind,
    marketMethod: benchmark.method,
    marketIsEstimate: benchmark.isEstimate,
    marketCheckedOn: benchmark.checkedOn,
  };
}

/**
 * Returns a quantile of sorted numbers, interpolated between the two nearest numbers and rounded.
 * @param sorted the numbers, lowest first
 */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  return Math.round(low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at)));
}

/**
 * Returns the quartiles of sorted rents in dollars.
 * @param sorted the rents, lowest first
 */
export const quartilesOf = (sorted: readonly number[]): Quartiles => ({
  lower: quantile(sorted, 0.25),
  median: quantile(sorted, 0.5),
  upper: quantile(sorted, 0.75),
});

/** Returns the median of amounts in cents, rounded to the dollar. */
export function medianCents(amounts: readonly number[]): number {
  const sorted = amounts.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return Math.round((lower + upper) / 200) * 100;
}
