import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, Map as MapIcon, Search, SlidersHorizontal, X } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { AREAS } from "../../../../worker/contracts/areas.ts";
import { SEARCH_TEXT_MAX } from "../../../../worker/contracts/search-words.ts";
import { readStorage, writeStorage } from "../../../lib/storage.ts";
import { useOverlay } from "../../../lib/use-lazy-module.ts";
import { NativeSelect, TextInput } from "../../../ui/field.tsx";
import { Link } from "../../../ui/link.tsx";
import type { ListSource } from "../facts/listings.queries.ts";
import { PlacesOverlay } from "../commute/places-overlay.tsx";
import { useCommutes, type Commutes } from "../commute/commutes-store.ts";
import { pillClass, ResultCount, SearchForm } from "./filter-bar.tsx";
import { meaningParts, maxRentText } from "../filters/meaning-parts.ts";
import { activeFilters } from "../filters/search-filters.ts";
import { filterCount, type ListState, type ShownCount, unfiltered, placeNumbers } from "../commute/list-state.ts";
import { searchPlaces } from "./search.queries.ts";
import { COMMUTE_SORT, type IndexedSort, type SearchMeaning, SORTS } from "../../../../worker/contracts/search.ts";

const SORT_TEXT: Record<IndexedSort, string> = {
  newest: "Newest",
  discount: "Biggest discount",
  price: "Lowest rent",
  distance: "Nearest subway",
  drop: "Biggest drop",
};

type Choice = readonly [value: string, text: string];
const SHORTEST = "Shortest commute";

/** Returns the part of `commutes` that sorts by commute; undefined without one. */
const findCommuteSort = (commutes: string) => commutes.split(",").find((part) => part.startsWith("sort"));

/**
 * Returns the sort orders by commute, to all selected places or to a single one. The places come from the link or from
 * this browser.
 */
function commuteChoices(
  { search, commutes }: Pick<ListState, "search" | "commutes">,
  known: Commutes | null,
): Choice[] {
  if (search.commute.length > 0) return [[COMMUTE_SORT, SHORTEST]];
  const places = known?.places ?? [];
  const asked = findCommuteSort(commutes);
  if (places.length === 0) return asked === undefined ? [] : [[asked, SHORTEST]];
  const one = places.map(({ name }, index): Choice => [`sort${index + 1}`, `${SHORTEST} to ${name}`]);
  return [["sort", SHORTEST], ...(places.length > 1 && placeNumbers(commutes).length === 0 ? one : [])];
}

/** Applies a choice that was made before hydration. */
function applyEarlyChoice(select: HTMLSelectElement | null): void {
  if (select?.querySelector("[selected]:not(:checked)"))
    queueMicrotask(() => select.dispatchEvent(new Event("change", { bubbles: true })));
}

type Ordered = Pick<ListState, "search" | "commutes">;

/** Returns the sort orders of a list, including those by commute if there are places. */
export const orderChoices = (list: Ordered, known: Commutes | null): Choice[] => [
  ...SORTS.map((name): Choice => [name, SORT_TEXT[name]]),
  ...commuteChoices(list, known),
];

export const readSortOrder = ({ search, commutes }: Ordered): string => findCommuteSort(commutes) ?? search.sort;

/** Returns the list in another sort order. @param value one of {@link orderChoices} */
export function withSortOrder({ search, commutes }: Ordered, value: string): Ordered {
  const limits = placeNumbers(commutes);
  const sort = value === COMMUTE_SORT ? COMMUTE_SORT : SORTS.find((known) => known === value);
  if (sort) return { search: { ...search, sort }, commutes: limits.join() };
  return { search: { ...search, sort: "newest" }, commutes: [...limits, value].join() };
}

interface PillChoiceProps extends ComponentProps<"select"> {
  /** Class of the surrounding element. */
  around: string;
  choices: readonly Choice[];
  onChoose(value: string): void;
}

/** A select in the shape of a pill for wide screens. On narrower screens, the choice is in the filter panel. */
function PillChoice({ around, choices, onChoose, className = "", ...select }: PillChoiceProps) {
  return (
    <div className={`max-lg:hidden ${around}`}>
      <NativeSelect
        {...select}
        ref={applyEarlyChoice}
        // Keeps browsers from restoring an earlier choice, which would look like a choice made before hydration.
        autoComplete="off"
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        className={`rounded-full pl-4 font-semibold ${className}`}
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}

interface SearchChipsProps {
  list: ListState;
  meaning: SearchMeaning | null;
  /** Called when the visitor follows a chip, because the focus disappears with the chip. */
  onFollow(): void;
}

/** Shows each active filter as a link to the list without that filter, so that it works without scripts. */
function SearchChips({ list, meaning, onFollow }: SearchChipsProps) {
  const filters = activeFilters(list, useCommutes(), meaning);
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="set-filters">
      {filters.map(({ text, without, isCommute = false, isName = false }) => (
        <li key={text} className="min-w-0">
          <Link
            to={list.to(without)}
            keepsScroll
            onClick={onFollow}
            className={`btn btn-ghost btn-sm max-w-full gap-1.5 rounded-full bg-accent-soft${isCommute ? " w-44 justify-between" : ""}`}
          >
            <span className="sr-only">Remove filter: </span>
            <span className="truncate" translate={isName ? "no" : undefined}>
              {text}
            </span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link to={list.to(unfiltered(list))} keepsScroll onClick={onFollow} className="btn btn-ghost btn-sm">
          Clear all
        </Link>
      </li>
    </ul>
  );
}

/** Returns the search words without their first part, which is the type if the words name one. */
export const wordsWithoutFirst = (meaning: SearchMeaning): string | null =>
  meaningParts(meaning)
    .slice(1)
    .map(({ words }) => words)
    .join(" ") || null;

const loadPanel = () => import("./search-panel.tsx");

const focusFilters = () => document.querySelector<HTMLElement>("[data-filters]")?.focus({ preventScroll: true });

const buttonClass = `${pillClass} min-h-11 gap-1.5 px-4`;

export interface SearchToolsProps {
  list: ListState;
  source: ListSource;
  /** True if the list excludes private rooms. */
  hidesRooms: boolean;
  /** The number of results; null until it is known. */
  shown: ShownCount | null;
  /** The meaning of the search words; null without words, and until it is known. */
  meaning: SearchMeaning | null;
}

export interface ResultSummaryProps extends Pick<SearchToolsProps, "list" | "shown" | "meaning"> {
  /** Button that saves the search; null if another part of the page has this button. */
  alert: ReactNode;
  isPending: boolean;
  /** True if commute limits were ignored. */
  isCommuteOff: boolean;
}

/**
 * The controls for the map, the sort order and the filters, in the sticky row. On narrow screens the map is in the tab
 * bar, and the sort order is in the filter panel.
 */
export function SearchTools({ list, source, hidesRooms, shown, meaning }: SearchToolsProps) {
  const { dialog: panel, open, close, prepare } = useOverlay("filters", loadPanel);
  // Search words and the map's area do not count: words have their own field, and the map sets its area by itself.
  const count = filterCount({ ...list.search, q: null, bbox: null }, list.commutes);
  const { isMap } = list;
  const ViewIcon = isMap ? LayoutGrid : MapIcon;
  const choices = orderChoices(list, useCommutes());
  return (
    <>
      <Link to={list.to({ isMap: !isMap })} keepsScroll className={`${buttonClass} max-lg:hidden`}>
        <ViewIcon aria-hidden="true" className="size-4" />
        {isMap ? "List" : "Map"}
      </Link>
      <PlacesOverlay list={list} />
      <PillChoice
        aria-label="Sort by"
        choices={choices}
        value={readSortOrder(list)}
        onChoose={(value) => list.change(withSortOrder(list, value))}
        around="with-scripts w-52"
      />
      <button
        type="button"
        data-filters
        aria-expanded={panel !== null}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => (panel ? close() : void open())}
        className={buttonClass}
      >
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filters{count > 0 && ` (${count})`}
      </button>
      {panel && (
        <panel.SearchPanel
          list={list}
          source={source}
          hidesRooms={hidesRooms}
          found={shown}
          meaning={meaning}
          onApply={(chosen) => {
            list.change(chosen, { replace: true });
            focusFilters();
          }}
          onClose={() => {
            close();
            focusFilters();
          }}
        />
      )}
    </>
  );
}

/** Shows the number of results and the active filters. */
export function ResultSummary({ list, shown, alert, meaning, isPending, isCommuteOff }: ResultSummaryProps) {
  return (
    <>
      <ResultCount shown={shown} isPending={isPending} />
      {/* Hidden without results, because the page then offers other searches. */}
      {shown?.count !== 0 && <SearchChips list={list} meaning={meaning} onFollow={focusFilters} />}
      {alert}
      <CommuteBarSlot list={list} isOff={isCommuteOff} />
    </>
  );
}

/** Reserves space for the buttons about a list's places while their code loads. */
function CommuteBarSlot({ list, isOff }: { list: ListState; isOff: boolean }) {
  const commutes = useCommutes();
  if (list.commutes === "" && list.search.commute.length === 0) return null;
  return (
    <div className="commute-bar">
      {isOff && <p>We currently have no timetable, so travel-time limits are off.</p>}
      {!isOff && commutes && <commutes.parts.CommuteBar list={list} own={commutes.places} />}
    </div>
  );
}

/** Maximum rents offered, in dollars. A different rent in the address is listed first. */
const RENTS = [1000, 1250, 1500, 1750, 2000, 2500, 3000, 4000];

const rentChoices = ({ maxRent }: ListState["search"]): Choice[] => [
  ["", "Any rent"],
  ...(maxRent === null || RENTS.includes(maxRent) ? RENTS : [maxRent, ...RENTS]).map((rent): Choice => [
    `${rent}`,
    maxRentText(rent),
  ]),
];

/** Example searches that show what the field understands. */
const EXAMPLES = ["1 bedroom under $2,000", "2 bedrooms under $2,500", "near subway", "basement", "pets allowed"];

const RECENT = "recent_searches";
const RECENT_MAX = 5;

/** Returns the latest searches in this browser, newest first. */
function recentSearches(): string[] {
  return (readStorage("local", RECENT) ?? "").split("\n").filter(Boolean);
}

function rememberSearch(words: string): void {
  const others = recentSearches().filter((other) => other !== words);
  writeStorage("local", RECENT, [words, ...others].slice(0, RECENT_MAX).join("\n"));
}

/**
 * Field that searches by words. The input is uncontrolled in a plain form, so that it works before hydration and
 * without scripts. After the field gets the focus for the first time, it suggests recent searches, examples and place
 * names.
 */
export function WordsField({ list }: { list: ListState }) {
  const { search } = list;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isNear, setIsNear] = useState(false);
  const { data } = useQuery({ ...searchPlaces(), enabled: isNear });
  const names = new Set([
    ...(isNear ? recentSearches() : []),
    ...EXAMPLES,
    ...AREAS,
    ...(data?.neighbourhoods ?? []).flatMap(({ name, aliases }) => [name, ...aliases]),
    ...(data?.stations ?? []).map(({ name }) => name),
  ]);
  const words = search.q ?? "";
  /** The words that this field shows or last searched for. */
  const asked = useRef(words);

  useEffect(() => {
    if (!input.current || words === asked.current) return;
    // A link or the back button changed the words.
    asked.current = words;
    input.current.value = words;
  }, [words]);
  const submit = () => {
    // Normalized like the words in the address.
    const q = (input.current?.value ?? "").trim().replace(/\s+/g, " ").slice(0, SEARCH_TEXT_MAX);
    if (q === words) return;
    asked.current = q;
    if (q !== "") rememberSearch(q);
    list.change({ search: { ...search, q: q || null } });
  };
  const clear = () => {
    if (!input.current) return;
    input.current.value = "";
    input.current.focus();
    submit();
  };
  return (
    <search>
      <SearchForm
        // Hidden fields keep the other conditions, but not the map's area: new words are searched for everywhere.
        to={list.to({ search: { ...search, q: "", maxRent: null } })}
        onSubmit={submit}
        className="flex gap-2"
      >
        <div className="relative flex-1">
          <Search aria-hidden="true" />
          <TextInput
            ref={input}
            type="search"
            name="q"
            aria-label="Search listings by words"
            placeholder="Neighbourhood, station, street or words"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_TEXT_MAX}
            defaultValue={words}
            list={isNear ? id : undefined}
            onFocus={() => setIsNear(true)}
            onInput={(event) => event.currentTarget.value === "" && submit()}
            className="min-h-14 rounded-full pl-11 text-ellipsis"
          />
          <button type="button" aria-label="Clear search" onClick={clear} className="clear-words with-code">
            <X aria-hidden="true" className="size-5" />
          </button>
          <button aria-label="Search" className="find-words" />
        </div>
        <PillChoice
          aria-label="Highest rent"
          name="maxRent"
          choices={rentChoices(search)}
          value={search.maxRent ?? ""}
          onChoose={(rent) => list.change({ search: { ...search, maxRent: Number(rent) || null } })}
          around="rent-choice w-44"
          className="min-h-14"
        />
      </SearchForm>
      {isNear && (
        <datalist id={id}>
          {[...names].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      )}
    </search>
  );
}
