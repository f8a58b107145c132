import { useMemo, useState } from "react";
import type { Bounds } from "../../../../worker/contracts/places.ts";
import { Button } from "../../../ui/button.tsx";
import { type MapMarker, type MapPoint, MapView } from "../../../ui/map/map-view.tsx";
import { Attribution } from "../place/place-facts.tsx";

/** City Hall, in the middle of the map that nothing was chosen on. */
const DOWNTOWN: MapPoint = { latitude: 43.6532, longitude: -79.3832 };
const ZOOM = { chosen: 14, unknown: 11 };

const middleOf = ({ west, south, east, north }: Bounds): MapPoint => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

interface PlacePinMapProps {
  name: string;
  chosen: MapPoint | null;
  onPin(place: MapPoint): void;
}

/** A pin for a place that cannot be found by typing: by pointer, by arrow keys, or in the middle of the map. */
export function PlacePinMap({ name, chosen, onPin }: PlacePinMapProps) {
  const [start] = useState(chosen);
  const [middle, setMiddle] = useState(start ?? DOWNTOWN);
  const { latitude, longitude } = chosen ?? DOWNTOWN;
  const markers = useMemo(
    (): MapMarker[] => [{ id: "pin", tone: "main", latitude, longitude, label: `Pin of ${name}` }],
    [name, latitude, longitude],
  );
  return (
    <div className="grid gap-2">
      <MapView
        label={`Map to put a pin on ${name}`}
        markers={markers}
        openingZoom={start ? ZOOM.chosen : ZOOM.unknown}
        onDrag={onPin}
        onMove={(bounds) => setMiddle(middleOf(bounds))}
        hint="Press the map or drag the pin. With the keyboard: move the map or the pin by arrow keys."
        className="h-64"
        attribution={<Attribution />}
      />
      <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => onPin(middle)}>
        Put the pin in the middle of the map
      </Button>
    </div>
  );
}
