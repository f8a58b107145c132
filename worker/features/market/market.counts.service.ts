import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { type BandCounts, COUNTED_LISTINGS, reviewBandOf } from "../../contracts/market.ts";
import { COMPARABLE_RENT_CENTS, percentBelowMarket } from "../../contracts/rents.ts";
import type { Deps } from "../../platform/deps.ts";
import { publicRents } from "../listings/listings.market.service.ts";

async function rentsOf(deps: Deps, bedrooms: Bedrooms) {
  // One more than are counted, to see whether there are more.
  const rows = await publicRents(deps, bedrooms, COUNTED_LISTINGS + 1);
  const found = rows.reduce((sum, row) => sum + row.listings, 0);
  return { rows, total: Math.min(found, COUNTED_LISTINGS), isPartial: found > COUNTED_LISTINGS };
}

/** How many public listings of a type lie in each band. */
export async function countBands(deps: Deps, bedrooms: Bedrooms): Promise<BandCounts> {
  const { rows, total, isPartial } = await rentsOf(deps, bedrooms);
  const counts: BandCounts = { reject: 0, review: 0, normal: 0, scam: 0, notCompared: 0, total, isPartial };
  for (const { percent, listings } of rows) counts[reviewBandOf(percent) ?? "notCompared"] += listings;
  return counts;
}

/** How many public listings of a type would stop and start being below market with another benchmark, in cents. */
export async function countEffect(deps: Deps, bedrooms: Bedrooms, benchmarkCents: number | null) {
  const { rows, total, isPartial } = await rentsOf(deps, bedrooms);
  const { min, max } = COMPARABLE_RENT_CENTS;
  let stop = 0;
  let start = 0;
  for (const { rentCents, percent, listings } of rows) {
    const isComparable = rentCents !== null && benchmarkCents !== null && rentCents >= min && rentCents <= max;
    const isBelow = isComparable && percentBelowMarket(rentCents, benchmarkCents) >= 1;
    const wasBelow = percent !== null && percent >= 1;
    if (wasBelow && !isBelow) stop += listings;
    if (!wasBelow && isBelow) start += listings;
  }
  return { stop, start, counted: total, isPartial };
}
