import { useMemo } from "react";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { type MapMarker, type MapPoint, MapView } from "../../../ui/map-view.tsx";
import { Attribution } from "../place/attribution.tsx";

/** City Hall, where the marker waits while nothing is known. */
const DOWNTOWN: MapPoint = { latitude: 43.6532, longitude: -79.3832 };

interface Start extends MapPoint {
  /** What the marker stands for until it is moved. */
  text: string;
  /** How near the map opens: the less is known, the more of the city is shown. */
  openingZoom: number;
}

function startOf(location: ListingFacts["location"]): Start {
  if (location === null || location.latitude === null || location.longitude === null) {
    return { ...DOWNTOWN, openingZoom: 11, text: "The place is not known: the marker waits downtown." };
  }
  const { latitude, longitude, method, confidence } = location;
  const at = { latitude, longitude };
  if (confidence === "low") {
    return { ...at, openingZoom: 13, text: "The marker waits in the middle of the postal area, not at the home." };
  }
  const text = method === "pin" ? "The marker shows the pin." : "The marker shows where the address was found.";
  return { ...at, openingZoom: 15, text };
}

interface AdminPinMapProps {
  address: string;
  location: ListingFacts["location"];
  /** Where the pin would be dropped; null while nothing is chosen. */
  chosen: MapPoint | null;
  onMove(place: MapPoint): void;
}

/** A map with a marker to be moved to where a listing is. */
export function AdminPinMap({ address, location, chosen, onMove }: AdminPinMapProps) {
  const start = startOf(location);
  const { latitude, longitude } = chosen ?? start;
  const markers = useMemo(
    (): MapMarker[] => [{ id: "pin", tone: "main", latitude, longitude, label: `Pin of ${address}` }],
    [address, latitude, longitude],
  );
  const state = chosen === null ? start.text : "The marker shows what is chosen, and is not saved yet.";
  return (
    <MapView
      label={`Map to pin ${address}`}
      markers={markers}
      openingZoom={start.openingZoom}
      onDrag={onMove}
      hint={`${state} Drag it, press the map, or focus it and use the arrow keys.`}
      className="h-72"
      attribution={<Attribution />}
    />
  );
}
