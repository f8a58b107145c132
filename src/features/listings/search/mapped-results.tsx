import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ListingFeed } from "../card/listing-feed.tsx";
import { cardId } from "../card/listing-grid.tsx";
import type { MappedResultsProps } from "./listing-results.tsx";
import { listingDetail } from "../card/listings.queries.ts";
import { MapBeside } from "./map-beside.tsx";
import { ResultsMap } from "./results-map.tsx";

/** A list and the map of it, in step: each shows what is chosen on the other. */
export function MappedResults({ filter, search, hidesRooms, ...feed }: MappedResultsProps) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  // The card that the pointer or the keyboard is at.
  const [nearId, setNearId] = useState<number | null>(null);

  // The map shows what the list may not have loaded yet.
  const isLoaded = feed.listings.some(({ id }) => id === chosenId);
  const { data } = useQuery({ ...listingDetail(chosenId ?? 0), enabled: chosenId !== null && !isLoaded });
  const ahead = !isLoaded && data?.id === chosenId ? data : null;
  const isShown = isLoaded || ahead !== null;

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
      <ListingFeed {...feed} inStep={{ chosenId, onApproach: setNearId }} ahead={ahead} />
    </MapBeside>
  );
}
