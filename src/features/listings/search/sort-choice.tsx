import { ArrowUpDown, ChevronDown } from "lucide-react";
import { COMMUTE_SORT, type IndexedSort, SORTS } from "../../../../worker/contracts/search.ts";
import { useWays, type Ways } from "../commute/ways-store.ts";
import { type ListState, placeNumbers } from "../commute/list-state.ts";

const SORT_TEXT: Record<IndexedSort, string> = {
  newest: "Newest",
  discount: "Biggest discount",
  price: "Lowest rent",
  distance: "Nearest subway",
  drop: "Biggest drop",
};

type Choice = readonly [value: string, text: string];
const SHORTEST = "Shortest way";

/** The order by ways in the address, of this browser's places; undefined without one. */
const orderByWay = (ways: string) => ways.split(",").find((part) => part.startsWith("sort"));

/** Orders by the ways to the places of the link, or of this browser: to all that are asked for, or to one of them. */
function wayChoices({ search, ways }: ListState, known: Ways | null): Choice[] {
  if (search.commute.length > 0) return [[COMMUTE_SORT, SHORTEST]];
  const places = known?.places ?? [];
  const asked = orderByWay(ways);
  if (places.length === 0) return asked === undefined ? [] : [[asked, SHORTEST]];
  const one = places.map(({ name }, index): Choice => [`sort${index + 1}`, `${SHORTEST} to ${name}`]);
  return [["sort", SHORTEST], ...(places.length > 1 && placeNumbers(ways).length === 0 ? one : [])];
}

/** Applies an order that was chosen before hydration. */
function adopt(select: HTMLSelectElement | null): void {
  if (select?.querySelector("[selected]:not(:checked)"))
    queueMicrotask(() => select.dispatchEvent(new Event("change", { bubbles: true })));
}

/** The order of a list; by ways where there are places. */
export function SortChoice({ list }: { list: ListState }) {
  const { search, ways } = list;
  const choices = [...SORTS.map((name): Choice => [name, SORT_TEXT[name]]), ...wayChoices(list, useWays())];
  const choose = (value: string) => {
    const limits = placeNumbers(ways);
    const sort = value === COMMUTE_SORT ? COMMUTE_SORT : SORTS.find((known) => known === value);
    if (sort) list.change({ search: { ...search, sort }, ways: limits.join() });
    else list.change({ search: { ...search, sort: "newest" }, ways: [...limits, value].join() });
  };
  return (
    <label className="with-scripts relative ml-auto flex w-52 shrink-0 items-center lg:min-w-0 lg:shrink">
      <span className="sr-only">Sort by</span>
      <ArrowUpDown aria-hidden="true" className="pointer-events-none absolute left-3.5 size-4" />
      <select
        ref={adopt}
        // Browsers would put back a former choice, which looks like an early one.
        autoComplete="off"
        value={orderByWay(ways) ?? search.sort}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        className="pill min-h-11 w-full min-w-0 appearance-none pr-9 pl-9 text-base text-ellipsis"
      >
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-3 size-4" />
    </label>
  );
}
