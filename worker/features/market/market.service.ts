import { isInToronto } from "../../contracts/addresses.ts";
import { type Bedrooms } from "../../contracts/bedrooms.ts";
import { COMPARABLE_RENT_CENTS, percentBelowMarket } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { benchmarkInForce } from "./market.repo.ts";

/** How a rent stands to the market: the columns of a listing. */
export interface MarketComparison {
  belowMarketPercent: number | null;
  marketRentCents: number | null;
  marketSource: string | null;
  marketAsOf: string | null;
  marketIsEstimate: boolean;
}

const BENCHMARK_AREA = "Toronto";

/**
 * Compares a monthly rent with the benchmark in force: percent = round((market − rent) / market · 100), null for rents
 * under $300 or over $15,000 or unread (decisions.md 7). Outside the City of Toronto the City's figure is an estimate.
 */
export async function compareWithMarket(
  deps: Deps,
  unit: { bedrooms: Bedrooms; municipality: string; rentCents: number | null },
): Promise<MarketComparison> {
  const benchmark = await benchmarkInForce(deps, unit.bedrooms, BENCHMARK_AREA);
  const { rentCents } = unit;
  const isComparable =
    rentCents !== null && rentCents >= COMPARABLE_RENT_CENTS.min && rentCents <= COMPARABLE_RENT_CENTS.max;
  if (!benchmark || !isComparable) {
    return {
      belowMarketPercent: null,
      marketRentCents: null,
      marketSource: null,
      marketAsOf: null,
      marketIsEstimate: false,
    };
  }
  return {
    belowMarketPercent: percentBelowMarket(rentCents, benchmark.rentCents),
    marketRentCents: benchmark.rentCents,
    marketSource: benchmark.source,
    marketAsOf: benchmark.asOf,
    marketIsEstimate: benchmark.isEstimate || !isInToronto(unit.municipality),
  };
}
