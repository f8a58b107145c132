import { isInToronto } from "../../contracts/addresses.ts";
import { type Bedrooms } from "../../contracts/bedrooms.ts";
import { BENCHMARK_AREA, type OwnMedian } from "../../contracts/market.ts";
import { COMPARABLE_RENT_CENTS, percentBelowMarket } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { benchmarksOf, ownMedian } from "./market.repo.ts";

/** How a rent stands to the market: the columns of a listing. */
export interface MarketComparison {
  belowMarketPercent: number | null;
  marketRentCents: number | null;
  marketSource: string | null;
  marketAsOf: string | null;
  marketIsEstimate: boolean;
}

/** What a rent is compared with. */
export interface MarketFigure {
  rentCents: number;
  source: string;
  asOf: string;
  isEstimate: boolean;
}

const NOT_COMPARED: MarketComparison = {
  belowMarketPercent: null,
  marketRentCents: null,
  marketSource: null,
  marketAsOf: null,
  marketIsEstimate: false,
};

/** The benchmark in force of a type: that of the newest month; null when there is none. */
export async function benchmarkInForce(deps: Deps, bedrooms: Bedrooms): Promise<MarketFigure | null> {
  const [row] = await benchmarksOf(deps, bedrooms, BENCHMARK_AREA, 1);
  return row ?? null;
}

/**
 * Compares a monthly rent with a benchmark: percent = round((market − rent) / market · 100), null for rents under $300
 * or over $15,000 or unread, and for a town that is not known (""). Outside the City of Toronto the City's figure is an
 * estimate.
 */
export function compareRent(
  benchmark: MarketFigure | null,
  { municipality, rentCents }: { municipality: string; rentCents: number | null },
): MarketComparison {
  const isComparable =
    rentCents !== null && rentCents >= COMPARABLE_RENT_CENTS.min && rentCents <= COMPARABLE_RENT_CENTS.max;
  if (!benchmark || !isComparable || municipality === "") return NOT_COMPARED;
  return {
    belowMarketPercent: percentBelowMarket(rentCents, benchmark.rentCents),
    marketRentCents: benchmark.rentCents,
    marketSource: benchmark.source,
    marketAsOf: benchmark.asOf,
    marketIsEstimate: benchmark.isEstimate || !isInToronto(municipality),
  };
}

/** {@link compareRent} with the benchmark in force of the unit's type. */
export async function compareWithMarket(
  deps: Deps,
  unit: { bedrooms: Bedrooms; municipality: string; rentCents: number | null },
): Promise<MarketComparison> {
  return compareRent(await benchmarkInForce(deps, unit.bedrooms), unit);
}

/**
 * The median rent of this site's own listings of a type, in dollars a month, from how many of them and of which day in
 * Toronto (YYYY-MM-DD); null while there are too few.
 */
export async function ownMedianOf(deps: Deps, bedrooms: Bedrooms): Promise<OwnMedian | null> {
  const row = await ownMedian(deps, bedrooms);
  return row && { rent: row.medianCents / 100, listings: row.listings, asOf: torontoDay(row.computedAt) };
}
