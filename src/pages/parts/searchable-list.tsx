import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { Bedrooms, FilterName } from "../../../worker/contracts/bedrooms.ts";
import type { ListingFeedProps } from "../../features/listings/card/listing-feed.tsx";
import { collectListings, type ListSource } from "../../features/listings/facts/listings.queries.ts";
import { useAlert } from "../../features/listings/filters/alert-button.tsx";
import { ListingResults, NoMatches } from "../../features/listings/search/listing-results.tsx";
import { SearchBar } from "../../features/listings/search/search-bar.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type ListState, PLAIN_VIEW, shownCount, viewQuery } from "../../features/listings/commute/list-state.ts";

interface SearchableListProps extends Pick<ListingFeedProps, "query" | "skeletons" | "fillTo" | "texts"> {
  list: ListState;
  /** The heading of the page or section. */
  heading: ReactNode;
  /** The preselected type of a new post. */
  presetBedrooms?: Bedrooms;
  source: ListSource;
  /** The type that the map requests. */
  filter: FilterName | Bedrooms;
  /** True if private rooms are loaded but hidden. */
  hidesRooms?: boolean;
  isFiltered: boolean;
  /** Name of the section; without it, the list belongs to the enclosing section. */
  label?: string;
  /** The filter by bedrooms. */
  types: ReactNode;
  /** Texts for an unfiltered list without listings. */
  empty: { title: string; text: string; action?: ReactNode };
}

/** Shows a list of listings with its search and map. */
export function SearchableList(props: SearchableListProps) {
  const { list, heading, presetBedrooms, source, filter, hidesRooms = false, isFiltered, label, types, empty } = props;
  const { query, skeletons, fillTo, texts } = props;
  const { isMap } = list;
  const pages = query.data?.pages ?? [];
  const loaded = collectListings(pages);
  const shown = pages[0] ? shownCount(pages[0], hidesRooms) : null;
  const isNarrow = isFiltered || source.bedrooms !== undefined;
  const meaning = pages[0]?.meaning ?? null;
  const listings = hidesRooms ? loaded.filter(({ bedrooms }) => bedrooms !== "Private Room") : loaded;
  const hasNone = pages.length > 0 && listings.length === 0;
  const alert = useAlert({ list, source }, hasNone || (meaning?.dropped.length ?? 0) > 0);
  const Results = label === undefined ? "div" : "section";
  return (
    <>
      <SearchBar
        list={list}
        heading={heading}
        presetBedrooms={presetBedrooms}
        source={source}
        hidesRooms={hidesRooms}
        shown={shown}
        // A filtered list has the button to save the search beside its filters. The unfiltered list has it at the end,
        // so that the first home appears early.
        alert={isNarrow && !hasNone && alert.button}
        meaning={query.isPlaceholderData ? null : meaning}
        isPending={query.isPending}
        isCommuteOff={pages[0]?.isCommuteOff === true}
      >
        {types}
      </SearchBar>
      <Results aria-label={label}>
        {label !== undefined && <h2 className="sr-only">Listings</h2>}
        <ListingResults
          // A list with a map keeps its key, so that the map stays mounted while the list changes.
          key={isMap ? "map" : viewQuery(list)}
          list={list}
          isMap={isMap}
          filter={filter}
          hidesRooms={hidesRooms}
          query={query}
          listings={listings}
          skeletons={skeletons}
          fillTo={fillTo}
          texts={texts}
          empty={
            isFiltered ? (
              <NoMatches
                list={list}
                source={source}
                hidesRooms={hidesRooms}
                alert={alert.button}
                onClear={() => list.change({ ...PLAIN_VIEW, isMap })}
              />
            ) : (
              <Notice
                icon={SearchX}
                title={empty.title}
                actions={
                  <>
                    {alert.button}
                    {empty.action}
                  </>
                }
              >
                <p>{empty.text}</p>
              </Notice>
            )
          }
          alert={!isNarrow && alert.button}
        />
      </Results>
      {alert.dialog}
    </>
  );
}
