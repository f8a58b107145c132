import type { Bedrooms } from "./bedrooms.ts";
import type { BenchmarkKind } from "./market.ts";
import { operation, types } from "./operation.ts";
import { MARKET_PATH } from "./pages.ts";
import type { Pace } from "./price-history.ts";

/** Path of a neighbourhood's figures as a file, in router syntax. */
export const MARKET_AREA_CSV = `${MARKET_PATH}/:area{[a-z0-9-]+\\.csv}` as const;
/** Minimum number of homes behind a figure from this site's own listings. */
export const MARKET_HOMES_MIN = 20;
/** Number of days, up to the end of a month, in which homes must be first approved to count in its figures. */
export const MARKET_MONTH_DAYS = 90;
/** Maximum number of months in a history, the newest ones. */
export const MARKET_MONTHS_SHOWN = 60;
/** The licence of the figures. */
export const MARKET_LICENCE = {
  name: "CC BY 4.0",
  url: "https://creativecommons.org/licenses/by/4.0/",
} as const;

/** Returns a neighbourhood's part of a path: "St. Andrew-Windfields" → "st-andrew-windfields". */
export const areaSlug = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export const marketPath = (neighbourhood: string | null): string =>
  neighbourhood === null ? MARKET_PATH : `${MARKET_PATH}/${areaSlug(neighbourhood)}`;

/** Monthly dollars. */
export interface Quartiles {
  lower: number;
  median: number;
  upper: number;
}

/** A figure with the number of homes behind it, at least {@link MARKET_HOMES_MIN}. */
interface OfHomes<Value> {
  value: Value;
  homes: number;
}

/** Figures of one type, or of all types together; null if there are too few homes. */
export interface MarketGroup {
  /** "all" counts homes of every type; their rents are not mixed. */
  type: Bedrooms | "all";
  rents: OfHomes<Quartiles> | null;
  /** Percentage of homes under rent control, among those for which it is known. */
  rentControl: OfHomes<number> | null;
  /** Median percent below the benchmark, negative above it. */
  discount: OfHomes<number> | null;
  pace: Pace | null;
}

/** A figure of a closed month as it was before a correction. */
interface MarketCorrection {
  /** ISO 8601 UTC. */
  at: string;
  reason: string;
  /** The figures published before the correction. */
  before: MarketGroup[];
}

/** The figures of a month in one area. */
export interface MarketMonth {
  /** `2026-11` */
  month: string;
  /** Time at which it was closed, ISO 8601 UTC; null for the current month, which changes daily. */
  closedAt: string | null;
  groups: MarketGroup[];
  /** Corrections, newest first; they never remove what was published. */
  corrections: MarketCorrection[];
}

/** A published figure. */
export interface BenchmarkMonth {
  /** `2025-10` */
  month: string;
  /** Monthly dollars. */
  rent: number;
  kind: BenchmarkKind;
  source: string;
  isEstimate: boolean;
}

/** The figures of the City or of a neighbourhood. */
export interface MarketFigures {
  area: {
    kind: "city" | "neighbourhood";
    /** 'City of Toronto', 'The Annex'. */
    name: string;
    /** `annex`; null for the City. */
    slug: string | null;
  };
  /** Published figures of the City by type, oldest first. */
  benchmarks: { type: Bedrooms; months: BenchmarkMonth[] }[];
  /** This site's own figures, the newest first, at most {@link MARKET_MONTHS_SHOWN}. */
  months: MarketMonth[];
  /** Neighbourhoods that have figures; only listed for the City. */
  neighbourhoods: { name: string; slug: string }[];
  licence: typeof MARKET_LICENCE;
}

/** The figures of the City. */
export const getMarket = operation("GET", "/api/market", types<{ answer: MarketFigures }>);
/** The figures of a neighbourhood by its slug; 404 `market.area_not_found`. */
export const getMarketOfArea = operation("GET", "/api/market/:area", types<{ answer: MarketFigures }>);
