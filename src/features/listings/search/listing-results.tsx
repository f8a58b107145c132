import { SearchX } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import type { Bedrooms, FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { useLazyModule } from "../../../lib/use-lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ListingFeed, type ListingFeedProps } from "../card/listing-feed.tsx";
import type { ListSource } from "../facts/listings.queries.ts";
import type { ListState } from "../commute/list-state.ts";

const loadMapped = () => import("./mapped-results.tsx");

export interface MappedResultsProps extends Omit<ListingFeedProps, "mapSync"> {
  /** The type that the map requests. */
  filter: FilterName | Bedrooms;
  hidesRooms: boolean;
}

const EMPTY_MAP_SYNC = { chosenId: null, onIntent: () => {} };

/** Shows the results and, with `isMap`, a map of the same search. The list does not wait for the map. */
export function ListingResults({ isMap, ...results }: MappedResultsProps & { isMap: boolean }) {
  const { module: mapped, request } = useLazyModule(loadMapped);
  useEffect(() => {
    if (isMap) void request();
  }, [isMap, request]);

  if (!isMap) return <ListingFeed {...results} />;
  if (mapped) return <mapped.MappedResults {...results} />;
  return (
    <MapBeside map={<Skeleton className="results-map mb-18 rounded-card" />}>
      <ListingFeed {...results} mapSync={EMPTY_MAP_SYNC} />
    </MapBeside>
  );
}

interface MapBesideProps {
  map: ReactNode;
  /** True if no map can be drawn; phones then do not reserve the whole screen for it. */
  isPlain?: boolean;
  children: ReactNode;
}

/** Shows a list with a sticky map beside it. On phones and tablets the map fills the screen. */
export function MapBeside({ map, isPlain = false, children }: MapBesideProps) {
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className={`map-pane ${isPlain ? "" : "map-full"}`}>{map}</div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

interface NoMatchesProps {
  list: ListState;
  source: ListSource;
  hidesRooms: boolean;
  /** Button that saves the search. */
  alert: ReactNode;
  onClear(): void;
}

/** Notice for a search without results. Suggestions of filters to remove load after the page. */
export function NoMatches({ list, source, hidesRooms, alert, onClear }: NoMatchesProps) {
  const [suggestions, setSuggestions] = useState<typeof import("./filter-suggestions.tsx") | null>(null);
  // If loading fails, the page stays as it is.
  useEffect(() => void import("./filter-suggestions.tsx").then(setSuggestions, () => undefined), []);
  return (
    <Notice
      icon={SearchX}
      title="No listings found"
      actions={
        <>
          <Button onClick={onClear}>Clear all filters</Button>
          {alert}
        </>
      }
    >
      <p>Try adjusting your filters.</p>
      {suggestions && <suggestions.FilterSuggestions list={list} source={source} hidesRooms={hidesRooms} />}
    </Notice>
  );
}
