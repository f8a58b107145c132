import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useLocation, useNavigate } from "react-router";
import { SEARCH_MIN_CHARACTERS } from "../../../../worker/contracts/moderation-queue.ts";
import { formatCount, plural } from "../../../lib/format.ts";
import { collectItems, readTotal } from "../../../lib/paged-list.ts";
import { PHONE, useMedia } from "../../../lib/use-media.ts";
import { WaitingChip } from "../../../ui/menu.tsx";
import { NativeSelect } from "../../../ui/field.tsx";
import { TypedSearch } from "../../../ui/typed-search.tsx";
import { AdminDesk } from "./admin-desk.tsx";
import { adminListings, type QueueStatus, toQuery } from "./admin-listings.queries.ts";

/** Maximum query length that the server evaluates, in characters. */
const MAX_LENGTH = 100;

interface AdminListingsSearchProps {
  /** The current query, or empty. */
  q: string;
  status: QueueStatus;
  onSearch(q: string): void;
}

function AdminListingsSearch({ q, status, onSearch }: AdminListingsSearchProps) {
  return (
    <TypedSearch
      q={q}
      label="Search listings"
      placeholder="Address, contact or #number"
      maxLength={MAX_LENGTH}
      toQuery={toQuery}
      tooShort={`Type at least ${SEARCH_MIN_CHARACTERS} characters, or a listing number.`}
      outcome={<Outcome q={q} status={status} />}
      onSearch={onSearch}
    />
  );
}

/** Announces the number of results, because the list itself is not a live region. */
function Outcome({ q, status }: { q: string; status: QueueStatus }) {
  const { data, hasNextPage } = useInfiniteQuery(adminListings(status, q));
  if (!data) return null;
  const count = collectItems(data).length;
  // Visually hidden, because the list shows the same message.
  if (count === 0) return <span className="sr-only">Nothing found.</span>;
  return `${hasNextPage ? `${count} or more listings` : plural(count, "listing")} found, newest first.`;
}

/** Id of the text with the number of waiting listings. */
export const WAITING_ID = "waiting-listings";

/** Tab label 'Property Listings (count)', with the number of waiting listings. */
export function AdminListingsTabLabel() {
  const total = readTotal(useInfiniteQuery(adminListings("all")).data);
  const pending = useInfiniteQuery(adminListings("pending"));
  const waiting = readTotal(pending.data) ?? 0;
  return (
    <>
      <span>Property Listings{total !== undefined && !pending.isPending && ` (${formatCount(total)})`}</span>
      {waiting > 0 && (
        // Hidden from the tab's accessible name, because the number is its description.
        <span id={WAITING_ID} aria-hidden>
          <WaitingChip count={waiting} />
        </span>
      )}
    </>
  );
}

/**
 * The desk, filtered by the query parameters `status` or `place`, and `q`. Without these parameters it shows waiting
 * listings.
 */
export function AdminListingsTab() {
  const { pathname, search: query } = useLocation();
  const navigate = useNavigate();
  const search = new URLSearchParams(query);
  const chosen = statusFromSearch(search);
  const q = toQuery(search.get("q") ?? "");
  // A search without a chosen status covers all listings.
  const status = chosen ?? (q === "" ? "pending" : "all");

  const filterBy = (to: { status: QueueStatus | null; q: string }, options?: { replace: boolean }) => {
    const params = new URLSearchParams({ ...statusParameters(to.status), ...(to.q !== "" && { q: to.q }) });
    void navigate({ pathname, search: String(params) }, { preventScrollReset: true, ...options });
  };

  return (
    <>
      <h2 className="sr-only">Property Listings</h2>
      <AdminDesk
        status={status}
        q={q}
        onClearSearch={() => filterBy({ status: chosen, q: "" })}
        search={
          // Replaces the history entry, so that the back button does not step through every letter.
          <AdminListingsSearch
            q={q}
            status={status}
            onSearch={(text) => filterBy({ status: chosen, q: text }, { replace: true })}
          />
        }
        filter={<AdminStatusFilter status={status} onChange={(next) => filterBy({ status: next, q })} />}
      />
    </>
  );
}

const STATUSES: readonly [QueueStatus, string][] = [
  ["pending", "Pending"],
  ["all", "All"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
  ["expired", "Expired"],
  ["rented", "Rented"],
  ["deleted", "Deleted"],
  ["unplaced", "No location"],
];

/** Number of statuses with their own buttons. The rarer ones are in a select, so that the filter fits on one line. */
const FREQUENT = 4;

/** Returns the filter from the query parameters `status` and `place`; null without a filter, and for unknown values. */
function statusFromSearch(search: URLSearchParams): QueueStatus | null {
  const named = search.get("place") === "unknown" ? "unplaced" : search.get("status");
  return STATUSES.find(([status]) => status === named)?.[0] ?? null;
}

/** Returns the query parameters of a filter. */
function statusParameters(status: QueueStatus | null): Record<string, string> {
  if (status === null) return {};
  return status === "unplaced" ? { place: "unknown" } : { status };
}

/** Filter by status or missing location, with the number of pending listings; a select on phones. */
function AdminStatusFilter({ status, onChange }: { status: QueueStatus; onChange(status: QueueStatus): void }) {
  const countId = useId();
  const pending = readTotal(useInfiniteQuery(adminListings("pending")).data) ?? 0;
  const rare = STATUSES.slice(FREQUENT);
  const isRare = rare.some(([value]) => value === status);
  const isNarrow = useMedia(PHONE);
  if (isNarrow)
    return (
      <NativeSelect
        aria-label="Filter by status or location"
        value={status}
        onChange={({ target }) => onChange(target.value as QueueStatus)}
      >
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {value === "pending" && pending > 0 ? `${label} (${formatCount(pending)})` : label}
          </option>
        ))}
      </NativeSelect>
    );
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Filter by status or location</legend>
      {STATUSES.slice(0, FREQUENT).map(([value, label]) => {
        const count = value === "pending" ? pending : 0;
        return (
          <button
            key={value}
            type="button"
            aria-pressed={value === status}
            aria-describedby={count > 0 ? countId : undefined}
            onClick={() => onChange(value)}
            className="inline-flex min-h-9 items-center gap-2 rounded-full border border-line-strong bg-surface px-3 text-sm font-semibold hover:border-accent hover:text-accent aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-accent-ink pointer-coarse:min-h-11"
          >
            {label}
            {count > 0 && (
              <span aria-hidden className="font-normal tabular-nums">
                {formatCount(count)}
              </span>
            )}
          </button>
        );
      })}
      <span className="relative">
        <select
          aria-label="More statuses"
          value={isRare ? status : ""}
          onChange={({ target }) => onChange(target.value as QueueStatus)}
          className={`min-h-9 appearance-none rounded-full border pr-9 pl-3 font-semibold pointer-coarse:min-h-11 ${isRare ? "border-accent bg-accent text-accent-ink" : "border-line-strong bg-surface hover:border-accent hover:text-accent"}`}
        >
          <option value="" hidden>
            More
          </option>
          {rare.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className={`pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 ${isRare ? "text-accent-ink" : "text-ink-muted"}`}
        />
      </span>
      <span id={countId} hidden>
        {plural(pending, "listing")}
      </span>
    </fieldset>
  );
}
