import type { Bedrooms } from "./bedrooms.ts";

/** What a published figure measures: the rent asked for empty units, or the rent paid in occupied ones. */
export const BENCHMARK_KINDS = ["asking", "occupied"] as const;
export type BenchmarkKind = (typeof BENCHMARK_KINDS)[number];

/** Where the benchmarks were measured: the City. Elsewhere they are estimates. */
export const BENCHMARK_AREA = "Toronto";

/** A change that moves the benchmark in force by more than this, in percent, is asked about. */
export const LARGE_MOVE_PERCENT = 15;
/** A benchmark older than this is called old, in months. */
export const OLD_BENCHMARK_MONTHS = 12;

/**
 * What moderators are advised to do with a unit, by how far it lies below the market: `reject` at market or above,
 * `review` up to 14 %, `normal` up to 39 %, `scam` from 40 % on.
 */
const REVIEW_BANDS = ["reject", "review", "normal", "scam"] as const;
export type ReviewBand = (typeof REVIEW_BANDS)[number];

/** From so far below the market on a moderator confirms that type and rent are what they say, in percent. */
export const UNLIKELY_PERCENT = 40;

const BANDS_FROM = { scam: UNLIKELY_PERCENT, normal: 15, review: 1 } as const;

/** The band of a percentage below the market; null when the rent was not compared. */
export function reviewBandOf(belowMarketPercent: number | null): ReviewBand | null {
  if (belowMarketPercent === null) return null;
  return REVIEW_BANDS.toReversed().find((band) => band === "reject" || belowMarketPercent >= BANDS_FROM[band]) ?? null;
}

/** What is said of a type's market in a month. */
export interface BenchmarkValues {
  /** `2025-10` */
  asOf: string;
  /** Monthly dollars. */
  rent: number;
  kind: BenchmarkKind;
  source: string;
  isEstimate: boolean;
  /** How an estimate was made; null for a published figure. */
  method: string | null;
}

/** A row of the benchmark table; dates are ISO 8601 UTC. */
export interface Benchmark extends BenchmarkValues {
  id: number;
  bedrooms: Bedrooms;
  area: string;
  createdAt: string;
}

/** Who changed a benchmark, and what it was before. */
export interface BenchmarkChange {
  id: number;
  at: string;
  actor: string;
  ipAddress: string | null;
  before: BenchmarkValues | null;
  after: BenchmarkValues | null;
}

/** Public listings of a type that are counted at most, the newest ones. */
export const COUNTED_LISTINGS = 5_000;

/** How many public listings of a type lie in each band. */
export interface BandCounts extends Record<ReviewBand, number> {
  notCompared: number;
  total: number;
  /** There are more than {@link COUNTED_LISTINGS}; the newest were counted. */
  isPartial: boolean;
}

/** The median of this site's own approved listings of a type is kept while there are more than so many of them … */
export const OWN_MEDIAN_MORE_THAN = 50;
/** … first approved within so many days. */
export const OWN_MEDIAN_DAYS = 90;

/** The median of this site's own listings; `asOf` is the day it was computed, in Toronto: `2026-11-21`. */
export interface OwnMedian {
  /** Monthly dollars. */
  rent: number;
  listings: number;
  asOf: string;
}

/** The market of one type as moderators see it. */
export interface TypeMarket {
  bedrooms: Bedrooms;
  /** The newest month; null when there is none. */
  inForce: Benchmark | null;
  /** Months since that of the benchmark in force. */
  ageMonths: number | null;
  /** All months, newest first, at most 60. */
  months: Benchmark[];
  /** The latest changes, newest first, at most 20. */
  changes: BenchmarkChange[];
  publicListings: BandCounts;
  ownMedian: OwnMedian | null;
}

/** Answer of GET /api/admin/market: the six types in their order. */
export interface MarketOverview {
  types: TypeMarket[];
}

/** What a change of the benchmarks would do: the answer to a change with `?preview`. */
export interface BenchmarkEffect {
  /** The month that is written or deleted exists already. */
  isCorrection: boolean;
  before: BenchmarkValues | null;
  after: BenchmarkValues | null;
  /** How far the benchmark in force moves, in percent with one decimal; null where one of the two is missing. */
  movesPercent: number | null;
  /** Public listings that would stop, and start, being below market. */
  stop: number;
  start: number;
  /** Public listings that were counted, the newest of the type. */
  counted: number;
  isPartial: boolean;
}
