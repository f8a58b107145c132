import type { Bedrooms } from "../../contracts/bedrooms.ts";
import { type BandCounts, COUNTED_LISTINGS, isBelowMarket, reviewBandOf } from "../../contracts/market.ts";
import type { Deps } from "../../platform/deps.ts";
import { publicRents } from "../listings/core/listings.market.service.ts";
import { compareRent, type TypeFigures } from "./market.figures.ts";

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

/** How many public listings of a type would stop and start being below market if they were compared with other figures. */
export async function countEffect(deps: Deps, bedrooms: Bedrooms, before: TypeFigures, after: TypeFigures) {
  const { rows, total, isPartial } = await rentsOf(deps, bedrooms);
  let stop = 0;
  let start = 0;
  for (const row of rows) {
    const home = { ...row, municipality: row.municipality || null };
    const wasBelow = isBelowMarket(compareRent(before, home).comparedPercent);
    const isBelow = isBelowMarket(compareRent(after, home).comparedPercent);
    if (wasBelow && !isBelow) stop += row.listings;
    if (!wasBelow && isBelow) start += row.listings;
  }
  return { stop, start, counted: total, isPartial };
}
