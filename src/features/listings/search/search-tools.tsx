import { ArrowUpDown, ChevronDown, LayoutGrid, Map as MapIcon, SlidersHorizontal, X } from "lucide-react";
import { activeFilters } from "./search-filters.ts";
import { filterCount, type ListState, type ShownCount, unfiltered } from "./search-state.ts";
import { Link } from "../../../ui/link.tsx";
import { SORTS, type Sort } from "../../../../worker/contracts/search.ts";
import { useRef } from "react";
import { useOverlay } from "../../../lib/use-overlay.ts";
import { pillClass } from "./filter-bar.tsx";
import type { ListSource } from "../card/listings.queries.ts";
import { ResultCount } from "./result-count.tsx";
import { WordsField } from "./words-field.tsx";

interface SearchChipsProps {
  list: ListState;
  /** Called when one of them is followed: it is gone afterwards, with the focus on it. */
  onFollow(): void;
  className: string;
}

/** The filters that are set. Each is a link to the list without it, so that it works without a script too. */
function SearchChips({ list, onFollow, className }: SearchChipsProps) {
  const filters = activeFilters(list.search);
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className={`flex min-w-0 flex-wrap items-center gap-2 ${className}`}>
      {filters.map(({ text, without }) => (
        <li key={text} className="min-w-0">
          <Link
            to={list.to({ search: without })}
            keepsScroll
            onClick={onFollow}
            className="inline-flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-accent-soft py-1 pr-2.5 pl-3.5 text-sm font-semibold text-accent hover:text-accent-strong pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove filter: </span>
            <span className="min-w-0">{text}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={list.to({ search: unfiltered(list.search) })}
          keepsScroll
          onClick={onFollow}
          className="inline-flex min-h-9 items-center rounded-control px-2 text-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-strong pointer-coarse:min-h-11"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
}

const SORT_TEXT: Record<Sort, string> = {
  newest: "Newest",
  discount: "Biggest discount",
  price: "Lowest rent",
  distance: "Nearest subway",
};

/** What the list is sorted by. */
function SortChoice({ sort, onChange }: { sort: Sort; onChange(sort: Sort): void }) {
  return (
    <label className="with-scripts relative ml-auto flex w-50 items-center">
      <span className="sr-only">Sort by</span>
      <ArrowUpDown aria-hidden="true" className="pointer-events-none absolute left-3.5 size-4" />
      <select
        value={sort}
        onChange={({ currentTarget }) => {
          const chosen = SORTS.find((known) => known === currentTarget.value);
          if (chosen) onChange(chosen);
        }}
        className="min-h-11 w-full min-w-0 appearance-none rounded-full border border-line-strong bg-surface pr-9 pl-9 text-sm font-semibold text-ellipsis hover:border-accent hover:text-accent"
      >
        {SORTS.map((name) => (
          <option key={name} value={name}>
            {SORT_TEXT[name]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4" />
    </label>
  );
}

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
