import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatCount, plural } from "../../../lib/format.ts";
import { totalOf } from "../../../lib/paged-list.ts";
import { adminListings, type QueueStatus } from "./admin-listings.queries.ts";

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
export function statusNamed(search: URLSearchParams): QueueStatus {
  const named = search.get("place") === "unknown" ? "unplaced" : search.get("status");
  return STATUSES.find(([status]) => status === named)?.[0] ?? "all";
}

/** The same as the address names it. */
export function statusParameters(status: QueueStatus): Record<string, string> {
  if (status === "all") return {};
  return status === "unplaced" ? { place: "unknown" } : { status };
}

/** Narrows the queue to one state, or to listings without a place. Pending ones, which wait for a moderator, are counted. */
export function AdminStatusFilter({ status, onChange }: { status: QueueStatus; onChange(status: QueueStatus): void }) {
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
