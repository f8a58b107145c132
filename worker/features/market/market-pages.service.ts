import { BEDROOMS } from "../../contracts/bedrooms.ts";
import { areaName, CITY } from "../../contracts/market-areas.ts";
import { areaSlug, MARKET_LICENCE, type MarketFigures } from "../../contracts/market-pages.ts";
import { DISTRICTS } from "../../contracts/place-names.ts";
import type { Deps } from "../../platform/deps.ts";
import { areasWithMonths, cityBenchmarks, correctionsOf, monthsOf } from "./market-months.repo.ts";

const BY_SLUG: ReadonlyMap<string, string> = new Map(
  DISTRICTS.flatMap(([, names]) => names.map((name) => [areaSlug(name), name] as const)),
);

/** The City's neighbourhood of a path; null for others. */
export const neighbourhoodOfSlug = (slug: string): string | null => BY_SLUG.get(slug) ?? null;

/** Neighbourhoods with figures of their own. */
export const neighbourhoodsWithFigures = async (deps: Deps): Promise<{ name: string; slug: string }[]> =>
  (await areasWithMonths(deps)).filter((area) => area !== CITY).map((name) => ({ name, slug: areaSlug(name) }));

/**
 * The rents of the City, or of one of its neighbourhoods: published figures, and this site's own by month.
 * @param where.neighbourhood one of the City's names ({@link neighbourhoodOfSlug})
 */
export async function marketFigures(
  deps: Deps,
  { neighbourhood = null }: { neighbourhood?: string | null } = {},
): Promise<MarketFigures> {
  const area = neighbourhood ?? CITY;
  const [published, months, corrections, neighbourhoods] = await Promise.all([
    cityBenchmarks(deps),
    monthsOf(deps, area),
    correctionsOf(deps, area),
    neighbourhood === null ? neighbourhoodsWithFigures(deps) : [],
  ]);
  return {
    area: {
      kind: neighbourhood === null ? "city" : "neighbourhood",
      name: areaName(area),
      slug: neighbourhood && areaSlug(neighbourhood),
    },
    benchmarks: BEDROOMS.map((type) => ({
      type,
      months: published
        .filter(({ bedrooms }) => bedrooms === type)
        .map(({ asOf, rentCents, kind, source, isEstimate }) => ({
          month: asOf,
          rent: rentCents / 100,
          kind,
          source,
          isEstimate,
        }))
        .toReversed(),
    })),
    // The current month is shown once it tells something.
    months: months
      .filter(({ closedAt, groups }) => closedAt !== null || groups.length > 0)
      .map(({ month, closedAt, groups }) => ({
        month,
        closedAt: closedAt?.toISOString() ?? null,
        groups,
        corrections: corrections
          .filter((correction) => correction.month === month)
          .map(({ correctedAt, reason, groups: before }) => ({ at: correctedAt.toISOString(), reason, before })),
      })),
    neighbourhoods,
    licence: MARKET_LICENCE,
  };
}
