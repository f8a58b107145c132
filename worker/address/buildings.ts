import type { BuildingFacts } from "../contracts/places.ts";
import { type ParsedAddress, parseAddress } from "../contracts/parse-address.ts";
import { isInPostalArea } from "./geocode-houses.ts";
import { type Coordinates, metresBetween } from "../platform/grid.ts";
import type { rentalBuildings } from "./places.table.ts";

type Building = typeof rentalBuildings.$inferSelect;

/** A building this far from the house is on another street of the same name. */
const ANOTHER_STREET_METRES = 1_000;
/** "4 & 8 Rannock St" may mean either house. */
const SEVERAL_HOUSES = /\d\s*(?:[a-z]\s*)?(?:&|\band\b)\s*\d/i;

/** The register lacks the coordinates of about 5 % of the buildings; both are 0 then. */
export const isLocated = ({ latitude, longitude }: Coordinates): boolean => latitude !== 0 || longitude !== 0;

/** Whether an address names one house or one range of numbers; otherwise it cannot be matched to a building. */
export function namesOneHouse(address: string): boolean {
  return !SEVERAL_HOUSES.test(address);
}

/** Odd and even numbers are on different sides of the street. */
function isOnSameSide({ lowestNumber, highestNumber }: Building, number: number): boolean {
  const isOneSided = (highestNumber - lowestNumber) % 2 === 0;
  return !isOneSided || (number - lowestNumber) % 2 === 0;
}

/** 12A is a different house from 12. */
function hasSameSuffix({ address }: Building, suffix: string): boolean {
  return (parseAddress(address).numbers?.suffix ?? "") === suffix;
}

/**
 * The registered building at an address, among those whose range contains its number. Matched by address, never by
 * distance; the house or postal area, where known, only rules out buildings on other streets of the same name.
 * @param house place of the house, if known to within a block
 */
export function chooseBuilding(
  candidates: readonly Building[],
  { numbers, fsa }: ParsedAddress,
  house: Coordinates | null,
): Building | null {
  if (!numbers) return null;
  const fits = (building: Building) => {
    if (!isOnSameSide(building, numbers.low) || !hasSameSuffix(building, numbers.suffix)) return false;
    if (house) {
      return isLocated(building)
        ? metresBetween(house, building) <= ANOTHER_STREET_METRES
        : isInPostalArea(house, building.fsa);
    }
    return fsa === null || building.fsa === null || building.fsa === fsa;
  };
  const width = (building: Building) => building.highestNumber - building.lowestNumber;
  const isElsewhere = (building: Building) => Number(fsa !== null && building.fsa !== fsa);
  const fitting = candidates.filter(fits);
  // Without a place or a postal code, streets of the same name are ambiguous.
  const isUnclear = !house && fsa === null && new Set(fitting.map((building) => building.fsa)).size > 1;
  if (isUnclear) return null;
  const [best] = fitting.toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || width(a) - width(b) || a.rsn - b.rsn);
  return best ?? null;
}

/** The columns of a building that are stored with a listing and public. */
export function toBuildingFacts(building: Building): BuildingFacts {
  return {
    rsn: building.rsn,
    address: building.address,
    yearBuilt: building.yearBuilt,
    storeys: building.storeys,
    units: building.units,
    propertyType: building.propertyType,
    score: building.score,
    evaluatedOn: building.evaluatedOn,
  };
}
