import { X } from "lucide-react";
import { activeFilters } from "./search-filters.ts";
import { type ListState, unfiltered } from "./search-state.ts";
import { Link } from "../../ui/link.tsx";

interface SearchChipsProps {
  list: ListState;
  /** Called when one of them is followed: it is gone afterwards, with the focus on it. */
  onFollow(): void;
  className: string;
}

/** The filters that are set. Each is a link to the list without it, so that it works without a script too. */
export function SearchChips({ list, onFollow, className }: SearchChipsProps) {
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
