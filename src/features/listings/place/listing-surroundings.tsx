import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import { LoadFailure } from "../../../ui/load-failure.tsx";
import { AmenitiesCard } from "./amenities-card.tsx";
import { BuildingCard } from "./building-card.tsx";
import { ListingMap } from "./listing-map.tsx";
import { listingPlaceFacts } from "./listing-places.queries.ts";
import { PlaceFacts } from "./place-facts.tsx";
import { PlaceSkeleton } from "./place-skeleton.tsx";
import { surePlace } from "./place-text.ts";
import { RentControlNote } from "./rent-control-note.tsx";

/** What open data says of a listing's place: the map with its lists, rent control, and the building. */
export function ListingSurroundings({ listing }: { listing: PublicListing }) {
  const { data: facts, isPending, isError, refetch } = useQuery(listingPlaceFacts(listing.id));
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const map = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    setSelectedId((before) => (before === id ? null : id));
    map.current?.scrollIntoView({ block: "nearest" });
  };
  const isOnMap = facts ? surePlace(facts) !== null : false;
  return (
    <div className="space-y-6">
      {isPending && <PlaceSkeleton />}
      {isError && (
        <div className="rounded-card border border-line bg-surface">
          <LoadFailure
            level="h2"
            title="The map and the facts of the place could not be loaded"
            onRetry={() => void refetch()}
          >
            <p>Please try again later.</p>
          </LoadFailure>
        </div>
      )}
      {facts && (
        <PlaceFacts listing={listing} facts={facts} selectedId={selectedId} onSelect={choose}>
          <div ref={map} className="scroll-mt-24">
            <ListingMap listing={listing} facts={facts} selectedId={selectedId} onSelect={setSelectedId} />
          </div>
        </PlaceFacts>
      )}
      <AmenitiesCard
        amenities={listing.amenities}
        {...(facts && isOnMap && { nearby: facts.nearby, selectedId, onSelect: choose })}
      />
      <RentControlNote facts={facts ?? undefined} statedYear={listing.yearBuilt} />
      {facts?.building && <BuildingCard building={facts.building} />}
    </div>
  );
}
