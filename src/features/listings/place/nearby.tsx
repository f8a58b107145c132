import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts, NearbyOnMap } from "../../../../worker/contracts/places.ts";
import { formatMetres } from "../../../lib/format.ts";
import type { MapMarker } from "../../../ui/map/map-view.tsx";
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

interface NearbyButtonProps {
  id: string;
  selectedId: string | null;
  onSelect(id: string): void;
  children: ReactNode;
}

/** A place in a list that stands on a map as well: choosing it there chooses it here, and the other way round. */
export function NearbyButton({ id, selectedId, onSelect, children }: NearbyButtonProps) {
  const isSelected = id === selectedId;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
      className={`says-something flex min-h-6 w-full items-center justify-between gap-3 rounded-control px-2 py-0.5 text-left transition-colors pointer-coarse:min-h-11 ${
        isSelected ? "bg-accent-soft text-accent" : "hover:bg-sunken"
      }`}
    >
      {children}
    </button>
  );
}
