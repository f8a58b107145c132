import type { Bedrooms } from "../../contracts/bedrooms.ts";
import {
  type BuildingFacts,
  type ListingFacts,
  RENT_CONTROL_EXEMPT_AFTER,
  type RentControlReason,
} from "../../contracts/places.ts";

import { contradictionOf } from "../listings/signals/building-claims.ts";

/**
 * Year in which the exemption began. Some homes in buildings of this year were first occupied before the exemption,
 * others after it.
 */
const EXEMPTION_YEAR = Number(RENT_CONTROL_EXEMPT_AFTER.slice(0, 4));
/** The value for private ownership in the City's register. All other values mean social housing. */
const PRIVATE = "PRIVATE";

const unknown = (reason: RentControlReason) => ({ isRentControlled: null, confidence: "low" as const, reason });

/**
 * Returns whether a unit's rent is controlled, according to open data and the landlord (docs/product.md, Rent control).
 * Homes first occupied after November 15, 2018 are exempt (Residential Tenancies Act, s. 6.1). Only the year of
 * construction is known, so the year is used instead of the exact day.
 * @param statedYear year stated by the landlord, used if the building's year is unknown
 */
export function rentControlOf(unit: {
  bedrooms: Bedrooms;
  building: Pick<BuildingFacts, "propertyType" | "yearBuilt"> | null;
  statedYear: number | null;
  /** The landlord's description, which may contradict the building's year. */
  text?: string | null;
}): NonNullable<ListingFacts["rentControl"]> {
  const { bedrooms, building, statedYear } = unit;
  // A room may be shared with the owner. The Act does not cover tenants who share a kitchen or bathroom with the owner.
  if (bedrooms === "Private Room") return unknown("private_room");
  if (building && building.propertyType !== "" && building.propertyType !== PRIVATE) return unknown("social_housing");
  const buildingYear = building?.propertyType === PRIVATE ? building.yearBuilt : null;
  const year = buildingYear ?? statedYear;
  if (year === null) return unknown("year_unknown");
  if (year === EXEMPTION_YEAR) return unknown("year_2018");
  const isRentControlled = year < EXEMPTION_YEAR;
  if (contradictionOf(unit.text ?? null, buildingYear) !== null)
    return { isRentControlled, confidence: "low", reason: "contradicted" };
  return buildingYear === null
    ? { isRentControlled, confidence: "medium", reason: isRentControlled ? "stated_before" : "stated_after" }
    : { isRentControlled, confidence: "high", reason: isRentControlled ? "building_before" : "building_after" };
}
