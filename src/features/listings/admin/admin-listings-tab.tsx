import { useInfiniteQuery } from "@tanstack/react-query";
import { SEARCH_MIN_CHARACTERS } from "../../../../worker/contracts/listings.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { itemsOf, totalOf } from "../../../lib/paged-list.ts";
import { TypedSearch } from "../../../ui/typed-search.tsx";
import { adminListings, searchIn, type QueueStatus } from "./admin-listings.queries.ts";
import { useLocation, useNavigate } from "react-router";
import { AdminListingsQueue } from "./admin-listings-queue.tsx";
import { AdminStatusFilter, statusNamed, statusParameters } from "./admin-status-filter.tsx";

/** Characters that the server looks at. */
const MAX_LENGTH = 100;

interface AdminListingsSearchProps {
  /** What is searched for now; empty for nothing. */
  q: string;
  status: QueueStatus;
  onSearch(q: string): void;
}

/** Searches the queue while one types. */
function AdminListingsSearch({ q, status, onSearch }: AdminListingsSearchProps) {
  return (
    <TypedSearch
      q={q}
      label="Search listings"
      placeholder="Address, name, email, phone or #number"
      maxLength={MAX_LENGTH}
      searchIn={searchIn}
      tooShort={`Type at least ${SEARCH_MIN_CHARACTERS} characters, or the number of a listing.`}
      outcome={<Outcome q={q} status={status} />}
      onSearch={onSearch}
    />
  );
}

/** How many were found, for ears too: the queue itself is no live region. */
function Outcome({ q, status }: { q: string; status: QueueStatus }) {
  const { data, hasNextPage } = useInfiniteQuery(adminListings(status, q));
  if (!data) return null;
  const count = itemsOf(data).length;
  if (count === 0) return "Nothing found.";
  return `${hasNextPage ? `${count} or more listings` : plural(count, "listing")} found, newest first.`;
}

/** 'Property Listings (count)'. */
export function AdminListingsTabLabel() {
  const total = totalOf(useInfiniteQuery(adminListings("all")).data);
  return <>Property Listings{total !== undefined && ` (${formatCount(total)})`}</>;
}

/** The moderators' queue, narrowed to what the address says in `?status=` or `?place=`, and `?q=`. */
export function AdminListingsTab() {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(query);
  const status = statusNamed(search);
  const q = searchIn(search.get("q") ?? "");

  const narrow = (to: { status: QueueStatus; q: string }, options?: { replace: boolean }) => {
    const params = new URLSearchParams({ ...statusParameters(to.status), ...(to.q !== "" && { q: to.q }) });
    void navigate({ pathname, search: String(params) }, { preventScrollReset: true, ...options });
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 className="sr-only">Property Listings</h2>
      {/* Typing makes no steps to go back. */}
      <AdminListingsSearch q={q} status={status} onSearch={(text) => narrow({ status, q: text }, { replace: true })} />
      <AdminStatusFilter status={status} onChange={(chosen) => narrow({ status: chosen, q })} />
      <AdminListingsQueue key={`${status} ${q}`} status={status} q={q} />
    </div>
  );
}
