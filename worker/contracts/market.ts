import type { Bedrooms } from "./bedrooms.ts";
import { type Done, operation, types } from "./operation.ts";

/** What a published figure measures: rents asked for vacant units, or rents paid in occupied ones. */
export const BENCHMARK_KINDS = ["asking", "occupied"] as const;
export type BenchmarkKind = (typeof BENCHMARK_KINDS)[number];

/** What a rent was compared with: a published figure, or the median asking rent of comparable listings on this site. */
export type MarketKind = BenchmarkKind | "own";

/** Smallest percentage shown as 'Below Market': published averages are 5 to 10 % above the median ad. */
export const BELOW_MARKET_MIN_PERCENT = 10;
export type MarketStanding = "below" | "about" | "above";

/** Classifies a percentage below the market: from 10 below, from −9 to 9 about, from −10 down above it. */
export function marketStanding(percent: number): MarketStanding {
  if (percent >= BELOW_MARKET_MIN_PERCENT) return "below";
  return percent > -BELOW_MARKET_MIN_PERCENT ? "about" : "above";
}

/** Whether a percentage is shown as 'Below Market'. */
export const isBelowMarket = (percent: number | null): boolean =>
  percent !== null && marketStanding(percent) === "below";

/** The highest rent in whole dollars that counts as below a market rent; percentages are rounded, so it is from 9.5 on. */
export const highestRentBelow = (marketRent: number): number =>
  Math.floor(marketRent * (1 - (BELOW_MARKET_MIN_PERCENT - 0.5) / 100));

/** A figure older than this, in full months from the end of its month, is shown with its age. */
export const AGED_BENCHMARK_MONTHS = 6;
/** A figure older than this is not used for percentages … */
export const BENCHMARK_MONTHS = 18;
/** … unless the operator has checked that no newer one exists, which extends it once by this many months. */
export const CHECKED_MONTHS = 3;

/** Asking rents needed for a comparison with this site's own listings … */
export const OWN_RENTS_MIN = 30;
/** … first approved within this many days. */
export const OWN_RENTS_DAYS = 180;

/** A change that moves the current benchmark by more than this percentage needs confirmation. */
export const LARGE_MOVE_PERCENT = 15;
/**
 * Advice to moderators by the percentage below the market: `reject` at market or above, `review` up to 14 %, `normal`
 * up to 39 %, `scam` from 40 % on.
 */
const REVIEW_BANDS = ["reject", "review", "normal", "scam"] as const;
export type ReviewBand = (typeof REVIEW_BANDS)[number];

/** From this percentage below the market, a moderator must confirm type and rent. */
export const UNLIKELY_PERCENT = 40;

const BANDS_FROM = { scam: UNLIKELY_PERCENT, normal: 15, review: 1 } as const;

/** The band of a percentage below the market; null without a comparison. */
export function reviewBandOf(belowMarketPercent: number | null): ReviewBand | null {
  if (belowMarketPercent === null) return null;
  return REVIEW_BANDS.toReversed().find((band) => band === "reject" || belowMarketPercent >= BANDS_FROM[band]) ?? null;
}

/** A market figure for a type, area and month. */
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
  /** How an estimate was derived; null for a published figure. */
  method: string | null;
  /** When the operator last checked that no newer figure is published, `2026-11-21`. */
  checkedOn: string | null;
}

/** A row of the benchmark table; dates are ISO 8601 UTC. */
export interface Benchmark extends BenchmarkValues {
  id: number;
  bedrooms: Bedrooms;
  createdAt: string;
}

/** A change of a benchmark, with its author and previous values. */
export interface BenchmarkChange {
  id: number;
  at: string;
  actor: string;
  ipAddress: string | null;
  before: BenchmarkValues | null;
  after: BenchmarkValues | null;
}

/** Most public listings of a type that are counted, newest first. */
export const COUNTED_LISTINGS = 5_000;

/** Number of public listings of a type in each band. */
export interface BandCounts extends Record<ReviewBand, number> {
  notCompared: number;
  total: number;
  /** Whether there are more than {@link COUNTED_LISTINGS}, of which only the newest were counted. */
  isPartial: boolean;
}

/** The median of this site's own approved listings of a type needs more listings than this … */
export const OWN_MEDIAN_MIN_EXCLUSIVE = 50;
/** … first approved within this many days. */
export const OWN_MEDIAN_DAYS = 90;

/** The median of this site's own listings; `asOf` is the Toronto day of its computation: `2026-11-21`. */
export interface OwnMedian {
  /** Monthly dollars. */
  rent: number;
  listings: number;
  asOf: string;
}

/** The figures of a type in one area, for moderators. */
export interface AreaMarket {
  area: string;
  /** The newest month; null without one. */
  inForce: Benchmark | null;
  /** Full months since the end of the current figure's month. */
  ageMonths: number | null;
  /** Whether the current figure is too old for percentages. */
  isTooOld: boolean;
  /** All months, newest first, at most 60. */
  months: Benchmark[];
}

/** Asking rents of this site's own listings in an area without a published figure. */
export interface OwnRents {
  kind: "usual" | "basement" | "shared_bed";
  area: string;
  /** Monthly dollars, the median. */
  rent: number;
  listings: number;
  /** First approval of the oldest and the newest listing, `2026-11-21`. */
  firstDay: string;
  lastDay: string;
}

/** The market of one type for moderators; its own figures are the City's. */
export interface TypeMarket extends AreaMarket {
  bedrooms: Bedrooms;
  /** Other areas with a figure, by name. */
  otherAreas: AreaMarket[];
  ownRents: OwnRents[];
  /** The latest changes, newest first, at most 20. */
  changes: BenchmarkChange[];
  publicListings: BandCounts;
  ownMedian: OwnMedian | null;
}

/** The six types in order. */
export interface MarketOverview {
  /** Current figures older than half a year, oldest first; the operator gets a monthly reminder of them. */
  aged: { bedrooms: Bedrooms; area: string; asOf: string; ageMonths: number; isTooOld: boolean }[];
  types: TypeMarket[];
}

/** Maximum figures in one import. */
export const MARKET_IMPORT_LINES = 200;

/** The effect of an import of figures, done or previewed. */
export interface MarketImport {
  isPreview: boolean;
  added: number;
  corrected: number;
  unchanged: number;
  /** Line numbers start at 1 with the header. */
  refused: { line: number; text: string; error: string }[];
}

/** The effect that a change of a benchmark would have. */
export interface BenchmarkEffect {
  /** Whether the month written or deleted already exists. */
  isCorrection: boolean;
  before: BenchmarkValues | null;
  after: BenchmarkValues | null;
  /** By how much the current benchmark moves, in percent with one decimal; null when it has no old or new value. */
  movesPercent: number | null;
  /** Public listings that would stop, and start, being below market. */
  stop: number;
  start: number;
  /** Public listings counted, the newest of the type. */
  counted: number;
  isPartial: boolean;
}

/** How many areas a correction changed. */
export interface CorrectedMonth {
  areas: number;
}

/** Given, a change is only described and not stored. */
type Preview = { preview?: "" };

export const getMarketOverview = operation("GET", "/api/admin/market", types<{ answer: MarketOverview }>);
/** Adds or corrects the figure of a type, area and month; answers its effect for a preview. */
export const setBenchmark = operation(
  "PUT",
  "/api/admin/market/benchmarks",
  types<{
    body: Omit<Benchmark, "id" | "createdAt" | "checkedOn">;
    query: Preview;
    answer: Benchmark | BenchmarkEffect;
  }>,
);
/** Deletes a figure; answers the effect for a preview. */
export const removeBenchmark = operation(
  "DELETE",
  "/api/admin/market/benchmarks/:id",
  types<{ query: Preview; answer: Done | BenchmarkEffect }>,
);
/** Records that no newer figure is published. */
export const checkBenchmark = operation("POST", "/api/admin/market/benchmarks/:id/check", types<{ answer: Benchmark }>);
/** Adds and corrects the figures of a CSV file, or describes that for a preview. */
export const importFigures = operation(
  "POST",
  "/api/admin/market/import",
  types<{ body: string; query: Preview; answer: MarketImport }>,
);
/** Computes a closed month again; the reason is published with the figures. 409 `market.month_not_closed`. */
export const correctMonth = operation(
  "POST",
  "/api/admin/market/months/:month/correct",
  types<{ body: { reason: string }; answer: CorrectedMonth }>,
);
