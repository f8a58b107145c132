import { FILTERS, type Bedrooms, type FilterName } from "../../../../worker/contracts/bedrooms.ts";
import { PATHS } from "../../../lib/paths.ts";
import { categoryOf } from "../card/listings.queries.ts";
import { type ListState, viewQuery } from "./search-state.ts";
import { Link } from "../../../ui/link.tsx";

const TYPES = Object.entries(FILTERS) as [keyof typeof FILTERS, Bedrooms][];
const NAMES: readonly FilterName[] = ["all", ...TYPES.map(([name]) => name)];

/** On a phone the filters scroll sideways. */
const barClass =
  "-mx-4 flex w-[calc(100%+2rem)] min-w-0 gap-2 overflow-x-auto px-4 py-1.5 sm:mx-0 sm:w-auto sm:flex-wrap sm:px-0";
/** A pill that may be chosen; its height and its padding are added. */
export const pillClass =
  "inline-flex shrink-0 items-center rounded-full border border-line-strong bg-surface text-sm font-semibold whitespace-nowrap transition-colors hover:border-accent hover:text-accent aria-[current]:border-accent aria-[current]:bg-accent aria-[current]:text-accent-ink aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink";
const typeClass = `${pillClass} min-h-11 px-4`;

/** The bedroom filters. */
export function FilterBar({ filter, onChange }: { filter: FilterName; onChange(filter: FilterName): void }) {
  return (
    <fieldset className={barClass}>
      <legend className="sr-only">Filter by bedrooms</legend>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === filter}
          onClick={() => onChange(name)}
          className={typeClass}
        >
          {name === "all" ? "All" : name}
        </button>
      ))}
    </fieldset>
  );
}

interface FilterLinksProps {
  current: Bedrooms;
  /** What is searched for is kept on the way to another type. */
  list: ListState;
}

/** The same on the page of one type, where each type is a page of its own. */
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
          to={categoryOf(type).path + search}
          aria-current={type === current ? "page" : undefined}
          className={typeClass}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
