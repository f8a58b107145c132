import { useEffect } from "react";
import type { Bedrooms, FilterName } from "../../../../worker/contracts/bedrooms.ts";
import type { ListingSearch } from "../../../../worker/contracts/search.ts";
import { useOnDemand } from "../../../lib/use-on-demand.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ListingFeed, type ListingFeedProps } from "../card/listing-feed.tsx";
import { MapBeside, mapHeightClass } from "./map-beside.tsx";

const loadMapped = () => import("./mapped-results.tsx");

export interface MappedResultsProps extends Omit<ListingFeedProps, "inStep" | "ahead"> {
  /** The type that the map asks for. */
  filter: FilterName | Bedrooms;
  search: ListingSearch;
  hidesRooms: boolean;
}

const NOT_YET = { chosenId: null, onApproach: () => {} };

/** A list, with a map of the same search where one is wanted. The list does not wait for the map. */
export function ListingResults({ isMap, ...results }: MappedResultsProps & { isMap: boolean }) {
  const { module: mapped, request } = useOnDemand(loadMapped);
  useEffect(() => {
    if (isMap) void request();
  }, [isMap, request]);

  if (!isMap) return <ListingFeed {...results} />;
  if (mapped) return <mapped.MappedResults {...results} />;
  return (
    <MapBeside map={<Skeleton className={`mb-18 rounded-card ${mapHeightClass}`} />}>
      <ListingFeed {...results} inStep={NOT_YET} />
    </MapBeside>
  );
}
