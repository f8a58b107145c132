import type { Bedrooms } from "../../contracts/bedrooms.ts";
import {
  type BuildingFacts,
  type ListingFacts,
  RENT_CONTROL_EXEMPT_AFTER,
  type RentControlReason,
} from "../../contracts/places.ts";

import { contradictionOf } from "../listings/review/building-claims.ts";

/** In buildings of this year only some homes were first lived in before the day of the exemption. */
const TURNING_YEAR = Number(RENT_CONTROL_EXEMPT_AFTER.slice(0, 4));
/** As the City's register writes it; TCHC is the City's own housing company. */
const PRIVATE = "PRIVATE";

const unknown = (reason: RentControlReason) => ({ isRentControlled: null, confidence: "low" as const, reason });

/**
 * Whether a unit's rent is controlled, as far as open data and the landlord's word tell (docs/product.md, Rent
 * control). Homes first lived in after November 15, 2018 are exempt (Residential Tenancies Act, s. 6.1); the year built
 * stands for that day.
 * @param statedYear the landlord's, used where no building's year is known
 */
export function rentControlOf(unit: {
  bedrooms: Bedrooms;
  building: Pick<BuildingFacts, "propertyType" | "yearBuilt"> | null;
  statedYear: number | null;
  /** The landlord's text, which may contradict the building's year. */
  text?: string | null;
}): NonNullable<ListingFacts["rentControl"]> {
  const { bedrooms, building, statedYear } = unit;
  // Who shares a kitchen or bathroom with the owner is not covered by the Act at all.
  if (bedrooms === "Private Room") return unknown("private_room");
  if (building && building.propertyType !== "" && building.propertyType !== PRIVATE) return unknown("social_housing");
  const buildingYear = building?.propertyType === PRIVATE ? building.yearBuilt : null;
  const year = buildingYear ?? statedYear;
  if (year === null) return unknown("year_unknown");
  if (year === TURNING_YEAR) return unknown("year_2018");
  const isRentControlled = year < TURNING_YEAR;
  if (contradictionOf(unit.text ?? null, buildingYear) !== null)
    return { isRentControlled, confidence: "low", reason: "contradicted" };
  return buildingYear === null
    ? { isRentControlled, confidence: "medium", reason: isRentControlled ? "stated_before" : "stated_after" }
    : { isRentControlled, confidence: "high", reason: isRentControlled ? "building_before" : "building_after" };
}
