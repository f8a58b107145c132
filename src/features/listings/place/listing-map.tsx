import { useMemo } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { MapView } from "../../../ui/map-view.tsx";
import { AMENITY_KINDS } from "./amenity-kinds.ts";
import { mapOf } from "./nearby.ts";

const RINGS = [
  { metres: 500, text: "500 m" },
  { metres: 1000, text: "1 km" },
];

interface ListingMapProps {
  listing: Pick<PublicListing, "address" | "title">;
  facts: Pick<ListingFacts, "location" | "nearby">;
  selectedId: string | null;
  onSelect(id: string): void;
}

/** A listing with its station and amenities on a map; nothing where its place is not known well enough. */
export function ListingMap({ listing, facts, selectedId, onSelect }: ListingMapProps) {
  const map = useMemo(() => mapOf(listing, facts), [listing, facts]);
  if (map === null) return null;
  const legend = AMENITY_KINDS.filter(({ onMap }) => facts.nearby.some(({ kind }) => kind === onMap)).map(
    ({ onMap, name, icon: Icon }) => ({ key: onMap, name, icon: <Icon aria-hidden="true" /> }),
  );
  return (
    <MapView
      label={`Map of what is around ${listing.title}`}
      {...map}
      rings={RINGS}
      legend={legend}
      selectedId={selectedId}
      onSelect={onSelect}
      className="h-72 sm:h-96"
    />
  );
}
