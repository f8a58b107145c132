import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { DAY_MS } from "../../contracts/days.ts";
import { CITY } from "../../contracts/market-areas.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { benchmarkInForce } from "../market/market.service.ts";
import { newestUnits, type UnitRow } from "./automation.repo.ts";
import type { Benchmark, Facts, Unit } from "./facts.ts";

const WEEK_MS = 7 * DAY_MS;

const toUnit = (row: UnitRow, now: Date): Unit => ({
  bedrooms: row.bedrooms,
  rentCents: row.rentCents,
  isNew: row.firstApprovedAt !== null && now.getTime() - row.firstApprovedAt.getTime() < WEEK_MS,
  neighbourhood: row.neighbourhood,
  isOfCity: row.marketArea === CITY && row.marketKind !== "own" && row.awaitsConfirmation !== true,
});

const MAX_UNITS = 1_000;

/**
 * The data for posts: the newest {@link MAX_UNITS} public listings and the current benchmarks. Rows read: at most one
 * more listing than that, and one benchmark per type.
 */
export async function readFacts(deps: Deps): Promise<Facts> {
  const now = deps.now();
  const [rows, figures] = await Promise.all([
    newestUnits(deps, MAX_UNITS + 1),
    Promise.all(BEDROOMS.map((bedrooms) => benchmarkInForce(deps, bedrooms))),
  ]);
  const benchmarks = BEDROOMS.flatMap((bedrooms, index): Benchmark[] => {
    const figure = figures[index];
    if (!figure) return [];
    const { rentCents, source, asOf, isEstimate, method } = figure;
    return [{ bedrooms, rentCents, source, asOf, isEstimate, method }];
  });
  return {
    day: torontoDay(now),
    siteName: deps.config.siteName,
    siteUrl: deps.config.siteUrl,
    units: rows.slice(0, MAX_UNITS).map((row) => toUnit(row, now)),
    isCut: rows.length > MAX_UNITS,
    benchmarks,
  };
}
