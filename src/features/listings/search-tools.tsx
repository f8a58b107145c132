import { LayoutGrid, Map as MapIcon, SlidersHorizontal } from "lucide-react";
import { useRef } from "react";
import { useOverlay } from "../../lib/use-overlay.ts";
import { pillClass } from "./filter-bar.tsx";
import type { ListSource } from "./listings.queries.ts";
import { ResultCount } from "./result-count.tsx";
import { SearchChips } from "./search-chips.tsx";
import { filterCount, type ListState, type ShownCount } from "./search-state.ts";
import { SortChoice } from "./sort-choice.tsx";
import { WordsField } from "./words-field.tsx";
import { Link } from "../../ui/link.tsx";

const loadPanel = () => import("./search-panel.tsx");

const buttonClass = `${pillClass} min-h-11 gap-1.5 px-4`;

export interface SearchToolsProps {
  list: ListState;
  source: ListSource;
  /** The list leaves private rooms out. */
  hidesRooms: boolean;
  shown: ShownCount | null;
  isPending: boolean;
}

/** Filters, order and map of a list, and how many listings that leaves; in a box that wraps. */
export function SearchTools({ list, source, hidesRooms, shown, isPending }: SearchToolsProps) {
  const { dialog: panel, open, close, prepare } = useOverlay("filters", loadPanel);
  const filtersButton = useRef<HTMLButtonElement>(null);
  const focusFilters = () => filtersButton.current?.focus({ preventScroll: true });
  const { search, isMap } = list;
  const count = filterCount(search);
  const ViewIcon = isMap ? LayoutGrid : MapIcon;
  return (
    <>
      <button
        ref={filtersButton}
        type="button"
        aria-expanded={panel !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => (panel ? close() : void open())}
        className={buttonClass}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters{count > 0 && ` (${count})`}
      </button>
      <Link to={list.to({ isMap: !isMap })} keepsScroll className={buttonClass}>
        <ViewIcon aria-hidden="true" className="size-4" />
        {isMap ? "List" : "Map"}
      </Link>
      <WordsField list={list} />
      {panel && (
        <panel.SearchPanel
          search={search}
          source={source}
          hidesRooms={hidesRooms}
          onApply={(chosen) => {
            list.change({ search: chosen }, { replace: true });
            focusFilters();
          }}
          onClose={() => {
            close();
            focusFilters();
          }}
        />
      )}
      <div className="flex min-h-11 w-full flex-wrap items-center gap-2">
        <ResultCount shown={shown} isPending={isPending} />
        {/* On a phone they have lines of their own, below. */}
        <SearchChips
          list={list}
          onFollow={focusFilters}
          className="max-sm:order-1 max-sm:w-full sm:flex-1 sm:basis-60"
        />
        <SortChoice sort={search.sort} onChange={(sort) => list.change({ search: { ...search, sort } })} />
      </div>
    </>
  );
}
