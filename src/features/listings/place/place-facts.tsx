import type { ReactNode } from "react";
import type { PublicListing } from "../../../../worker/contracts/listings.ts";
import type { ListingFacts } from "../../../../worker/contracts/places.ts";
import { formatDate } from "../../../lib/format.ts";
import { Chip } from "../../../ui/chip.tsx";
import { Attribution } from "./attribution.tsx";
import { FactCard, FactList } from "../card/fact-list.tsx";
import { nearbyId } from "./nearby.ts";
import { NearbyButton } from "./nearby-button.tsx";
import { CONFIDENCE_TEXT, dataDay, placeKnownText, surePlace } from "./place-text.ts";
import { StationLine } from "./station-line.tsx";

interface PlaceFactsProps {
  listing: PublicListing;
  facts: ListingFacts;
  selectedId: string | null;
  onSelect(id: string): void;
  /** The map. */
  children: ReactNode;
}

/** The City before 1998: the file of its former municipalities calls it so. */
const OLD_TORONTO = "Old Toronto";

/** Where a listing is, how that is known, and the way to the subway and downtown. */
export function PlaceFacts({ listing, facts, selectedId, onSelect, children }: PlaceFactsProps) {
  const place = surePlace(facts);
  const day = facts.location && dataDay(facts.location.dataVersion);
  const station = place && facts.nearby.find(({ kind }) => kind === "station");
  const stationRow = station ? (
    <NearbyButton id={nearbyId(station)} selectedId={selectedId} onSelect={onSelect}>
      <StationLine listing={listing} className="justify-end" />
    </NearbyButton>
  ) : null;
  return (
    <FactCard id="listing-place" title="Where it is">
      <p className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {placeKnownText(facts)}
        {facts.location && <Chip>{CONFIDENCE_TEXT[facts.location.confidence]}</Chip>}
      </p>
      <FactList
        facts={[
          ["Neighbourhood", facts.neighbourhood],
          ["Postal area", listing.postalArea],
          [facts.municipality === OLD_TORONTO ? "Former municipality" : "Municipality", facts.municipality],
          ["Downtown", place && listing.distanceToDowntown && `${listing.distanceToDowntown} km to City Hall`],
          ["Closest station", stationRow],
        ]}
      />
      {place && <div className="mt-4">{children}</div>}
      <div className="mt-3 space-y-1 text-xs text-ink-muted">
        {facts.location && (
          <p>
            {place && "Distances are straight lines: the way on foot is longer. "}
            Place: {facts.location.source}
            {day && `, data of ${formatDate(day)}`}.
          </p>
        )}
        {(place !== null || facts.neighbourhood !== null || listing.postalArea !== null) && <Attribution />}
      </div>
    </FactCard>
  );
}
