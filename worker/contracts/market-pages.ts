import type { Bedrooms } from "./bedrooms.ts";
import type { BenchmarkKind } from "./market.ts";
import { operation, types } from "./operation.ts";
import { MARKET_PATH } from "./pages.ts";
import type { Pace } from "./price-history.ts";

/** Path of a neighbourhood's market statistics as a CSV file, in router syntax. */
export const MARKET_AREA_CSV = `${MARKET_PATH}/:area{[a-z0-9-]+\\.csv}` as const;
/** Minimum number of homes for publishing a statistic from this site's own listings. */
export const MARKET_HOMES_MIN = 20;
/** The statistics of a month cover homes first approved within this many days before its end. */
export const MARKET_MONTH_DAYS = 90;
/** Maximum number of months in a history, which shows the newest ones. */
export const MARKET_MONTHS_SHOWN = 60;
/** The licence of the statistics. */
export const MARKET_LICENCE = {
  name: "CC BY 4.0",
  url: "https://creativecommons.org/licenses/by/4.0/",
} as const;

/** Returns a neighbourhood as a path segment: "St. Andrew-Windfields" → "st-andrew-windfields". */
export const areaSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const marketPath = (neighbourhood: string | null): string =>
  neighbourhood === null ? MARKET_PATH : `${MARKET_PATH}/${areaSlug(neighbourhood)}`;

/** Quartiles of rents, in monthly dollars. */
export interface Quartiles {
  lower: number;
  median: number;
  upper: number;
}

/** A value with the number of homes that it is based on, at least {@link MARKET_HOMES_MIN}. */
interface HomesStatistic<Value> {
  value: Value;
  homes: number;
}

/** Statistics of one type, or of all types together; each is null if there are too few homes. */
export interface MarketGroup {
  /**
   * "all" covers homes of every type. The statistics of "all" contain no rents, because rents of different types cannot
   * be combined.
   */
  type: Bedrooms | "all";
  rents: HomesStatistic<Quartiles> | null;
  /** Percentage of homes under rent control, among the homes for which rent control is known. */
  rentControl: HomesStatistic<number> | null;
  /** Median percent below the benchmark; negative above the benchmark. */
  discount: HomesStatistic<number> | null;
  pace: Pace | null;
}

/** A correction of a closed month. */
interface MarketCorrection {
  /** Time of the correction, ISO 8601 UTC. */
  at: string;
  reason: string;
  /** The statistics published before the correction. */
  before: MarketGroup[];
}

/** The statistics of a month in one area. */
export interface MarketMonth {
  /** The month, `2026-11`. */
  month: string;
  /** Time at which the month was closed, ISO 8601 UTC; null for the current month, whose statistics change daily. */
  closedAt: string | null;
  groups: MarketGroup[];
  /** Corrections, newest first, with the statistics that each replaced. */
  corrections: MarketCorrection[];
}

/** A published benchmark of one month. */
export interface BenchmarkMonth {
  /** The month, `2025-10`. */
  month: string;
  /** The benchmark in monthly dollars. */
  rent: number;
  kind: BenchmarkKind;
  source: string;
  isEstimate: boolean;
}

/** The statistics of the City or of a neighbourhood. */
export interface MarketFigures {
  area: {
    kind: "city" | "neighbourhood";
    /** Displayed name: 'City of Toronto', 'The Annex'. */
    name: string;
    /** Slug of the neighbourhood, `annex`; null for the City. */
    slug: string | null;
  };
  /** Published benchmarks of the City by type, oldest first. */
  benchmarks: { type: Bedrooms; months: BenchmarkMonth[] }[];
  /** Statistics of this site's own listings by month, newest first, at most {@link MARKET_MONTHS_SHOWN} months. */
  months: MarketMonth[];
  /** Neighbourhoods that have statistics; listed only for the City. */
  neighbourhoods: { name: string; slug: string }[];
  licence: typeof MARKET_LICENCE;
}

/** Returns the statistics of the City. */
export const getMarket = operation("GET", "/api/market", types<{ answer: MarketFigures }>);
/** Returns the statistics of the neighbourhood with a slug; 404 `market.area_not_found`. */
export const getMarketOfArea = operation("GET", "/api/market/:area", types<{ answer: MarketFigures }>);
