import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { districtsIn } from "../contracts/area-address.ts";
import type { Deps } from "../platform/deps.ts";
import { type AddressToLocate, plausibleHouses } from "./geocode-houses.ts";
import { type AddressPoint, sampleHouses } from "./geocode.repo.ts";
import { outlinesOf } from "./named-areas.service.ts";
import { areOnOneStreet, isNearStreet } from "./street-shape.ts";
import { parseAddress } from "../contracts/parse-address.ts";

/** Returns the houses in the districts that an address names. */
async function inNamedDistricts(deps: Deps, houses: readonly AddressPoint[], text: string): Promise<AddressPoint[]> {
  const named = await Promise.all(districtsIn(text).map(async (place) => outlinesOf(deps, place)));
  return houses.filter(({ latitude, longitude }) =>
    named
      .flat()
      .some(({ polygons }) =>
        booleanPointInPolygon([longitude, latitude], { type: "MultiPolygon", coordinates: polygons }),
      ),
  );
}

/**
 * Parses an address and decides which street it means if Toronto has several streets with that name. The postal area,
 * the former municipality or a named neighbourhood decides. Reads a sample of the houses on streets with that name.
 * @returns `isUndecided` if none of these decides; then nothing about the location is certain
 */
export async function resolveStreet(
  deps: Deps,
  text: string,
): Promise<{ address: AddressToLocate; isUndecided: boolean; houses: readonly AddressPoint[] }> {
  const address = parseAddress(text);
  if (address.street === null || address.numbers === null) return { address, isUndecided: false, houses: [] };
  const houses = plausibleHouses(await sampleHouses(deps, [address.street]), address);
  if (areOnOneStreet(houses)) return { address, isUndecided: false, houses };
  const meant = await inNamedDistricts(deps, houses, text);
  if (meant.length === 0 || !areOnOneStreet(meant)) return { address, isUndecided: true, houses };
  return { address: { ...address, isOnStreet: (house) => isNearStreet(house, meant) }, isUndecided: false, houses };
}
