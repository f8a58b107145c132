import type { Bedrooms } from "./bedrooms.ts";
import type { BenchmarkKind } from "./market.ts";
import { operation, types } from "./operation.ts";
import { MARKET_PATH } from "./pages.ts";
import type { Pace } from "./price-history.ts";

/** The figures of a neighbourhood as a file, in router syntax. */
export const MARKET_AREA_CSV = `${MARKET_PATH}/:area{[a-z0-9-]+\\.csv}` as const;
/** Homes that a figure of this site's own listings is made of at least. */
export const MARKET_HOMES_MIN = 20;
/** A month's figures are of homes first approved in as many days up to its end. */
export const MARKET_MONTH_DAYS = 90;
/** Most months of a history, the newest. */
export const MARKET_MONTHS_SHOWN = 60;
/** The licence of the figures. */
export const MARKET_LICENCE = {
  name: "CC BY 4.0",
  url: "https://creativecommons.org/licenses/by/4.0/",
} as const;

/** A neighbourhood's part of a path: "St. Andrew-Windfields" → "st-andrew-windfields". */
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

/** A figure with the number of homes it is made of, at least {@link MARKET_HOMES_MIN}. */
interface OfHomes<Value> {
  value: Value;
  homes: number;
}

/** Figures of one type, or of all types together. Null is too few homes. */
export interface MarketGroup {
  /** "all" counts every type; rents are not mixed then. */
  type: Bedrooms | "all";
  rents: OfHomes<Quartiles> | null;
  /** Percent of the homes of which it is known that are under rent control. */
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
  /** The figures published before. */
  before: MarketGroup[];
}

/** The figures of a month in one area. */
export interface MarketMonth {
  /** `2026-11` */
  month: string;
  /** When it was closed, ISO 8601 UTC; null for the current month, which changes daily. */
  closedAt: string | null;
  groups: MarketGroup[];
  /** Newest first; a correction never removes what was published. */
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
  /** Neighbourhoods that have figures; of the City only. */
  neighbourhoods: { name: string; slug: string }[];
  licence: typeof MARKET_LICENCE;
}

/** The figures of the City. */
export const getMarket = operation("GET", "/api/market", types<{ answer: MarketFigures }>);
/** The figures of a neighbourhood by its slug; 404 `market.area_not_found`. */
export const getMarketOfArea = operation("GET", "/api/market/:area", types<{ answer: MarketFigures }>);
