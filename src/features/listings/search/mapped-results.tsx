import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Bedrooms, FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { isBelowMarket } from "../../../../worker/contracts/market.ts";
import {
  type FoundOnMap,
  MAP_POINTS,
  type SearchMap,
  type ListingSearch,
} from "../../../../worker/contracts/search.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { type MapMarker, MapView } from "../../../ui/map/map-view.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ListingFeed } from "../card/listing-feed.tsx";
import { cardId } from "../card/listing-grid.tsx";
import { listingDetail } from "../card/listings.queries.ts";
import { Attribution } from "../place/place-facts.tsx";
import { MapBeside, mapHeightClass, type MappedResultsProps } from "./listing-results.tsx";
import { searchMap } from "./search.queries.ts";

/** A list and its map with a shared selection. */
export function MappedResults({ filter, search, hidesRooms, ...feed }: MappedResultsProps) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  // The card that is hovered or focused.
  const [nearId, setNearId] = useState<number | null>(null);

  // The map shows listings that the list may not have loaded.
  const isLoaded = feed.listings.some(({ id }) => id === chosenId);
  const { data } = useQuery({ ...listingDetail(chosenId ?? 0), enabled: chosenId !== null && !isLoaded });
  const leading = !isLoaded && data?.id === chosenId ? data : null;
  const isShown = isLoaded || leading !== null;

  useEffect(() => {
    if (chosenId === null || !isShown) return;
    const card = document.getElementById(cardId(chosenId));
    card?.scrollIntoView({ block: "nearest" });
    card?.querySelector<HTMLElement>("h3 a")?.focus({ preventScroll: true });
  }, [chosenId, isShown]);

  return (
    <MapBeside
      map={
        <ResultsMap
          filter={filter}
          search={search}
          hidesRooms={hidesRooms}
          selectedId={nearId ?? chosenId}
          onSelect={(id) => {
            setNearId(null);
            setChosenId(id);
          }}
        />
      }
    >
      <ListingFeed {...feed} mapSync={{ chosenId, onIntent: setNearId }} leading={leading} />
    </MapBeside>
  );
}

/** Maximum characters of a price in a marker; the marker's label has all of it. */
const PRICE_MAX = 9;

function markerOf({ id, title, price, belowMarketPercent, latitude, longitude }: FoundOnMap): MapMarker {
  const amount = /^\d/.test(price) ? `$${price}` : price;
  return {
    id: String(id),
    latitude,
    longitude,
    tone: "accent",
    label: [title, amount, isBelowMarket(belowMarketPercent) && "below market"].filter(Boolean).join(", "),
    text: amount.length > PRICE_MAX ? `${amount.slice(0, PRICE_MAX - 1)}…` : amount,
  };
}

function placedText({ total, rooms, isCut }: SearchMap, placed: number, hidesRooms: boolean): string {
  const found = total - (hidesRooms ? rooms : 0);
  if (found === 0) return "No listings to show on the map.";
  if (total > MAP_POINTS)
    return `${formatCount(placed)} of the first ${formatCount(MAP_POINTS)} of ${formatCount(found)} listings are on the map.`;
  return `${formatCount(placed)} of ${isCut ? "at least " : ""}${plural(found, "listing")} ${placed === 1 ? "has" : "have"} a place on the map.`;
}

/** Fits two lines on phones, where the map stays above the list. */
const smallPrint = "text-[0.6875rem] leading-4";

interface ResultsMapProps {
  filter: FilterName | Bedrooms;
  search: ListingSearch;
  hidesRooms: boolean;
  selectedId: number | null;
  onSelect(id: number): void;
}

function ResultsMap({ filter, search, hidesRooms, selectedId, onSelect }: ResultsMapProps) {
  const { data, isError, refetch } = useQuery(searchMap(filter, search));
  const markers = useMemo(
    () => (data?.points ?? []).filter(({ bedrooms }) => !hidesRooms || bedrooms !== "Private Room").map(markerOf),
    [data, hidesRooms],
  );
  return (
    <div>
      {data ? (
        <MapView
          label="Map of the listings"
          markers={markers}
          isClustered
          clusterLabel={(count) => `${plural(count, "listing")} here: zoom in`}
          selectedId={selectedId === null ? null : String(selectedId)}
          onSelect={(id) => onSelect(Number(id))}
          className={mapHeightClass}
          attribution={<Attribution className={smallPrint} />}
        />
      ) : (
        <>
          <Skeleton className={`mb-1.5 rounded-card ${mapHeightClass}`} />
          <Attribution className={smallPrint} />
        </>
      )}
      <div className="mt-1.5 flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-ink-muted">
        <output>{data && placedText(data, markers.length, hidesRooms)}</output>
        {isError && (
          <>
            <p role="alert">The places of the listings could not be loaded.</p>
            <Button variant="secondary" size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
