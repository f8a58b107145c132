import { ArrowUpDown, ChevronDown } from "lucide-react";
import { type Sort, SORTS } from "../../../worker/contracts/search.ts";

const SORT_TEXT: Record<Sort, string> = {
  newest: "Newest",
  discount: "Biggest discount",
  price: "Lowest rent",
  distance: "Nearest subway",
};

/** What the list is sorted by. */
export function SortChoice({ sort, onChange }: { sort: Sort; onChange(sort: Sort): void }) {
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
