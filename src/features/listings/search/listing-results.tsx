import { SearchX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Bedrooms, FilterName } from "../../../../worker/contracts/bedrooms.ts";
import type { ListingSearch } from "../../../../worker/contracts/search.ts";
import { useOnDemand } from "../../../lib/use-on-demand.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ListingFeed, type ListingFeedProps } from "../card/listing-feed.tsx";
import type { ListSource } from "../card/listings.queries.ts";
import type { ListState } from "./search-state.ts";

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

/** Height of the map, there before the map is. */
export const mapHeightClass = "h-[40dvh] lg:h-[calc(100dvh-10.5rem)]";

/** A list with its map, which stays in view: above the list on a phone, else beside it. */
export function MapBeside({ map, children }: { map: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="sticky top-15 z-30 -mx-4 self-start bg-paper px-4 pb-2 sm:-mx-6 sm:px-6 lg:top-20 lg:order-2 lg:mx-0 lg:p-0">
        {map}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

interface NoMatchesProps {
  list: ListState;
  source: ListSource;
  hidesRooms: boolean;
  onClear(): void;
}

/** In place of a list that the filters leave empty. Which of them to give up is looked up after the page. */
export function NoMatches({ list, source, hidesRooms, onClear }: NoMatchesProps) {
  const [hints, setHints] = useState<typeof import("./loosen-filters.tsx") | null>(null);
  // Without it, the page is complete.
  useEffect(() => void import("./loosen-filters.tsx").then(setHints, () => undefined), []);
  return (
    <Notice icon={SearchX} title="No listings found" actions={<Button onClick={onClear}>Clear all filters</Button>}>
      <p>Try adjusting your filters.</p>
      {hints && <hints.LoosenFilters list={list} source={source} hidesRooms={hidesRooms} />}
    </Notice>
  );
}
