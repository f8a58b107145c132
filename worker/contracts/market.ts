import { isInToronto, TORONTO_DISTRICTS } from "./areas.ts";
import type { Bedrooms } from "./bedrooms.ts";
import { type Done, operation, types } from "./operation.ts";

/** Measures of a published benchmark: rents asked for vacant units, or rents paid in occupied units. */
export const BENCHMARK_KINDS = ["asking", "occupied"] as const;
export type BenchmarkKind = (typeof BENCHMARK_KINDS)[number];

/**
 * Kind of benchmark that a rent was compared with: a published benchmark, or the median asking rent of comparable
 * listings on this site.
 */
export type MarketKind = BenchmarkKind | "own";

/**
 * Minimum percentage shown as 'Below Market'. The minimum is 10, because published averages are 5 to 10 % above the
 * median ad.
 */
export const BELOW_MARKET_MIN_PERCENT = 10;
export type MarketPosition = "below" | "about" | "above";

/** Classifies a percentage below the market: 10 or more is below, −9 to 9 is about, −10 or less is above the market. */
export function marketPosition(percent: number): MarketPosition {
  if (percent >= BELOW_MARKET_MIN_PERCENT) return "below";
  return percent > -BELOW_MARKET_MIN_PERCENT ? "about" : "above";
}

/** Returns whether a percentage is shown as 'Below Market'. */
export const isBelowMarket = (percent: number | null): boolean =>
  percent !== null && marketPosition(percent) === "below";

/**
 * Returns the highest rent, in whole dollars, that counts as below a market rent. Percentages are rounded, so 9.5 % is
 * enough.
 */
export const highestRentBelow = (marketRent: number): number =>
  Math.floor(marketRent * (1 - (BELOW_MARKET_MIN_PERCENT - 0.5) / 100));

/** A benchmark older than this many full months, counted from the end of its month, is shown with its age. */
export const AGED_BENCHMARK_MONTHS = 6;
/** Maximum age, in months, of a benchmark used for percentages. */
export const BENCHMARK_MONTHS = 18;
/**
 * Months by which {@link BENCHMARK_MONTHS} is extended, once, if the operator has checked that no newer benchmark
 * exists.
 */
export const CHECKED_EXTRA_MONTHS = 3;

/** Minimum number of asking rents for a comparison with this site's own listings. */
export const OWN_RENTS_MIN = 30;
/** Maximum age of the listings that count towards {@link OWN_RENTS_MIN}, in days since first approval. */
export const OWN_RENTS_DAYS = 180;

/** A change of the current benchmark by more than this percentage needs a confirmation. */
export const LARGE_MOVE_PERCENT = 15;
/**
 * Advice to moderators by the percentage below the market: `reject` at market or above, `review` up to 14 %, `normal`
 * up to 39 %, `scam` from 40 % on.
 */
const REVIEW_BANDS = ["reject", "review", "normal", "scam"] as const;
export type ReviewBand = (typeof REVIEW_BANDS)[number];

/**
 * A discount of this percentage or more is public only with evidence: the kind of home is known, and nothing suggests a
 * scam.
 */
export const EVIDENCE_PERCENT = 20;
/** At a discount of this percentage or more, a moderator must confirm type and rent. */
export const UNLIKELY_PERCENT = 40;

const BANDS_FROM = { scam: UNLIKELY_PERCENT, normal: 15, review: 1 } as const;

/** Returns the advice for a percentage below the market; null without a comparison. */
export function reviewBandOf(belowMarketPercent: number | null): ReviewBand | null {
  if (belowMarketPercent === null) return null;
  return REVIEW_BANDS.toReversed().find((band) => band === "reject" || belowMarketPercent >= BANDS_FROM[band]) ?? null;
}

/** The benchmark of a type, area and month. */
export interface BenchmarkValues {
  /** One of MARKET_AREAS: 'Toronto' (the City), a municipality, or a region. */
  area: string;
  /** Month of the benchmark, `2025-10`. */
  asOf: string;
  /** The benchmark in monthly dollars. */
  rent: number;
  kind: BenchmarkKind;
  source: string;
  isEstimate: boolean;
  /** Method of an estimate; null for a published benchmark. */
  method: string | null;
  /** Day on which the operator last checked that no newer benchmark is published, `2026-11-21`. */
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

/** Maximum number of public listings of a type that are counted. The newest are counted. */
export const COUNTED_LISTINGS = 5_000;

/** Number of public listings of a type in each band. */
export interface BandCounts extends Record<ReviewBand, number> {
  notCompared: number;
  total: number;
  /** True if there are more than {@link COUNTED_LISTINGS} listings. Only the newest were counted. */
  isPartial: boolean;
}

/** The site computes its own median of a type only if it has more approved listings of that type than this. */
export const OWN_MEDIAN_MIN_EXCLUSIVE = 50;
/** Maximum age of the listings in this site's own median, in days since first approval. */
export const OWN_MEDIAN_DAYS = 90;

/** The median of this site's own listings. `asOf` is the Toronto day of the calculation: `2026-11-21`. */
export interface OwnMedian {
  /** The median in monthly dollars. */
  rent: number;
  listings: number;
  asOf: string;
}

/** The benchmarks of a type in one area, for moderators. */
export interface AreaMarket {
  area: string;
  /** The benchmark of the newest month; null if there is none. */
  inForce: Benchmark | null;
  /** Full months since the end of the current benchmark's month. */
  ageMonths: number | null;
  /** True if the current benchmark is too old for percentages. */
  isTooOld: boolean;
  /** Benchmarks of all months, newest first, at most 60. */
  months: Benchmark[];
}

/** Asking rents of this site's own listings in an area without a published benchmark. */
export interface OwnRents {
  kind: "usual" | "basement" | "shared_bed";
  area: string;
  /** The median, in monthly dollars. */
  rent: number;
  listings: number;
  /** Days of the first approval of the oldest and the newest listing, `2026-11-21`. */
  firstDay: string;
  lastDay: string;
}

/** The market of one type, for moderators. The fields inherited from {@link AreaMarket} describe the City. */
export interface TypeMarket extends AreaMarket {
  bedrooms: Bedrooms;
  /** Other areas that have a benchmark, sorted by name. */
  otherAreas: AreaMarket[];
  ownRents: OwnRents[];
  /** The latest changes, newest first, at most 20. */
  changes: BenchmarkChange[];
  publicListings: BandCounts;
  ownMedian: OwnMedian | null;
}

/** The markets of the six types, in order. */
export interface MarketOverview {
  /** Current benchmarks older than half a year, oldest first. The operator gets a monthly reminder of them. */
  aged: { bedrooms: Bedrooms; area: string; asOf: string; ageMonths: number; isTooOld: boolean }[];
  types: TypeMarket[];
}

/** Maximum number of benchmarks in one import. */
export const MARKET_IMPORT_LINES = 200;

/** The effect of an import of benchmarks, applied or previewed. */
export interface MarketImport {
  isPreview: boolean;
  added: number;
  corrected: number;
  unchanged: number;
  /** Rejected lines. Line numbers start at 1 with the header. */
  refused: { line: number; text: string; error: string }[];
}

/** The effect of a change of a benchmark. */
export interface BenchmarkEffect {
  /** True if the month that is written or deleted already exists. */
  isCorrection: boolean;
  before: BenchmarkValues | null;
  after: BenchmarkValues | null;
  /** Change of the current benchmark in percent, with one decimal; null if there is no old or no new value. */
  movesPercent: number | null;
  /** Number of public listings that stop, and that start, being below market. */
  stop: number;
  start: number;
  /** Number of public listings counted: the newest of the type. */
  counted: number;
  isPartial: boolean;
}

/** Result of a correction: the number of areas whose statistics changed. */
export interface CorrectedMonth {
  areas: number;
}

/** With this query parameter, an operation describes a change without storing it. */
type Preview = { preview?: "" };

export const getMarketOverview = operation("GET", "/api/admin/market", types<{ answer: MarketOverview }>);
/** Adds or corrects the benchmark of a type, area and month; a preview only returns the effect. */
export const setBenchmark = operation(
  "PUT",
  "/api/admin/market/benchmarks",
  types<{
    body: Omit<Benchmark, "id" | "createdAt" | "checkedOn">;
    query: Preview;
    answer: Benchmark | BenchmarkEffect;
  }>,
);
/** Deletes a benchmark; a preview only returns the effect. */
export const removeBenchmark = operation(
  "DELETE",
  "/api/admin/market/benchmarks/:id",
  types<{ query: Preview; answer: Done | BenchmarkEffect }>,
);
/** Records that no newer benchmark is published. */
export const checkBenchmark = operation("POST", "/api/admin/market/benchmarks/:id/check", types<{ answer: Benchmark }>);
/** Adds and corrects the benchmarks of a CSV file; a preview only describes the changes. */
export const importBenchmarks = operation(
  "POST",
  "/api/admin/market/import",
  types<{ body: string; query: Preview; answer: MarketImport }>,
);
/** Recalculates the statistics of a closed month, and publishes the reason with them. 409 `market.month_not_closed`. */
export const correctMonth = operation(
  "POST",
  "/api/admin/market/months/:month/correct",
  types<{ body: { reason: string }; answer: CorrectedMonth }>,
);

/** The City of Toronto as named in the benchmark table. The City includes its former municipalities. */
export const CITY = "Toronto";

/** The regions around the City with their municipalities, as named in listings. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  "Peel Region": ["Mississauga", "Brampton", "Caledon"],
  "York Region": [
    "Vaughan",
    "Markham",
    "Richmond Hill",
    "Thornhill",
    "Woodbridge",
    "Concord",
    "Aurora",
    "Newmarket",
    "King",
    "King City",
    "Stouffville",
    "Georgina",
    "East Gwillimbury",
  ],
  "Durham Region": ["Pickering", "Ajax", "Whitby", "Oshawa", "Clarington", "Uxbridge", "Scugog", "Brock"],
  "Halton Region": ["Oakville", "Burlington", "Milton", "Halton Hills"],
};

/** Parts of municipalities that addresses treat like municipalities, each with its municipalities. */
const PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ["Woodbridge", ["Vaughan"]],
  ["Concord", ["Vaughan"]],
  ["Thornhill", ["Vaughan", "Markham"]],
  ["King City", ["King"]],
]);

/**
 * Returns the municipality that contains a named part. Returns undefined for Thornhill, which is in two municipalities
 * and uses the region's benchmark.
 */
function partOf(name: string): string | undefined {
  const [only, ...others] = PARTS.get(name) ?? [];
  return others.length === 0 ? only : undefined;
}

const DISTRICTS = ["North York", "East York", "Scarborough", "Etobicoke"];

/**
 * All areas that can have a benchmark. The former municipality of York cannot, because the name "York" alone means the
 * region.
 */
export const MARKET_AREAS: readonly string[] = [
  CITY,
  ...DISTRICTS,
  ...Object.keys(REGIONS),
  ...Object.values(REGIONS)
    .flat()
    .filter((name) => partOf(name) === undefined),
];

/**
 * Returns the areas whose benchmarks apply to a municipality, most specific first: the municipality, then its region.
 * For the City and its former municipalities, returns the City. Empty for an unknown municipality.
 */
export function applicableAreas(municipality: string | null): readonly string[] {
  if (municipality === null || municipality === "") return [];
  if (isInToronto(municipality)) return DISTRICTS.includes(municipality) ? [municipality, CITY] : [CITY];
  const region = Object.keys(REGIONS).find((name) => name === municipality || REGIONS[name]?.includes(municipality));
  if (region === undefined) return [];
  return [...new Set([municipality, partOf(municipality) ?? municipality, region])];
}

/**
 * Returns the names, as used in addresses, of the municipalities in an area: the area itself and its parts (Thornhill
 * is part of two municipalities). The City also includes its former municipalities; a region includes everything in it.
 */
export function municipalitiesIn(name: string): readonly string[] {
  if (name === CITY) return TORONTO_DISTRICTS;
  const [, ofRegion = []] = Object.entries(REGIONS).find(([region]) => region === name) ?? [];
  const parts = [...PARTS].flatMap(([part, of]) => (of.includes(name) ? [part] : []));
  return [name, ...ofRegion, ...parts];
}

/**
 * Returns the area whose own listings a home is compared with: the whole City, or the municipality outside it. Null for
 * an unknown municipality.
 */
export function comparisonAreaOf(municipality: string | null): string | null {
  if (municipality !== null && isInToronto(municipality)) return CITY;
  return applicableAreas(municipality)[0] ?? null;
}

const BLANKS = /\s+/g;
const KIND_OF_AREA = /^(?:region|city|town|municipality) of | region$/g;

/** Parses an area: "peel", "Region of Peel", "City of Toronto"; null when unknown. */
export function parseMarketArea(text: string): string | null {
  const name = text.trim().toLowerCase().replace(BLANKS, " ");
  const plain = name.replace(KIND_OF_AREA, "");
  const isCalled = (area: string) => [name, plain, `${plain} region`].includes(area.toLowerCase());
  return MARKET_AREAS.find(isCalled) ?? null;
}

/** Returns the displayed name of an area: 'City of Toronto', 'Mississauga', 'Peel Region'. */
export const areaName = (area: string): string => (area === CITY ? "City of Toronto" : area);
