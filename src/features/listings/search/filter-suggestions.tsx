import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { filterNameOf } from "../../../../worker/contracts/alerts.ts";
import { searchParameters } from "../../../../worker/contracts/search.ts";
import { recordEmptySearch } from "../../../../worker/contracts/visitors.ts";
import { callInBackground } from "../../../lib/api.ts";
import { hasOptedOut, isStaffBrowser, visitId } from "../../../lib/visit.ts";
import { homeSource, type ListSource } from "../facts/listings.queries.ts";
import { useCommutes } from "../commute/commutes-store.ts";
import { countText } from "./filter-bar.tsx";
import { searchCount } from "./search.queries.ts";
import { activeFilters } from "../filters/search-filters.ts";
import { type ListState, shownCount } from "../commute/list-state.ts";
import { Link } from "../../../ui/link.tsx";

interface FilterSuggestionsProps {
  list: ListState;
  source: ListSource;
  hidesRooms: boolean;
}

/** Delay before a search is counted, so that unfinished searches do not count. */
const SETTLED_MS = 2_000;

/** Reports a search without results to the site's statistics. The report does not contain this browser's places. */
function useEmptySearch({ filter, search }: ListState, { bedrooms }: ListSource): void {
  const type = bedrooms === undefined ? filter : filterNameOf(bedrooms);
  const parameters = searchParameters({ ...search, commute: [], maxCommute: [] }).toString();
  useEffect(() => {
    const timer = setTimeout(() => {
      const sessionId = visitId();
      if (sessionId === null || hasOptedOut() || isStaffBrowser()) return;
      const asked = Object.fromEntries(new URLSearchParams(parameters));
      callInBackground(recordEmptySearch, { body: { sessionId, search: { ...asked, filter: type } } });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [type, parameters]);
}

/**
 * Lists how many results the search would have without each filter, highest number first. Hidden if removing a single
 * filter does not help.
 */
export function FilterSuggestions({ list, source, hidesRooms }: FilterSuggestionsProps) {
  useEmptySearch(list, source);
  const { filter, asked } = list;
  const others = activeFilters(list, useCommutes()).map(({ text, without }) => ({
    text,
    to: list.to(without),
    count: searchCount(source, list.asking(without)),
    hidesRooms,
  }));
  if (filter !== "all") {
    const to = list.to({ filter: "all" });
    others.push({ text: filter, to, count: searchCount(homeSource("all"), asked), hidesRooms: true });
  }
  const counts = useQueries({ queries: others.map(({ count }) => count) });
  const suggestions = others
    .flatMap((other, index) => {
      const data = counts[index]?.data;
      const shown = data && shownCount(data, other.hidesRooms);
      return shown && shown.count > 0 ? [{ ...other, shown }] : [];
    })
    .sort((a, b) => b.shown.count - a.shown.count);
  if (suggestions.length === 0) return null;
  return (
    <ul aria-label="Filters to remove" className="mt-4 flex flex-col items-center gap-2">
      {suggestions.map(({ text, to, shown }) => (
        <li key={text}>
          <Link
            to={to}
            keepsScroll
            className="inline-flex min-h-11 flex-wrap items-center justify-center gap-x-2 rounded-full border border-line-strong bg-surface px-4 py-1 text-sm font-semibold text-ink hover:border-accent hover:text-accent"
          >
            Without {text.startsWith("“") ? text : `“${text}”`}:{" "}
            <span className="font-normal text-ink-muted">{countText(shown)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
