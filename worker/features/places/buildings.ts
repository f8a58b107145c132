import type { BuildingFacts } from "../../contracts/places.ts";
import { type ParsedAddress, parseAddress } from "../../contracts/parse-address.ts";
import { isInPostalArea } from "./geocode-houses.ts";
import { type Coordinates, metresBetween } from "../../platform/grid.ts";
import type { rentalBuildings } from "./places.table.ts";

type Building = typeof rentalBuildings.$inferSelect;

/** A building this far from the house stands on another street of the same name. */
const ANOTHER_STREET_METRES = 1_000;
/** "4 & 8 Rannock St": any of the houses may be meant. */
const SEVERAL_HOUSES = /\d\s*(?:[a-z]\s*)?(?:&|\band\b)\s*\d/i;

/** The register has no coordinates of every twentieth building: both are 0 then. */
function isLocated({ latitude, longitude }: Coordinates): boolean {
  return latitude !== 0 || longitude !== 0;
}

/** Whether an address names one house, or one range of numbers: only then can it be one building's. */
export function namesOneHouse(address: string): boolean {
  return !SEVERAL_HOUSES.test(address);
}

/** The other side of the street has the other numbers. */
function isOnSameSide({ lowestNumber, highestNumber }: Building, number: number): boolean {
  const isOneSided = (highestNumber - lowestNumber) % 2 === 0;
  return !isOneSided || (number - lowestNumber) % 2 === 0;
}

/** 12A is another house than 12. */
function hasSameSuffix({ address }: Building, suffix: string): boolean {
  return (parseAddress(address).numbers?.suffix ?? "") === suffix;
}

/**
 * The registered building at an address, among those whose numbers hold its number: by address, never by mere
 * closeness. Where the house is known, or the postal area, a building on another street of the same name is none.
 * @param house where the house is, when known to within the block
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
  // Without a place or a postal code, streets of one name cannot be told apart.
  const isUnclear = !house && fsa === null && new Set(fitting.map((building) => building.fsa)).size > 1;
  if (isUnclear) return null;
  const [best] = fitting.toSorted((a, b) => isElsewhere(a) - isElsewhere(b) || width(a) - width(b) || a.rsn - b.rsn);
  return best ?? null;
}

/** A building as it is stored with a listing and shown. */
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
