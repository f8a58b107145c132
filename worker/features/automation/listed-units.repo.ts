import { and, desc, gt, sql } from "drizzle-orm";
import { type AttributeKey, eachAttribute } from "../../contracts/attributes.ts";
import type { Deps } from "../../platform/deps.ts";
import { listings } from "../listings/core/listings.table.ts";

/**
 * The newest public listings with what the automation speaks of (index listings_public). Nothing of their landlords, nor
 * their addresses. Rows read: the limit.
 */
export async function newestUnits(deps: Deps, limit: number) {
  return deps.db
    .select({
      id: listings.id,
      bedrooms: listings.bedrooms,
      rentCents: listings.rentCents,
      moveInDate: listings.moveInDate,
      ...eachAttribute<Pick<typeof listings, AttributeKey>>((key) => listings[key]),
      firstApprovedAt: listings.firstApprovedAt,
      neighbourhood: listings.neighbourhood,
      station: listings.closestSubwayStation,
      lines: listings.subwayLines,
      metresToSubway: listings.distanceToSubway,
      isRentControlled: listings.isRentControlled,
      rentControlConfidence: listings.rentControlConfidence,
      amenities: listings.amenities,
      belowMarketPercent: listings.belowMarketPercent,
      marketSource: listings.marketSource,
      marketAsOf: listings.marketAsOf,
      marketIsEstimate: listings.marketIsEstimate,
      marketArea: listings.marketArea,
      marketKind: listings.marketKind,
      awaitsConfirmation: listings.awaitsConfirmation,
    })
    .from(listings)
    .where(and(sql`${listings.status} = 'approved'`, gt(listings.expiresAt, deps.now())))
    .orderBy(desc(listings.firstApprovedAt), desc(listings.id))
    .limit(limit);
}
export type UnitRow = Awaited<ReturnType<typeof newestUnits>>[number];
