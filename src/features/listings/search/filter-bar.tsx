import type { ReactNode, SubmitEvent } from "react";
import { type Bedrooms, type FilterName, FILTERS } from "../../../../worker/contracts/bedrooms.ts";
import { filterFromUrl, type SearchMeaning } from "../../../../worker/contracts/search.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { PATHS } from "../../../lib/paths.ts";
import { Link } from "../../../ui/link.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type ListState, type ShownCount, viewQuery } from "../commute/list-state.ts";
import { findCategory } from "../facts/listings.queries.ts";

interface SearchFormProps {
  /** Address of the list without the parameters that the form's controls set. */
  to: string;
  onSubmit(event: SubmitEvent<HTMLFormElement>): void;
  className: string;
  children: ReactNode;
}

/**
 * A form that also works before hydration and without scripts: its controls have names, so the browser can request the
 * same list from the server.
 */
export function SearchForm({ to, onSubmit, className, children }: SearchFormProps) {
  const [path = "", query] = to.split("?");
  return (
    <form
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
      className={className}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

const TYPES = Object.entries(FILTERS) as [keyof typeof FILTERS, Bedrooms][];
const NAMES: readonly FilterName[] = ["all", ...TYPES.map(([name]) => name)];

/** Class of a pill, which sets no height or padding (src/ui/button.css). */
export const pillClass = "pill";
const typeClass = `${pillClass} min-h-11 px-2.5 sm:px-3.5`;
const barClass = "flex shrink-0 gap-2";

interface FilterBarProps {
  list: ListState;
  /** Number of private rooms that match the search but are not shown in the list. */
  rooms: number;
  meaning: SearchMeaning | null | undefined;
}

export function FilterBar({ list, rooms, meaning }: FilterBarProps) {
  const { filter, search, to, change } = list;
  const [said, ...others] = meaning?.bedrooms ?? [];
  /** The type that the search words name; none if the visitor has chosen a type. */
  const meant = filter === "all" && others.length === 0 && TYPES.find(([, type]) => type === said)?.[0];
  const choose = async (value: string) => {
    const chosen = { filter: filterFromUrl(value) };
    if (!meaning || said === undefined) return change(chosen);
    // The chosen type replaces the type in the search words.
    const tools = await import("./search-tools.tsx").catch(() => null);
    change(tools ? { ...chosen, search: { ...search, q: tools.wordsWithoutFirst(meaning) } } : chosen);
  };
  return (
    <SearchForm
      to={to({ filter: "all" })}
      onSubmit={({ nativeEvent: { submitter } }) => {
        if (submitter instanceof HTMLButtonElement) void choose(submitter.value);
      }}
      className="contents"
    >
      <fieldset className={barClass}>
        <legend className="sr-only">Filter by bedrooms</legend>
        {NAMES.map((name) => (
          <button
            key={name}
            type="submit"
            name="type"
            value={name === "all" ? "" : name}
            aria-pressed={name === (meant || filter)}
            className={typeClass}
          >
            {name === "all" ? "All" : name}
            {name === "Private Room" && rooms > 0 && ` (${formatCount(rooms)})`}
          </button>
        ))}
      </fieldset>
    </SearchForm>
  );
}

interface FilterLinksProps {
  current: Bedrooms;
  /** The list; the links keep its search. */
  list: ListState;
}

/** The {@link FilterBar} of category pages, where each type is a link. */
export function FilterLinks({ current, list }: FilterLinksProps) {
  const search = viewQuery({ ...list, page: 1 });
  return (
    <nav aria-label="Filter by bedrooms" className={barClass}>
      <Link to={PATHS.home + search} className={typeClass}>
        All
      </Link>
      {TYPES.map(([name, type]) => (
        <Link
          key={name}
          to={findCategory(type).path + search}
          aria-current={type === current ? "page" : undefined}
          className={typeClass}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** Returns '12 listings' or 'At least 37 listings'. */
export function countText({ count, isCut }: ShownCount): string {
  return `${isCut ? "At least " : ""}${plural(count, "listing")}`;
}

/** Shows the number of results in a live region; empty if it is unknown. */
export function ResultCount({ shown, isPending }: { shown: ShownCount | null; isPending: boolean }) {
  return (
    <output className="block min-h-lh min-w-0 font-semibold">
      {isPending && <Skeleton className="h-5 w-24" />}
      {!isPending && shown !== null && <span>{countText(shown)}</span>}
    </output>
  );
}
