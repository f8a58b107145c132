import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { areaOf } from "../contracts/address-check.ts";
import { municipalityByCode } from "../contracts/municipalities.ts";
import type { NamedPlace } from "../contracts/place-names.ts";
import type { Deps } from "../platform/deps.ts";
import { isInPostalArea } from "./geocode-houses.ts";
import { areasNamed } from "./nearby.repo.ts";
import { fsaCentroid } from "./place-data.ts";

/**
 * Returns the outlines of the neighbourhoods with a name, or of a former municipality. Empty for other areas, or if the
 * City's data was not imported.
 */
export const outlinesOf = (deps: Deps, { neighbourhoods, municipality }: NamedPlace) =>
  neighbourhoods ? areasNamed(deps, "neighbourhood", neighbourhoods) : areasNamed(deps, "municipality", [municipality]);

/**
 * Returns the municipality of an address's postal code if the area that the address names lies elsewhere. Within
 * Toronto, the City's outlines decide. Null if area and postal code agree, and for addresses that do not name an area.
 */
export async function municipalityAgainstName(deps: Deps, address: string): Promise<string | null> {
  const byCode = municipalityByCode(address);
  const area = areaOf(address);
  if (byCode === null || area === null) return null;
  if (byCode.isNameElsewhere) return byCode.municipality;
  const fsa = area.postalCode.slice(0, 3);
  const centre = fsaCentroid(fsa);
  if (centre === null || area.place.municipality === "Toronto") return null;
  const outlines = await outlinesOf(deps, area.place);
  const isNear = outlines.some(
    ({ polygons }) =>
      booleanPointInPolygon([centre.longitude, centre.latitude], { type: "MultiPolygon", coordinates: polygons }) ||
      polygons.flat(2).some(([longitude, latitude]) => isInPostalArea({ latitude, longitude }, fsa)),
  );
  return outlines.length === 0 || isNear ? null : "Toronto";
}
