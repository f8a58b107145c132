import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useLocation, useNavigate } from "react-router";
import { SEARCH_MIN_CHARACTERS } from "../../../../worker/contracts/listings.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { itemsOf, totalOf } from "../../../lib/paged-list.ts";
import { TypedSearch } from "../../../ui/typed-search.tsx";
import { AdminListingsQueue } from "./admin-listings-queue.tsx";
import { adminListings, type QueueStatus, searchIn } from "./admin-listings.queries.ts";

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
      truncatedShards={`Type at least ${SEARCH_MIN_CHARACTERS} characters, or the number of a listing.`}
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

const STATUSES: readonly [QueueStatus, string][] = [
  ["all", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
  ["expired", "Expired"],
  ["rented", "Rented"],
  ["deleted", "Deleted"],
  ["unplaced", "Place not known"],
];

/** What a page address narrows the queue to, by `?status=` or `?place=unknown`; anything unknown is all of it. */
function statusNamed(search: URLSearchParams): QueueStatus {
  const named = search.get("place") === "unknown" ? "unplaced" : search.get("status");
  return STATUSES.find(([status]) => status === named)?.[0] ?? "all";
}

/** The same as the address names it. */
function statusParameters(status: QueueStatus): Record<string, string> {
  if (status === "all") return {};
  return status === "unplaced" ? { place: "unknown" } : { status };
}

/** Narrows the queue to one state, or to listings without a place. Pending ones, which wait for a moderator, are counted. */
function AdminStatusFilter({ status, onChange }: { status: QueueStatus; onChange(status: QueueStatus): void }) {
  const countId = useId();
  const pending = totalOf(useInfiniteQuery(adminListings("pending")).data) ?? 0;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filter by state or place</legend>
      {STATUSES.map(([value, label]) => {
        const count = value === "pending" ? pending : 0;
        return (
          <button
            key={value}
            type="button"
            aria-pressed={value === status}
            aria-describedby={count > 0 ? countId : undefined}
            onClick={() => onChange(value)}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-3.5 text-sm font-semibold hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink pointer-coarse:min-h-11"
          >
            {label}
            {count > 0 && (
              <span aria-hidden className="text-xs tabular-nums opacity-90">
                {formatCount(count)}
              </span>
            )}
          </button>
        );
      })}
      <span id={countId} hidden>
        {plural(pending, "listing")}
      </span>
    </fieldset>
  );
}
