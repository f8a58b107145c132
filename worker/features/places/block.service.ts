import { streetName } from "../../contracts/street-words.ts";
import type { BuildingFacts } from "../../contracts/places.ts";
import { municipalityOfAddress, parseAddress } from "../../contracts/parse-address.ts";
import type { Deps } from "../../platform/deps.ts";
import type { Coordinates } from "../../platform/grid.ts";
import { buildingAt } from "./facts-at.service.ts";
import { findStations, isTorontoAddress, buildingsOnBlock, geocodeLocally, commonAreas } from "../../address/index.ts";

/** The location that a text names, without the house number. */
export interface BlockOrArea {
  /**
   * The street in its usual spelling, and the lowest house number of the block. Null if the text has no house number.
   */
  block: { street: string; low: number } | null;
  /** The City's name of the neighbourhood. Null if it is unknown. */
  neighbourhood: string | null;
  /** The municipality, as addresses spell it. Null if the text names none. */
  municipality: string | null;
  /** Year in which the registered rental building at the address was built. */
  registeredYear: number | null;
}

const neighbourhoodAt = async (deps: Deps, point: Coordinates | null): Promise<string | null> =>
  point && (await commonAreas(deps, [point])).neighbourhood;

/**
 * Returns the block of an address, or the neighbourhood of an intersection or station. Uses only the site's own tables,
 * and reads at most a thousand rows. Does not store the text.
 * @param text at most ADDRESS_MAX characters
 * @param blockSize number of house numbers in a block
 */
export async function findBlockOrArea(deps: Deps, text: string, blockSize: number): Promise<BlockOrArea> {
  const address = parseAddress(text);
  const { street, numbers, crossing } = address;
  if (street !== null && numbers !== null) {
    const municipality = municipalityOfAddress(text) || null;
    const house = isTorontoAddress(address) ? await geocodeLocally(deps, text, true) : null;
    const isUndecided = house?.confidence === "low";
    const building = isUndecided
      ? null
      : await buildingAt(deps, { address: text, municipality: municipality ?? "" }, house);
    return {
      block: { street: streetName(street), low: numbers.low - (numbers.low % blockSize) },
      neighbourhood: isUndecided ? null : await neighbourhoodAt(deps, house),
      municipality,
      registeredYear: building?.yearBuilt ?? null,
    };
  }
  const [station = null] = crossing ? [] : findStations(text).called;
  const point = crossing ? await geocodeLocally(deps, text, true) : station;
  const municipality = address.municipality || (address.fsa !== null && isTorontoAddress(address) ? "Toronto" : null);
  return { block: null, neighbourhood: await neighbourhoodAt(deps, point), municipality, registeredYear: null };
}

/**
 * Returns the building on a block that was registered with a year of construction, in the form from which rent control
 * is derived. Returns null if there is none.
 */
export async function registeredOnBlock(
  deps: Deps,
  { street, low, high }: { street: string; low: number; high: number },
  year: number,
): Promise<Pick<BuildingFacts, "propertyType" | "yearBuilt"> | null> {
  const buildings = await buildingsOnBlock(deps, street, low, high);
  return buildings.find(({ yearBuilt }) => yearBuilt === year) ?? null;
}
