import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts, NearbyOnMap } from "../../../../worker/contracts/places.ts";
import { formatMetres } from "../../../lib/format.ts";
import type { MapMarker } from "../../../ui/map/map-view.tsx";
import { preciseLocation } from "./place-text.ts";

/** A station farther away would zoom the map out too far, so the initial view leaves it out. */
const IN_FIRST_VIEW_METRES = 2_500;

const HOME_ID = "home";

/** Id of a place, shared by the list and the map. */
export function nearbyId({ kind, name }: Pick<NearbyOnMap, "kind" | "name">): string {
  return `${kind} ${name}`;
}

/** Map content of a listing; null if its location is too imprecise. */
export function mapOf(
  listing: Pick<PublicListing, "address">,
  facts: Pick<ListingFacts, "location" | "nearby">,
): { markers: MapMarker[]; focusIds: string[] } | null {
  const place = preciseLocation(facts);
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

/** A place that is also on the map, with a shared selection. */
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
