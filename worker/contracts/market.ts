import type { Bedrooms } from "./bedrooms.ts";

/** What a published figure measures: the rent asked for empty units, or the rent paid in occupied ones. */
export const BENCHMARK_KINDS = ["asking", "occupied"] as const;
export type BenchmarkKind = (typeof BENCHMARK_KINDS)[number];

/** What a rent was compared with: a published figure, or the median of what this site's own listings of the kind ask. */
export type MarketKind = BenchmarkKind | "own";

/** 'Below Market' from so many percent on: published averages lie 5 to 10 % above the middle of ordinary ads. */
export const BELOW_MARKET_FROM = 10;
export type MarketStanding = "below" | "about" | "above";

/** How a percentage below the market is told: from 10 on below it, from −9 to 9 about it, from −10 down above it. */
export function marketStanding(percent: number): MarketStanding {
  if (percent >= BELOW_MARKET_FROM) return "below";
  return percent > -BELOW_MARKET_FROM ? "about" : "above";
}

/** Whether a percentage is told as 'Below Market'. */
export const isBelowMarket = (percent: number | null): boolean =>
  percent !== null && marketStanding(percent) === "below";

/** A figure older than this, in full months from the end of its own, is shown with its age. */
export const AGED_BENCHMARK_MONTHS = 6;
/** A figure older than this makes no percentage … */
export const BENCHMARK_MONTHS = 18;
/** … but for so many months more when the operator has checked that no newer one is published; once. */
export const CHECKED_MONTHS = 3;

/** Asking rents of a kind at a place that a comparison with this site's own listings takes at least … */
export const OWN_RENTS_FROM = 30;
/** … of listings first approved within so many days. */
export const OWN_RENTS_DAYS = 180;

/** A change that moves the benchmark in force by more than this, in percent, is asked about. */
export const LARGE_MOVE_PERCENT = 15;
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

/** What is said of a type's market at a place in a month. */
export interface BenchmarkValues {
  /** One of MARKET_AREAS: 'Toronto' (the City), a municipality, a region. */
  area: string;
  /** `2025-10` */
  asOf: string;
  /** Monthly dollars. */
  rent: number;
  kind: BenchmarkKind;
  source: string;
  isEstimate: boolean;
  /** How an estimate was made; null for a published figure. */
  method: string | null;
  /** The day on which the operator checked that no newer figure is published, `2026-11-21`. */
  checkedOn: string | null;
}

/** A row of the benchmark table; dates are ISO 8601 UTC. */
export interface Benchmark extends BenchmarkValues {
  id: number;
  bedrooms: Bedrooms;
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

/** The figures of a type at one place as moderators see them. */
export interface AreaMarket {
  area: string;
  /** The newest month; null when there is none. */
  inForce: Benchmark | null;
  /** Full months since the end of that of the figure in force. */
  ageMonths: number | null;
  /** The figure in force makes no percentage any more. */
  isTooOld: boolean;
  /** All months, newest first, at most 60. */
  months: Benchmark[];
}

/** What this site's own listings of a kind ask at a place where no published figure serves them. */
export interface OwnRents {
  kind: "usual" | "basement" | "shared_bed";
  area: string;
  /** Monthly dollars, the median. */
  rent: number;
  listings: number;
  /** First approvals of the oldest and the newest, `2026-11-21`. */
  firstDay: string;
  lastDay: string;
}

/** The market of one type as moderators see it; its own figures are those of the City. */
export interface TypeMarket extends AreaMarket {
  bedrooms: Bedrooms;
  /** The other places that have a figure, by name. */
  otherAreas: AreaMarket[];
  ownRents: OwnRents[];
  /** The latest changes, newest first, at most 20. */
  changes: BenchmarkChange[];
  publicListings: BandCounts;
  ownMedian: OwnMedian | null;
}

/** Answer of GET /api/admin/market: the six types in their order. */
export interface MarketOverview {
  /** Figures that are in force and older than half a year, oldest first: the operator is reminded of them each month. */
  aged: { bedrooms: Bedrooms; area: string; asOf: string; ageMonths: number; isTooOld: boolean }[];
  types: TypeMarket[];
}

/** Figures that one file may hold. */
export const MARKET_IMPORT_LINES = 200;

/** Answer of POST /api/admin/market/import; with `?preview` nothing is written. */
export interface MarketImport {
  isPreview: boolean;
  added: number;
  corrected: number;
  unchanged: number;
  /** By their lines in the file; that of the columns is the first. */
  refused: { line: number; text: string; error: string }[];
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
