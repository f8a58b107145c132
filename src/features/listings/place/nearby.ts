import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts, NearbyOnMap } from "../../../../worker/contracts/places.ts";
import { formatMetres } from "../../../lib/format.ts";
import type { MapMarker } from "../../../ui/map-view.tsx";
import { surePlace } from "./place-text.ts";

/** A station farther away than this would make the rest of the map too small to be read; it can still be chosen. */
const IN_FIRST_VIEW_METRES = 2_500;

const HOME_ID = "home";

/** What tells a place near a listing from the others, in the list and on the map. */
export function nearbyId({ kind, name }: Pick<NearbyOnMap, "kind" | "name">): string {
  return `${kind} ${name}`;
}

/** What the map of a listing shows, and opens on; null where the place is not known well enough. */
export function mapOf(
  listing: Pick<PublicListing, "address">,
  facts: Pick<ListingFacts, "location" | "nearby">,
): { markers: MapMarker[]; focusIds: string[] } | null {
  const place = surePlace(facts);
  if (place === null) return null;
  const { latitude, longitude, confidence } = place;
  const home: MapMarker = {
    id: HOME_ID,
    latitude,
    longitude,
    label: confidence === "high" ? listing.address : `${listing.address} (about here)`,
    tone: "main",
  };
  const around = facts.nearby.map((near): MapMarker => ({
    id: nearbyId(near),
    latitude: near.latitude,
    longitude: near.longitude,
    label: `${near.name}, ${formatMetres(near.distance)}`,
    ...(near.kind === "station" ? { tone: "accent", name: near.name } : { tone: "muted", icon: near.kind }),
  }));
  return {
    markers: [home, ...around],
    focusIds: [HOME_ID, ...facts.nearby.filter(({ distance }) => distance <= IN_FIRST_VIEW_METRES).map(nearbyId)],
  };
}
