import { FILTERS, type FilterName } from "../../../worker/contracts/bedrooms.ts";

const NAMES: readonly FilterName[] = ["all", ...(Object.keys(FILTERS) as (keyof typeof FILTERS)[])];

/** The filter that a page address names in `?type=`; anything unknown is 'all'. */
export function filterNamed(text: string | null): FilterName {
  const wanted = text?.trim().toLowerCase();
  return NAMES.find((name) => name.toLowerCase() === wanted) ?? "all";
}

/** The bedroom filters. On a phone they scroll sideways. */
export function FilterBar({ filter, onChange }: { filter: FilterName; onChange(filter: FilterName): void }) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1.5 sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">Filter by bedrooms</legend>
      {NAMES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === filter}
          onClick={() => onChange(name)}
          className="min-h-11 shrink-0 rounded-full border border-line-strong bg-surface px-4 text-sm font-semibold whitespace-nowrap transition-colors hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink"
        >
          {name === "all" ? "All" : name}
        </button>
      ))}
    </fieldset>
  );
}
