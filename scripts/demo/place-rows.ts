import { DOWNTOWN, metresBetween } from "../../worker/features/places/grid.ts";
import type { ListingPlace } from "../../worker/features/places/places.table.ts";
import { rentControlOf } from "../../worker/features/places/rent-control.ts";
import { closestStation } from "../../worker/features/places/stations.ts";
import type { PlaceColumns } from "./listing-rows.ts";
import { amenitiesNear, buildingAt, DEMO_PLACES } from "./places.ts";
import type { DemoUnit } from "./units.ts";

type Place = Omit<ListingPlace, "listingId">;

/** What a look-up finds around a house with all open data imported. */
function around(at: { latitude: number; longitude: number }): { columns: PlaceColumns; onMap: Place["onMap"] } {
  const { station, metres } = closestStation(at);
  const amenities = amenitiesNear(at);
  const named = Object.entries(amenities).map(([list, places]) => [
    list,
    places.map(({ name, distance }) => ({ name, distance })),
  ]);
  const { name, latitude, longitude, lines } = station;
  const distance = Math.round(metres);
  return {
    columns: {
      ...at,
      distanceToDowntown: (metresBetween(at, DOWNTOWN) / 1000).toFixed(1),
      closestSubwayStation: name,
      subwayLines: [...lines],
      distanceToSubway: distance,
      amenities: JSON.stringify(Object.fromEntries(named)),
    },
    onMap: [{ kind: "station", name, latitude, longitude, distance }, ...Object.values(amenities).flat()],
  };
}

/**
 * What is known of a demo unit's place, as a look-up stores it with all open data imported: the columns of its listing,
 * and how they are known. An import therefore takes nothing away from the demo.
 * @param dataVersion of the data as it is, so that the first tick does not look the unit up anew in tables that are empty
 */
export function placeRows(
  { address, home }: DemoUnit,
  dataVersion: string,
  enrichedAt: Date,
): { columns: PlaceColumns; place: Place } {
  const building = buildingAt(address.street);
  const rentControl = rentControlOf({ bedrooms: home.bedrooms, building, statedYear: home.yearBuilt ?? null });
  const found = DEMO_PLACES.get(address.street);
  const near = found?.at ? around(found.at) : { columns: {}, onMap: [] };
  return {
    columns: {
      ...near.columns,
      neighbourhood: found?.neighbourhood ?? null,
      postalArea: found?.at ? null : (address.postalArea ?? null),
      buildingYear: building?.yearBuilt ?? null,
      isRentControlled: rentControl.isRentControlled,
      rentControlConfidence: rentControl.confidence,
    },
    place: {
      method: found?.method ?? null,
      confidence: found?.confidence ?? null,
      source: found?.source ?? null,
      municipality: found?.municipality ?? null,
      dataVersion,
      building,
      rentControlReason: rentControl.reason,
      onMap: near.onMap,
      enrichedAt,
    },
  };
}
