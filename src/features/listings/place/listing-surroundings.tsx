import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { BuildingFacts, ListingFacts } from "../../../../worker/contracts/places.ts";
import { formatCount, formatDate } from "../../../lib/format.ts";
import { LoadFailure } from "../../../ui/notice.tsx";
import { MapView } from "../../../ui/map/map-view.tsx";
import { FactCard, FactList } from "../facts/listing-facts.tsx";
import { AmenitiesCard, AMENITY_KINDS } from "./amenities-card.tsx";
import { listingPlaceFacts } from "../facts/listing-places.queries.ts";
import { mapOf } from "./nearby.tsx";
import { PlaceFacts, PlaceSkeleton, RentControlNote } from "./place-facts.tsx";
import { BUILDING_KIND, preciseLocation } from "./place-text.ts";

const REGISTER = "https://www.toronto.ca/rentsafeto";

/** Data of the City's register of rental buildings; missing values are left out. */
export function BuildingCard({ building }: { building: BuildingFacts }) {
  const { yearBuilt, storeys, units, score, evaluatedOn, propertyType } = building;
  const scoredOn = evaluatedOn === null ? "" : `, ${formatDate(evaluatedOn)}`;
  return (
    <FactCard id="listing-building" title="The building">
      <FactList
        facts={[
          ["Registered as", BUILDING_KIND[propertyType] ?? null],
          ["Built", yearBuilt === null ? null : `${yearBuilt}, says its owner`],
          ["Storeys", storeys],
          ["Homes", units === null ? null : formatCount(units)],
          ["City's score", score === null ? null : `${Math.round(score)} of 100${scoredOn}`],
        ]}
      />
      <p className="mt-3 text-sm text-ink-muted">
        From the City's register of apartment buildings, RentSafeTO, for <span translate="no">{building.address}</span>.
        {score !== null &&
          " The score is what the City's inspectors gave the building itself: entrances, halls, lifts, waste, grounds. They do not rate single homes."}{" "}
        <a
          href={REGISTER}
          rel="noopener"
          className="font-semibold text-accent underline underline-offset-2 hover:text-accent-strong"
        >
          About RentSafeTO
        </a>
      </p>
    </FactCard>
  );
}

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

/** A map with the listing, its station and amenities; hidden if the location is too imprecise. */
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

/** Open data about a listing's surroundings: map, amenities, rent control and building. */
export function ListingSurroundings({ listing }: { listing: PublicListing }) {
  const { data: facts, isPending, isError, refetch } = useQuery(listingPlaceFacts(listing.id));
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const map = useRef<HTMLDivElement>(null);
  const choose = (id: string) => {
    setSelectedId((before) => (before === id ? null : id));
    map.current?.scrollIntoView({ block: "nearest" });
  };
  const isOnMap = facts ? preciseLocation(facts) !== null : false;
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
        <div className="print:hidden">
          <PlaceFacts listing={listing} facts={facts} selectedId={selectedId} onSelect={choose}>
            <div ref={map} className="scroll-mt-24">
              <ListingMap listing={listing} facts={facts} selectedId={selectedId} onSelect={setSelectedId} />
            </div>
          </PlaceFacts>
        </div>
      )}
      <AmenitiesCard
        amenities={listing.amenities}
        {...(facts && isOnMap && { nearby: facts.nearby, selectedId, onSelect: choose })}
      />
      <RentControlNote facts={facts ?? undefined} statedYear={listing.yearBuilt} />
      <div className="print:hidden">{facts?.building && <BuildingCard building={facts.building} />}</div>
    </div>
  );
}
