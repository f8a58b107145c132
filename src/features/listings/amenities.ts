import type { Amenities, NearbyPlace } from "../../../worker/contracts/listings.ts";

/** At most this many of a kind are shown. */
const SHOWN = 5;

function isPlace(value: unknown): value is NearbyPlace {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "distance" in value &&
    Number.isFinite(value.distance)
  );
}

function places(source: object, key: keyof Amenities): NearbyPlace[] | null {
  const list: unknown = key in source ? (source as Record<string, unknown>)[key] : undefined;
  return Array.isArray(list) ? list.filter(isPlace).slice(0, SHOWN) : null;
}

/** An empty list says that none is known nearby; null, that the data of that kind was not there to look in. */
export type KnownAmenities = Record<keyof Amenities, NearbyPlace[] | null>;

/** The amenities of a listing's JSON text; null when there are none or the text is unreadable. */
export function parseAmenities(json: string | null): KnownAmenities | null {
  if (json === null || json === "") return null;
  try {
    const source: unknown = JSON.parse(json);
    if (typeof source !== "object" || source === null) return null;
    return {
      schools: places(source, "schools"),
      groceryStores: places(source, "groceryStores"),
      medicalFacilities: places(source, "medicalFacilities"),
      parks: places(source, "parks"),
      daycares: places(source, "daycares"),
    };
  } catch {
    return null;
  }
}
