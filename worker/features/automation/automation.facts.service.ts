import { ATTRIBUTE_FILTERS, meetsFilter } from "../../contracts/attributes.ts";
import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { DAY_MS } from "../../contracts/days.ts";
import { CITY } from "../../contracts/market-areas.ts";
import type { Deps } from "../../platform/deps.ts";
import { torontoDay } from "../../platform/toronto-time.ts";
import { benchmarkInForce } from "../market/market.service.ts";
import { type Benchmark, type Facts, STATION_METRES, type Unit } from "./facts.ts";
import { newestUnits, type UnitRow } from "./automation.repo.ts";

const WEEK_MS = 7 * DAY_MS;

/** The kinds of places known near a listing. `amenities` is JSON that this site wrote. */
function nearbyOf(amenities: string | null): ReadonlySet<string> {
  if (amenities === null) return new Set();
  const lists = JSON.parse(amenities) as Record<string, unknown>;
  return new Set(Object.keys(lists).filter((name) => Array.isArray(lists[name]) && lists[name].length > 0));
}

function toUnit(row: UnitRow, now: Date): Unit {
  const { belowMarketPercent: percent, marketSource: source, marketAsOf: asOf, marketIsEstimate } = row;
  const isNearStation = row.metresToSubway !== null && row.metresToSubway <= STATION_METRES;
  // Compared with a figure for the City, like other homes of its type.
  const isOfCity = row.marketArea === CITY && row.marketKind !== "own" && row.awaitsConfirmation !== true;
  const isProven = isOfCity && percent !== null && source !== null && asOf !== null && !marketIsEstimate;
  return {
    id: row.id,
    bedrooms: row.bedrooms,
    rentCents: row.rentCents,
    isNew: row.firstApprovedAt !== null && now.getTime() - row.firstApprovedAt.getTime() < WEEK_MS,
    moveInDate: row.moveInDate,
    meets: new Set(ATTRIBUTE_FILTERS.filter((filter) => meetsFilter(row, filter)).map(({ name }) => name)),
    isControlled: row.isRentControlled === true && row.rentControlConfidence === "high",
    neighbourhood: row.neighbourhood,
    station: isNearStation ? row.station : null,
    lines: isNearStation ? row.lines : [],
    metresToSubway: row.metresToSubway,
    nearby: nearbyOf(row.amenities),
    isOfCity,
    proven: isProven ? { percent, source, asOf } : null,
  };
}

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
    now,
    day: torontoDay(now),
    siteName: deps.config.siteName,
    siteUrl: deps.config.siteUrl,
    units: rows.slice(0, MAX_UNITS).map((row) => toUnit(row, now)),
    isCut: rows.length > MAX_UNITS,
    benchmarks,
  };
}
