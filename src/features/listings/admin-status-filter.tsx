import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { formatCount, plural } from "../../lib/format.ts";
import { totalOf } from "../../lib/paged-list.ts";
import { adminListings, type QueueStatus } from "./admin-listings.queries.ts";

const STATUSES: readonly [QueueStatus, string][] = [
  ["all", "All"],
  ["pending", "Pending"],
  ["approved", "Approved"],
  ["rejected", "Rejected"],
  ["expired", "Expired"],
  ["rented", "Rented"],
  ["deleted", "Deleted"],
];

/** The state that a page address names in `?status=`; anything unknown is all of them. */
export function statusNamed(text: string | null): QueueStatus {
  return STATUSES.find(([status]) => status === text)?.[0] ?? "all";
}

/** Narrows the queue to one state. Pending ones, which wait for a moderator, are counted. */
export function AdminStatusFilter({ status, onChange }: { status: QueueStatus; onChange(status: QueueStatus): void }) {
  const countId = useId();
  const pending = totalOf(useInfiniteQuery(adminListings("pending")).data) ?? 0;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">Filter by state</legend>
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
